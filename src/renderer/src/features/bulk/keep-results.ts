import type { TFunction } from 'i18next'
import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import { mostRowsAtOnce } from '../../../../shared/bridge/bulk-channels.ts'
import { identifierOnWire } from '../../../../shared/domain/device-identifier.ts'
import { keepCsv, stampOfFile, type KeptFile } from './keep-csv.ts'

/** What became of each row, in a file: line, box, log-in, state and why. It holds no password. */
export async function keepResults(bridge: Bridge, t: TFunction, batch: string): Promise<KeptFile> {
  const rows: string[][] = []
  let after = 0
  for (let hasMore = true; hasMore;) {
    const reply = await bridge.call('bulk.results', { batch, after, limit: mostRowsAtOnce })
    if (!reply.ok) return reply
    for (const { line, job } of reply.value.rows) {
      rows.push([
        String(line),
        job.box === undefined ? '' : identifierOnWire(job.box, 'colon'),
        job.userid ?? '',
        job.customerName ?? '',
        job.hostname ?? '',
        t(`states.${job.state}.word`),
        job.why === undefined ? '' : t(`why.${job.why.code}.says`),
      ])
      after = line
    }
    hasMore = reply.value.hasMore && reply.value.rows.length > 0
  }
  const names = ['line', 'box', 'userid', 'customer', 'hostname', 'state', 'why'] as const
  const header = names.map((name) => t(`bulk.results.${name}`))
  return await keepCsv(bridge, `results-${stampOfFile(Date.now())}.csv`, [header, ...rows])
}
