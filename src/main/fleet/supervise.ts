import { defined } from '../../shared/defined.ts'
import type { BoardStation, HubAnswer, HubRequest } from '../../shared/fleet/hub-calls.ts'
import { type Result, succeed } from '../../shared/result.ts'
import { isRefusedWith, notUnderstood, type HubClient, type HubFailure } from './hub-client.ts'
import { takesMoney } from '../../shared/domain/job-kinds.ts'
import { plain } from '../../shared/domain/activity/fits-text.ts'
import type { CustomerFinding, FoundJob, FleetJob } from '../../shared/domain/fleet.ts'
import type { Membership } from '../vault/fleet-membership.ts'
import { openWorkPage, viewOpened, sealWork, type OpenedWork } from './work-content.ts'
import { aDay } from '../../shared/durations.ts'

/** The most stations of a fleet. */
const mostStations = 10_000

/** Reads the board page by page. A hub whose pages do not go on, or never end, is not believed. */
export async function readBoard(
  client: Pick<HubClient, 'call'>,
  stations?: readonly string[],
): Promise<Result<readonly BoardStation[], HubFailure>> {
  const found: BoardStation[] = []
  for (let after: string | undefined; found.length < mostStations;) {
    const wish = { ...defined({ after }), ...(stations !== undefined && { stations: [...stations] }) }
    const page = await client.call('board.read', wish)
    if (!page.ok) return page
    found.push(...page.value.stations)
    const last = page.value.stations.at(-1)?.id
    if (!page.value.hasMore || last === undefined) return succeed(found)
    if (last <= (after ?? '')) break
    after = last
  }
  return notUnderstood
}

type Totals = HubAnswer<'board.totals'>['totals']

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
  const { error } = page
  const isTooMuch =
    isRefusedWith(error, 'too-large') || (error.is === 'unreached' && error.failure === 'answer-too-large')
  if (!isTooMuch || from >= to) return page
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const middle = first + Math.floor((last - first) / aDay / 2) * aDay
  const before = await readTotals(client, from, dayOf(middle))
  if (!before.ok) return before
  const after = await readTotals(client, dayOf(middle + aDay), to)
  return after.ok ? succeed([...before.value, ...after.value]) : after
}

/** How many jobs a search opens before the user must continue it. It may open a few more, because it finishes each page. */
const mostOpened = 1000

type Place = NonNullable<CustomerFinding['next']>

/**
 * Searches the fleet's unfinished work for a customer's name. Opens the work station by station and job by job. Every word of `name` must
 * occur in the customer's name; case does not matter. The hub does not store finished work, so finished work is not found.
 */
export async function findCustomer(
  client: Pick<HubClient, 'call'>,
  membership: Membership,
  { name, from }: { readonly name: string; readonly from: Place | undefined },
): Promise<Result<CustomerFinding, HubFailure>> {
  const board = await readBoard(client)
  if (!board.ok) return board
  const words = plain(name).split(/\s+/).filter(Boolean)
  const stations = board.value
    .filter(({ id, inCare }) => inCare > 0 && id >= (from?.station ?? ''))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const found: FoundJob[] = []
  let [opened, unreadable] = [0, 0]
  for (const [index, { id, name: stationName }] of stations.entries()) {
    let after = id === from?.station ? from.job : undefined
    do {
      const page = await openWorkPage(client, membership, id, after)
      if (!page.ok) return page
      const jobs = page.value.opened.map(viewOpened)
      opened += jobs.length
      unreadable += jobs.filter(({ isUnreadable }) => isUnreadable).length
      for (const job of jobs)
        if (hasWords(job.customerName, words)) found.push({ ...job, station: { id, name: stationName } })
      after = page.value.next
      const following = after === undefined ? stations[index + 1]?.id : id
      if (opened >= mostOpened && following !== undefined)
        return succeed({ jobs: found, opened, unreadable, next: { station: following, ...defined({ job: after }) } })
    } while (after !== undefined)
  }
  return succeed({ jobs: found, opened, unreadable })
}

function hasWords(name: string | undefined, words: readonly string[]): boolean {
  if (name === undefined || words.length === 0) return false
  const ground = plain(name)
  return words.every((word) => ground.includes(word))
}

type Client = Pick<HubClient, 'call'>

const rescueBatch = 50
/** A hub that lists more jobs of one station is not believed. The hub's own limit is 20,000, unless the operator changes it. */
const mostListed = 50_000

/**
 * Opens the unfinished jobs of a station, page by page, until `most` jobs are open or no page is left. More than `most` jobs can be open at
 * the end, because each page is opened completely.
 */
async function openWorkOf(
  client: Client,
  membership: Membership,
  station: string,
  most: number,
): Promise<Result<{ readonly opened: readonly OpenedWork[]; readonly hasMore: boolean }, HubFailure>> {
  const opened: OpenedWork[] = []
  for (let after: string | undefined; ;) {
    const page = await openWorkPage(client, membership, station, after)
    if (!page.ok) return page
    opened.push(...page.value.opened)
    after = page.value.next
    if (after === undefined) return succeed({ opened, hasMore: false })
    if (opened.length >= most) return succeed({ opened, hasMore: true })
  }
}

