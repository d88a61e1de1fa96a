import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import { readTransferredJobs } from '../maintenance/transferred-jobs.ts'
import { transferContentSchema } from '../maintenance/transfer-file.ts'
import type { Clock } from '../ports.ts'
import { readJson } from '../storage/files.ts'
import type { Sealing } from '../vault/sealing.ts'
import type { FleetSecrets } from '../vault/fleet-membership.ts'
import { openSealed, sealedAbout, sealFor } from './seal-for.ts'

/** One job in the fleet's care: what a transfer file carries of it, and where it is to be sent. No token is in it. */
const workContentSchema = z.object({
  connection: transferContentSchema.shape.connection,
  job: transferContentSchema.shape.jobs.element,
  /** The name of the station that saved it, or had it before. */
  from: z.string(),
})
export type WorkContent = z.infer<typeof workContentSchema>

/** Undefined if the job's record does not open. */
export function readWorkContent(
  { database, sealing, clock }: { readonly database: DatabaseSync; readonly sealing: Sealing; readonly clock: Clock },
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

/** Undefined if it was not sealed by a member of the fleet for this key, or as another job. */
export async function openWork(
  privateKey: string,
  secrets: Pick<FleetSecrets, 'claimKey'>,
  id: string,
  sealed: string,
): Promise<WorkContent | undefined> {
  const content = readJson(await openSealed(privateKey, secrets, sealedAbout.work(id), sealed), workContentSchema)
  return content?.job.id === id ? content : undefined
}
