import { createHttpTransport } from '../../../src/platform/transport/transport.ts'
import { createClient } from '../../../src/platform/client.ts'
import type { PlatformRequest, Transport } from '../../../src/platform/transport/exchange.ts'
import { operation } from '../../../src/platform/catalogue/catalogue.ts'
import type { LedgerEntry } from '../../../src/sandbox/platform-ledger.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import type { JobDetail, JobState } from '../../../src/shared/domain/job.ts'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { connectBox, drawnRandom, keepSettings, openBox } from '../inside/open-box.ts'
import type { ProcessClock } from '../inside/virtual-time.ts'
import { startProxy } from '../proxy.ts'
import { startPlatform } from '../start-platform.ts'
import { expectEnd } from './expected-end.ts'
import type { Call, MatrixCall, Subject } from './matrix-calls.ts'
import { outcomeOf, type MatrixFault, type Source } from './matrix-faults.ts'

/** Virtual milliseconds per real one: pauses and processing times are short, but in proportion. */
const speed = 20
/** Real milliseconds; the time-outs are long compared with the delays of a busy computer. */
const processingMs = 600
const patience = 20_000
const resting: ReadonlySet<JobState> = new Set(['done', 'unconfirmed', 'refused', 'needs-you'])

/** The result of a cell. */
export interface Cell {
  readonly faults: readonly string[]
  /** Effects of the app beyond the first. */
  readonly doubled: number
}

/** An app and a platform in its own process, connected over HTTP, for one cell after the other. */
export async function openBench(folder: string, seed: number) {
  const platform = await startPlatform(`${folder}/platform`)
  const proxy = await startProxy(platform.address.url)
  const real = createHttpTransport()
  let missing: Extract<Source, { from: 'address' }>['address'] | undefined
  const transport: Transport = {
    exchange(request) {
      if (missing === undefined || !request.changes) return real.exchange(request)
      const sent = { ...request, url: elsewhere(request, missing) }
      missing = undefined
      return real.exchange(sent)
    },
  }
  const box = await openBox({
    folder: `${folder}/desk`,
    clock: createFastClock(),
    transport,
    settings: keepSettings(),
    random: drawnRandom(createDraw(seed)),
  })
  const hostname = 'tv.coast.example'
  const { url, ...names } = platform.address
  const products = ['Basic TV', 'Family TV', 'Sports Plus'].map((name, index) => ({
    productid: String(101 + index),
    name,
    months: 12,
    days: 0,
    renewalinterval: 1,
  }))
  const settled: Connection = await connectBox(
    box,
    { ...names, baseUrl: proxy.url, hostnames: [hostname] },
    { products, longestProcessingSeconds: (processingMs * speed) / 1000, timeoutSeconds: 2 },
  )
  const client = createClient({
    transport: real,
    clock: { now: Date.now },
    connection: { ...settled, baseUrl: url, timeoutSeconds: 10 },
    token: () => platform.address.authToken,
  })
  const callDirectly: Call = async (id, values) => {
    const answer = await client.call(id, values)
    if (!answer.ok) throw new Error(`${id}: ${JSON.stringify(answer.error)}`)
    if (answer.value.verdict !== 'accepted') throw new Error(`${id}: ${answer.value.verdict} ${answer.value.raw}`)
  }

  const arrange = async (source: Source, call: MatrixCall, somebody: () => Promise<void>): Promise<void> => {
    await platform.set({ faults: [] })
    missing = undefined
    if (source.from === 'address') missing = source.address
    if (source.from === 'platform')
      await platform.set({ faults: [{ match: { operation: call.operation }, times: 1, fault: source.fault }] })
    if (source.from === 'wire') {
      const { path } = operation(call.operation)
      const meanwhile = source.isSomebody === true ? { meanwhile: somebody } : {}
      proxy.meetNext({ path, phase: source.phase, ...meanwhile })
    }
  }
  const rest = async (id: string): Promise<JobDetail> => {
    const latest = performance.now() + patience
    for (;;) {
      const detail = await box.call('job.read', { id })
      if (resting.has(detail.summary.state) || performance.now() > latest) return detail
      await new Promise((resolve) => setTimeout(resolve, 8))
    }
  }

  return {
    setConnection: ({ connection }: MatrixCall) => box.call('connection.save', { ...settled, ...connection }),
    async playCell(fault: MatrixFault, call: MatrixCall, number: number): Promise<Cell> {
      const subject: Subject = { number, userid: `cell-${number}`, hostname }
      await call.prepare?.(subject, callDirectly)
      const before = (await platform.ledger()).at(-1)?.seq ?? 0
      const others: LedgerEntry[] = []
      await arrange(fault.source, call, async () => {
        const known = (await platform.ledger()).at(-1)?.seq ?? 0
        await call.somebody(subject, callDirectly)
        others.push(...(await platform.ledger()).filter(({ seq }) => seq > known))
      })
      const intent = call.save(subject)
      const { id } = await box.call('job.save', { draftId: `matrix-cell-${number}`, intent, evenIfKnown: true })
      const ownEffects = async (): Promise<readonly string[]> =>
        (await platform.ledger())
          .filter(({ seq }) => seq > before && !others.some((other) => other.seq === seq))
          .map(({ effect }) => effect)

      const detail = await rest(id)
      const effects = await ownEffects()
      const faults: string[] = []
      const expect = (what: string, is: unknown, wanted: unknown): void => {
        if (JSON.stringify(is) !== JSON.stringify(wanted))
          faults.push(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`)
      }
      const end = expectEnd(fault.course, call)
      expect('the first verdict', detail.steps[0]?.attempts[0]?.outcome, outcomeOf[fault.course])
      expect('the end', detail.summary.state, end.state)
      if (end.why !== undefined) expect('the reason', detail.summary.why?.code, end.why)
      expect('what took effect', effects, end.effects)
      if (fault.source.from === 'wire' && !proxy.hasMet()) faults.push('the fault was not met')
      if (detail.summary.why?.code === 'not-applied') {
        await box.call('job.send-again', { id })
        expect('the end after one press', (await rest(id)).summary.state, 'done')
        expect('what took effect after one press', await ownEffects(), call.once)
      }
      return { faults, doubled: Math.max(0, (await ownEffects()).length - call.once.length) }
    },
    async close() {
      await box.stop()
      real.close()
      await proxy.close()
      await platform.stop()
    },
  }
}

/** The same request to an address without a platform. */
function elsewhere({ url }: PlatformRequest, address: Extract<Source, { from: 'address' }>['address']): URL {
  const there = new URL(url)
  // Port 1 is closed; `.invalid` never resolves; the proxy has no TLS.
  if (address === 'closed port') there.port = '1'
  else if (address === 'no such name') there.hostname = 'platform.invalid'
  else return new URL(url.href.replace(/^http:/, 'https:'))
  return there
}

/** A real clock that runs `speed` times as fast. */
export function createFastClock(): ProcessClock {
  const start = Date.now()
  const begun = performance.now()
  const elapsed = (): number => (performance.now() - begun) * speed
  return {
    now: () => Math.round(start + elapsed()),
    elapsed,
    after(ms, action) {
      const timer = setTimeout(action, Math.min(ms / speed, 2 ** 31 - 1))
      return () => clearTimeout(timer)
    },
    end: () => undefined,
  }
}