/** The unfinished jobs of a station, for the screen. Stops after the page that reaches `most` jobs. */
export async function listWorkOf(
  client: Client,
  membership: Membership,
  station: string,
  most: number,
): Promise<Result<{ readonly jobs: FleetJob[]; readonly hasMore: boolean }, HubFailure>> {
  const found = await openWorkOf(client, membership, station, most)
  if (!found.ok) return found
  return succeed({ jobs: found.value.opened.map(viewOpened), hasMore: found.value.hasMore })
}

interface Moved {
  readonly moved: number
  /** Until when the hub holds some of the moved jobs back; see `work.rescue`. ISO 8601, by the hub's clock. Absent if it holds none back. */
  readonly heldBackUntil?: string
}
interface Rescued extends Moved {
  readonly left: number
  /** How many of the jobs in `left` do not open. Absent if there are none. */
  readonly unopened?: number
}

/** The most passes over a station's jobs. Each pass reads the jobs again, because some may have changed in the meantime. */
const mostPasses = 3

/**
 * Moves jobs of one station to another. Each job is opened, sealed to the other station's key, and moved with its claim. Jobs that
 * change in the meantime are read again. Jobs that do not open are not moved. `jobs`: the ids of the jobs; undefined for all jobs.
 */
export async function rescueWork(
  client: Client,
  membership: Membership,
  {
    from,
    to,
    jobs,
  }: { readonly from: string; readonly to: BoardStation; readonly jobs: readonly string[] | undefined },
): Promise<Result<Rescued, HubFailure>> {
  let [sum, left, unopened]: [Moved, number, number] = [noneMoved, 0, 0]
  const told = (): Rescued => ({ ...sum, left, ...(unopened > 0 && { unopened }) })
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const listed = await openWorkOf(client, membership, from, mostListed)
    const found = listed.ok && listed.value.hasMore ? notUnderstood : listed
    if (!found.ok) return sum.moved === 0 ? found : succeed(told())
    const wanted = found.value.opened.filter(({ item }) => jobs === undefined || jobs.includes(item.job))
    unopened = wanted.filter(({ content }) => content === undefined).length
    left = wanted.length
    const result = await moveAll(client, membership, { from, to }, wanted)
    if (!result.ok) return sum.moved === 0 ? result : succeed(told())
    sum = add(sum, result.value)
    left -= result.value.moved
    if (left === unopened) break
  }
  return succeed(told())
}

const noneMoved: Moved = { moved: 0 }

function add(one: Moved, other: Moved): Moved {
  const ends = [one, other].flatMap(({ heldBackUntil }) => heldBackUntil ?? [])
  // Times in ISO 8601 sort as text.
  return { moved: one.moved + other.moved, ...defined({ heldBackUntil: ends.toSorted().at(-1) }) }
}

async function moveAll(
  client: Client,
  membership: Membership,
  { from, to }: { readonly from: string; readonly to: BoardStation },
  wanted: readonly OpenedWork[],
): Promise<Result<Moved, HubFailure>> {
  let sum = noneMoved
  for (let first = 0; first < wanted.length; first += rescueBatch) {
    const items: HubRequest<'work.rescue'>['items'] = []
    for (const { item, content } of wanted.slice(first, first + rescueBatch)) {
      if (content === undefined) continue
      const sealed = await sealWork(to.sealKey, membership, content)
      const spends = content.job.steps.some(({ kind, state }) => state !== 'done' && takesMoney(kind))
      const { job, fence, version } = item
      items.push({ job, fence, version, sealed, ...(spends && { takesMoney: true }) })
    }
    if (items.length === 0) continue
    const result = await moveSome(client, { from, to: to.id, items })
    if (!result.ok) return sum.moved === 0 ? result : succeed(sum)
    sum = add(sum, result.value)
  }
  return succeed(sum)
}

/** Moves some jobs in one request. If one of the jobs has changed, the hub moves none. Then each job gets its own request. */
async function moveSome(client: Client, request: HubRequest<'work.rescue'>): Promise<Result<Moved, HubFailure>> {
  const reply = await client.call('work.rescue', request)
  if (reply.ok) {
    const moved = reply.value.items.map((item) => ({ moved: 1, ...defined({ heldBackUntil: item.heldBackUntil }) }))
    return succeed(moved.reduce<Moved>(add, noneMoved))
  }
  const isChanged = isRefusedWith(reply.error, 'conflict')
  if (!isChanged || request.items.length === 1) return isChanged ? succeed(noneMoved) : reply
  let sum = noneMoved
  for (const item of request.items) {
    const one = await moveSome(client, { ...request, items: [item] })
    if (one.ok) sum = add(sum, one.value)
    else if (one.error.is === 'unreached') return sum.moved === 0 ? one : succeed(sum)
  }
  return succeed(sum)
}
