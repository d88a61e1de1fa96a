import { defined } from '../../shared/defined.ts'
import type { BoardStation, HubAnswer } from '../../shared/fleet/hub-calls.ts'
import { type Result, succeed } from '../../shared/result.ts'
import { isRefusedWith, type HubClient, type HubFailure } from './hub-client.ts'
import { plain } from '../../shared/domain/activity/fits-text.ts'
import type { CustomerFinding, FoundJob } from '../../shared/domain/fleet.ts'
import type { Membership } from '../vault/fleet-membership.ts'
import { openWorkPage, viewOpened } from './work-content.ts'

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
  const { error } = page
  const isTooMuch =
    isRefusedWith(error, 'too-large') || (error.is === 'unreached' && error.failure === 'answer-too-large')
  if (!isTooMuch || from >= to) return page
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const middle = first + Math.floor((last - first) / dayMs / 2) * dayMs
  const before = await readTotals(client, from, dayOf(middle))
  if (!before.ok) return before
  const after = await readTotals(client, dayOf(middle + dayMs), to)
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
