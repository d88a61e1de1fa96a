import { defined } from '../../shared/defined.ts'
import type { BoardStation, HubAnswer } from '../../shared/fleet/hub-calls.ts'
import { succeed, type Result } from '../../shared/result.ts'
import type { HubFailure } from './ask-hub.ts'
import type { HubClient } from './hub-client.ts'

/** Reads the hub's board. `stations`: the ids of the stations to read; undefined for all stations. */
export async function readBoard(
  client: Pick<HubClient, 'call'>,
  stations?: readonly string[],
): Promise<Result<readonly BoardStation[], HubFailure>> {
  const found: BoardStation[] = []
  for (let after: string | undefined; ;) {
    const wish = { ...defined({ after }), ...(stations !== undefined && { stations: [...stations] }) }
    const page = await client.call('board.read', wish)
    if (!page.ok) return page
    found.push(...page.value.stations)
    after = page.value.stations.at(-1)?.id
    if (!page.value.hasMore || after === undefined) return succeed(found)
  }
}

type Totals = HubAnswer<'board.totals'>['totals']

const dayMs = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Reads the totals from the day `from` to the day `to` (yyyy-MM-dd), including both days. The hub returns a limited number of rows per
 * call, so a long period is split in half.
 */
export async function readTotals(
  client: Pick<HubClient, 'call'>,
  from: string,
  to: string,
): Promise<Result<Totals, HubFailure>> {
  const page = await client.call('board.totals', { from, to })
  if (page.ok) return succeed(page.value.totals)
  const isTooMuch = page.error.is === 'refused' && page.error.code === 'too-large'
  if (!isTooMuch || from >= to) return page
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const middle = first + Math.floor((last - first) / dayMs / 2) * dayMs
  const before = await readTotals(client, from, dayOf(middle))
  if (!before.ok) return before
  const after = await readTotals(client, dayOf(middle + dayMs), to)
  return after.ok ? succeed([...before.value, ...after.value]) : after
}
