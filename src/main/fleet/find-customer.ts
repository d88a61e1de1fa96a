import { defined } from '../../shared/defined.ts'
import { plain } from '../../shared/domain/activity/fits-text.ts'
import type { CustomerFinding, FoundJob } from '../../shared/domain/fleet.ts'
import { succeed, type Result } from '../../shared/result.ts'
import type { Membership } from '../vault/fleet-membership.ts'
import type { HubFailure } from './ask-hub.ts'
import type { HubClient } from './hub-client.ts'
import { openWorkPage, viewOpened } from './work-content.ts'
import { readBoard } from './read-board.ts'

/** How many jobs one search opens before it stops and lets the user continue. The last page may exceed this number a little. */
const mostOpened = 1000

/** Where a search continues: at this station, after this job. */
type Place = NonNullable<CustomerFinding['next']>

/**
 * Searches the fleet's unfinished work for a customer's name. Opens the work station by station and job by job. Every word of the name must
 * occur, in upper or lower case. The hub does not store finished work, so finished work is not found.
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
