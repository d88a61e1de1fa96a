import { defined } from '../../shared/defined.ts'
import type { FleetJob } from '../../shared/domain/fleet.ts'
import type { HubAnswer } from '../../shared/fleet/hub-calls.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { subjectOf } from '../jobs/ledger/job-view.ts'
import type { Membership } from '../vault/fleet-membership.ts'
import type { HubFailure } from './ask-hub.ts'
import type { HubClient } from './hub-client.ts'
import { openWork, type WorkContent } from './work-content.ts'

export interface OpenedWork {
  readonly item: HubAnswer<'work.list'>['items'][number]
  /** Undefined: no member of this fleet sealed it. */
  readonly content: WorkContent | undefined
}

interface OpenedPage {
  readonly opened: readonly OpenedWork[]
  /** The last job of the page, if more follow. */
  readonly next: string | undefined
}

/** Opens a page of a station's unfinished jobs, at most a hundred. Only a supervisor has the key. */
export async function openWorkPage(
  client: Pick<HubClient, 'call'>,
  membership: Membership,
  station: string,
  after: string | undefined,
): Promise<Result<OpenedPage, HubFailure>> {
  const key = membership.fleetPrivateKey
  if (key === undefined) return fail({ is: 'refused', code: 'not-allowed' })
  const page = await client.call('work.list', { station, ...defined({ after }) })
  if (!page.ok) return page
  const { items, hasMore } = page.value
  const opened: OpenedWork[] = []
  for (const item of items) opened.push({ item, content: await openWork(key, membership, item.job, item.sealed) })
  return succeed({ opened, next: hasMore ? items.at(-1)?.job : undefined })
}

/** A job as the screens show it. */
export function viewOpened({ item, content }: OpenedWork): FleetJob {
  const { job: id, state } = item
  const changedAt = Date.parse(item.changedAt)
  if (content === undefined) return { id, state, changedAt, isUnreadable: true }
  const { payload, createdAt } = content.job
  const { box, customerName, userid, hostname } = subjectOf(payload.intent)
  const { technician, productName } = payload
  const told = defined({ box, customerName, userid, hostname, productName })
  return { id, state, changedAt, kind: payload.intent.kind, technician, createdAt, ...told }
}
