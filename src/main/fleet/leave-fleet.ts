import type { HubAnswer } from '../../shared/fleet/hub-calls.ts'
import type { Result } from '../../shared/result.ts'
import { createClaimedJobs, prepareStanding } from '../jobs/ledger/fleet-rows.ts'
import { createElsewhere } from '../jobs/ledger/ledger.ts'
import { createHubClient, type HubClientDeps, type HubFailure } from './hub-client.ts'
import type { Member, MemberDeps } from './member.ts'

/**
 * Tells the hub that this computer leaves, and which jobs stay on this computer. The member is stopped before, so that no copy of a job
 * reaches the hub later. Its own client has stopped with it, so this call has a client of its own.
 */
export async function tellHubOfLeaving(
  { transport, clock, random }: Pick<HubClientDeps, 'transport' | 'clock' | 'random'>,
  { membership, listEndings }: Pick<Member, 'membership' | 'listEndings'>,
): Promise<Result<HubAnswer<'stations.leave'>, HubFailure>> {
  const client = createHubClient({ transport, clock, random, membership, onLink: () => undefined })
  return client.call('stations.leave', { jobs: await listEndings() })
}

/**
 * Makes jobs wait that a supervisor may have moved, or may still move, to another computer. They are read on the platform before they are
 * sent. If the platform cannot show whether a job was sent, a technician decides. Returns the ids of the jobs. Runs within the caller's
 * transaction, before the hub's answers are forgotten.
 */
export function readDoubtfulFirst({
  database,
  sealing,
  clock,
}: Pick<MemberDeps, 'database' | 'sealing' | 'clock'>): readonly string[] {
  const doubtful = createClaimedJobs(database).doubtful()
  createElsewhere(database, sealing, clock).readBackFirst(undefined, doubtful)
  const standingOf = prepareStanding(database)
  return doubtful.flatMap((sequence) => standingOf(sequence)?.id ?? [])
}
