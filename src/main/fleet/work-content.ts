import type { ImportDeps } from '../maintenance/import-work.ts'
import { z } from 'zod'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import { readTransferredJobs } from '../maintenance/export-work.ts'
import { transferContentSchema, transferredJobSchema } from '../maintenance/transfer-file.ts'
import { readJson } from '../storage/files.ts'
import type { FleetSecrets, Membership } from '../vault/fleet-membership.ts'
import { openSealed, sealedAbout, sealFor } from './fleet-keys.ts'
import { defined } from '../../shared/defined.ts'
import type { FleetJob } from '../../shared/domain/fleet.ts'
import type { HubAnswer } from '../../shared/fleet/hub-calls.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { subjectOf } from '../jobs/ledger/job-view.ts'
import { type HubClient, type HubFailure, notUnderstood } from './hub-client.ts'

/** One job as the hub stores it: the job as in a transfer file, and the platform to which it must be sent. Contains no token. */
const workContentSchema = z.object({
  connection: transferContentSchema.shape.connection,
  job: transferredJobSchema,
  /** The name of the station that saved the job or had it before. */
  from: z.string().max(200),
})
export type WorkContent = z.infer<typeof workContentSchema>

/** Reads a job's content. Undefined if its record does not open. */
export function readWorkContent(
  { database, sealing, clock }: ImportDeps,
  sequence: number,
  { name, baseUrl, crmService }: Connection,
  from: string,
): WorkContent | undefined {
  const [job] = readTransferredJobs(database, sealing, clock, [sequence])
  return job && { connection: { name, baseUrl, crmService }, job, from }
}

/** Seals a job for the fleet or for one station; base64. */
export const sealWork = (
  publicKey: string,
  secrets: Pick<FleetSecrets, 'claimKey'>,
  content: WorkContent,
): Promise<string> => sealFor(publicKey, secrets, sealedAbout.work(content.job.id), JSON.stringify(content))

/** Opens a sealed job. Undefined unless a member of the fleet sealed it for this key and as this job. */
export async function openWork(
  privateKey: string,
  secrets: Pick<FleetSecrets, 'claimKey'>,
  id: string,
  sealed: string,
): Promise<WorkContent | undefined> {
  const content = readJson(await openSealed(privateKey, secrets, sealedAbout.work(id), sealed), workContentSchema)
  return content?.job.id === id ? content : undefined
}

export interface OpenedWork {
  readonly item: Omit<HubAnswer<'work.list'>['items'][number], 'sealed'>
  /** Undefined if no member of this fleet sealed the job. */
  readonly content: WorkContent | undefined
}

interface OpenedPage {
  readonly opened: readonly OpenedWork[]
  /** The id of the page's last job, if more pages follow. */
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
  const last = items.at(-1)?.job
  // A hub that repeats a page would be asked without end.
  if (hasMore && last !== undefined && last <= (after ?? '')) return notUnderstood
  const opened: OpenedWork[] = []
  for (const { sealed, ...item } of items)
    opened.push({ item, content: await openWork(key, membership, item.job, sealed) })
  return succeed({ opened, next: hasMore ? last : undefined })
}

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
