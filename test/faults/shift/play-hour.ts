import { setTimeout as delay } from 'node:timers/promises'
import type { FaultRule } from '../../../src/sandbox/faults/fault.ts'
import type { SandboxOptions } from '../../../src/sandbox/options.ts'
import type { SavedWork } from '../compare-ledger.ts'
import type { Person } from '../../e2e/drive.ts'
import type { HostCount } from './count-host.ts'
import type { PageCount } from './count-page.ts'
import type { FileSizes } from './measure-files.ts'
import type { Shift } from './open-shift.ts'
import type { HourPlan, OutageKind, PageWork } from './plan-shift.ts'

const minute = 60_000
/** New work arrives during this part of an hour. The rest of the hour is for unfinished work. */
const counterMs = 52 * minute
/** The platform's clock follows at this pace. */
const slice = 30_000
/** If the work has not come to rest by this time, the hour counts as stuck. */
const longestRest = 300 * minute

const restMs = 50

const changing = { match: { changing: true } } as const
const reading = { match: { changing: false } } as const

/** One request in twenty that changes something meets a fault: its reply is lost, or it did not get through. */
export const usualFaults: readonly FaultRule[] = [
  { ...changing, probability: 0.02, fault: { kind: 'drop-before-commit' } },
  { ...changing, probability: 0.02, fault: { kind: 'drop-after-commit' } },
  { ...changing, probability: 0.01, fault: { kind: 'drop-in-body' } },
  { ...changing, probability: 0.01, fault: { kind: 'status', status: 500, commit: true } },
  { ...reading, probability: 0.003, fault: { kind: 'drop-before-commit' } },
  { ...reading, probability: 0.003, fault: { kind: 'status', status: 503, commit: false } },
]

const outages: Readonly<Record<OutageKind, Partial<SandboxOptions>>> = {
  'nobody listens': { offline: true },
  'connections are reset': { offline: 'reset' },
  'a page with 503': { faults: [{ fault: { kind: 'status', status: 503, commit: false } }] },
  'nothing is answered': { faults: [{ fault: { kind: 'hang', commit: false } }] },
}

/** The counts after an hour, on Home, with all work at rest. */
export interface HourFigures {
  /** Milliseconds since the start of the shift. */
  readonly at: number
  /** Jobs on this computer. */
  readonly jobs: number
  readonly host: HostCount
  readonly page: PageCount
  readonly files: FileSizes
}

/** Plays one hour. Gives the work that was saved on the page; the counter knows the other. */
export async function playHour(shift: Shift, hour: number, plan: HourPlan): Promise<readonly SavedWork[]> {
  const { platform, host, page, counter } = shift
  const begun = host.lived()
  const turns = plan.works.length
  const onPage: SavedWork[] = []
  let waiting = [...plan.onPage]
  let outageEnds: number | undefined
  const endOutage = async (): Promise<void> => {
    outageEnds = undefined
    await platform.setOptions({ offline: false, faults: usualFaults })
  }
  await endOutage()

  for (const [turn, work] of plan.works.entries()) {
    if (turn === plan.outage.turn) {
      outageEnds = host.lived() + plan.outage.minutes * minute
      await platform.setOptions(outages[plan.outage.kind])
    }
    if (turn === plan.sleep.turn) await host.sleep(plan.sleep.minutes * minute, plan.sleep.ownClock)
    if (outageEnds !== undefined && host.lived() >= outageEnds) await endOutage()
    // Counts here, so that the memory during work is measured in the second half of the hour. In the first hour the host is still starting
    // before that.
    if (turn === Math.floor(turns / 2)) {
      await host.count()
      await host.passUntil(0)
    }
    if (turn === Math.floor(turns / 3)) await counter.saveList(`list of hour ${hour}`, plan.list)
    const isPageTurn =
      waiting.length > 0 && turn >= (turns * (plan.onPage.length - waiting.length + 0.5)) / plan.onPage.length
    if (isPageTurn && outageEnds === undefined) {
      const [next, ...others] = waiting
      if (next !== undefined) onPage.push(await activateOnPage(shift, next, hour * 100 + waiting.length))
      waiting = others
    }
    await counter.activate(work)
    if (turn % 5 === 2) await counter.search(work)
    if (turn % 10 === 4) await counter.readResults()
    if (turn % 20 === 7) await counter.correct()
    if (turn % 40 === 3) await counter.readLists()
    await passUntil(shift, begun + ((turn + 1) / turns) * counterMs)
  }
  await endOutage()
  for (const [index, work] of waiting.entries()) onPage.push(await activateOnPage(shift, work, hour * 100 + 50 + index))

  await counter.changeSettings()
  await counter.lookBack()
  await comeToRest(shift)
  await counter.readResults()
  const newest = (await counter.jobs()).find(({ kind }) => kind === 'new-customer')
  if (newest?.userid !== undefined) await page.openCustomer(newest.userid)
  await page.readLabel()
  await page.lookAround()
  await page.openSecondTab()
  await counter.backUp()
  await passUntil(shift, begun + 60 * minute)
  return onPage
}

/** The page waits only for the platform: without faults, and with no other work before its own. */
async function activateOnPage(shift: Shift, { mac, effects }: PageWork, number: number): Promise<SavedWork> {
  const { platform, page, call } = shift
  await comeToRest(shift)
  await platform.setOptions({ faults: [] })
  await page.activate(mac, personNumbered(number))
  await platform.setOptions({ faults: usualFaults })
  const [job] = (await call('job.list', { limit: 1 })).jobs
  if (job?.box?.value !== mac) throw new Error(`The page did not save ${mac}`)
  const box = { identifier: { kind: 'mac', value: mac }, raw: mac, model: '' } as const
  const intent = { kind: 'hostname', box, hostname: '' } as const
  return { id: job.id, draftId: job.id, intent, effects, isImpossible: false }
}

function personNumbered(number: number): Person {
  const digits = String(20_000_000 + number)
  return {
    'First name': 'Amélie',
    'Last name': `Okonkwo ${digits}`,
    Mobile: `+336${digits}`,
    Street: '14 Rue des Lilas',
    'Zip code': '75020',
    City: 'Paris',
  }
}

async function passUntil({ host }: Shift, until: number): Promise<void> {
  while (host.lived() < until) await host.passUntil(Math.min(until, host.lived() + slice))
}

/** Time passes until no job is on its way or open. */
async function comeToRest(shift: Shift): Promise<void> {
  const { host, counter } = shift
  const latest = host.lived() + longestRest
  for (;;) {
    const open = await counter.correct()
    if (open === 0 && (await counter.unfinished()) === 0) return
    if (host.lived() > latest) throw new Error(`After ${longestRest / minute} min there are jobs that are not at rest`)
    await passUntil(shift, host.lived() + slice)
    // A thread that reads a long answer needs real time.
    await delay(restMs)
  }
}
