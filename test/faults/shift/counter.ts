import type { Response } from '../../../src/shared/bridge/contract.ts'
import type { ErrorCode } from '../../../src/shared/bridge/errors.ts'
import type { JobSummary } from '../../../src/shared/domain/job.ts'
import { formatMac } from '../../../src/shared/domain/device-identifier.ts'
import type { SavedWork } from '../compare-ledger.ts'
import { effectOf, type Work } from '../make-work.ts'
import { Refusal, type CallHost } from './call-host.ts'
import { usualHostname } from './plan-shift.ts'

/** What a technician does at the counter, in calls of the bridge as the page makes them. */
export interface Counter {
  /** Looks the box up and saves the work. */
  readonly activate: (work: Work) => Promise<void>
  /** Saves a list of boxes at once. */
  readonly saveList: (name: string, list: readonly Work[]) => Promise<void>
  /** Finds a customer by the box, by name and by user ID. A platform that cannot be reached does not count as an error. */
  readonly search: (work: Work) => Promise<void>
  /** Reads whole lists of customers and of boxes, page by page. */
  readonly readLists: () => Promise<void>
  /** Opens the results of all work that has come to rest. */
  readonly readResults: () => Promise<void>
  /** Corrects what the platform refused, and has undecided work checked again; gives how much of it there was. */
  readonly correct: () => Promise<number>
  /** Changes settings of this computer and of the connection, and back. */
  readonly changeSettings: () => Promise<void>
  /** Looks at the activity and its figures, and exports it. */
  readonly lookBack: () => Promise<void>
  readonly backUp: () => Promise<void>
  /** Number of unfinished jobs. */
  readonly unfinished: () => Promise<number>
  readonly jobs: () => Promise<readonly JobSummary[]>
  /** All work that was saved here. */
  readonly saved: () => readonly SavedWork[]
  /** How often each thing was done. */
  readonly done: () => Readonly<Record<string, number>>
}

const atOnce = 200
/** At a counter, nobody looks through more pages of a list than this. */
const mostPages = 5

export function createCounter(call: CallHost, connectionId: string): Counter {
  const saved: SavedWork[] = []
  const read = new Set<string>()
  const done: Record<string, number> = {}
  const note = (what: string, count = 1): void => {
    done[what] = (done[what] ?? 0) + count
  }
  const jobs = async (): Promise<readonly JobSummary[]> => {
    const all: JobSummary[] = []
    for (;;) {
      const before = all.at(-1)?.sequence
      const page = await call('job.list', { limit: atOnce, ...(before !== undefined && { before }) })
      all.push(...page.jobs)
      if (!page.hasMore) return all
    }
  }
  const saveOne = async ({ draftId, intent }: Work): Promise<string> =>
    (await call('job.save', { draftId, intent, evenIfKnown: true })).id

  return {
    async activate(work) {
      await call('box.look-up', { identifier: work.intent.box.identifier })
      saved.push({ ...work, id: await saveOne(work) })
      note('saved')
    },
    async saveList(name, list) {
      if (list.length === 0) return
      const digest = Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64)
      const { batch } = await call('bulk.find', { connectionId, digest })
      const rows = list.map(({ intent }, index) => ({ line: index + 1, intent }))
      await call('bulk.save', { connectionId, batch, rows, evenIfKnown: true })
      const results = await call('bulk.results', { batch, after: 0, limit: rows.length })
      for (const { line, job } of results.rows) {
        const work = list[line - 1]
        if (work !== undefined) saved.push({ ...work, id: job.id })
      }
      note('saved in lists', results.rows.length)
    },
    async search({ intent }) {
      const box = formatMac(intent.box.identifier.value, 'colon')
      const found = await call('customers.direct', { slot: 'find', text: box })
      const lastname = intent.kind === 'new-customer' ? intent.customer.lastname : 'Whitfield'
      await reachedOrNot(call('customers.find', { slot: 'list', filter: { lastname } }))
      const userid = found.jobs[0]?.userid
      if (userid !== undefined)
        await reachedOrNot(call('customers.read', { slot: 'page', userid, customermappingid: '' }))
      note('searches')
    },
    async readLists() {
      let cursor: string | undefined
      for (let page = 0; page < mostPages; page += 1) {
        const list: Response<'customers.find'> | undefined = await reachedOrNot(
          call('customers.find', { slot: 'list', filter: {}, ...(cursor !== undefined && { cursor }) }),
        )
        note('list pages')
        cursor = list?.kind === 'page' ? list.next : undefined
        if (cursor === undefined) break
      }
      await reachedOrNot(call('customers.by-reseller', { slot: 'list', resellerId: '0', page: 1 }))
      await reachedOrNot(call('hostname.read', { hostname: usualHostname }))
      note('list pages', 2)
    },
    async readResults() {
      const { jobs: newest } = await call('job.list', { limit: 50, states: ['done', 'unconfirmed'] })
      for (const { id } of newest) {
        if (read.has(id)) continue
        read.add(id)
        await call('job.read', { id })
        note('results read')
      }
    },
    async correct() {
      const { jobs: open } = await call('job.list', { limit: atOnce, states: ['refused', 'needs-you'] })
      for (const { id, state } of open) {
        if (state === 'needs-you') {
          await call('job.check-again', { id })
          note('checked again')
          continue
        }
        const { intent, revision } = await call('job.read', { id })
        const index = saved.findIndex((work) => work.id === id)
        const work = saved[index]
        if (intent.kind !== 'new-customer' || work === undefined) continue
        await call('job.correct', { id, revision, intent: { ...intent, plan: { ...intent.plan, productid: '101' } } })
        const box = formatMac(work.intent.box.identifier.value, 'colon')
        saved[index] = { ...work, isImpossible: false, effects: [effectOf.create(box), effectOf.bindUser(box)] }
        note('corrected')
      }
      return open.length
    },
    async changeSettings() {
      const { preferences, connections } = await call('app.snapshot', {})
      await call('preferences.save', { sounds: !preferences.sounds })
      const settings = connections.find((one) => one.settings.id === connectionId)?.settings
      if (settings !== undefined) await call('connection.save', { ...settings, supportNumber: '0800 555 0142' })
      note('settings saved', 2)
    },
    async lookBack() {
      const now = Date.now()
      const first = await call('activity.list', { filter: {}, limit: 100 })
      if (first.next !== undefined) await call('activity.list', { filter: {}, limit: 100, after: first.next })
      await call('activity.statistics', { edges: [now - 86_400_000, now + 86_400_000] })
      await call('activity.export', { filter: {} })
      await call('job.list', { limit: 50, text: 'Okonkwo' })
      note('looked back')
    },
    async backUp() {
      await call('maintenance.back-up', {})
      note('backed up')
    },
    async unfinished() {
      const { saved: stored, sending, checking, waiting } = (await call('app.snapshot', {})).counts
      return stored + sending + checking + waiting
    },
    jobs,
    saved: () => saved,
    done: () => done,
  }
}

/** What a look-up returns while the platform cannot be used. */
const withoutPlatform: ReadonlySet<ErrorCode> = new Set(['not-reached', 'needs-network', 'not-understood'])

/** The answer; undefined if the platform could not be used. */
async function reachedOrNot<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Refusal && withoutPlatform.has(error.code)) return undefined
    throw error
  }
}
