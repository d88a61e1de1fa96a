import { z } from 'zod'
import { deviceIdentifierSchema } from './device-identifier-schema.ts'
import { jobKindSchema, jobStateSchema } from './job.ts'

/**
 * Something that happened to all the work of this computer, shown until the user has read it. `restored`: from a backup.
 * `copied`: the data folder came from another computer. `taken-over`: work of another computer was imported. `started-afresh`:
 * beside a damaged file. `new-key`: the key was replaced, and the backups and files that the former key opens were deleted. `connection-erased`: a connection was removed with all its data.
 * `changed-outside`: another program has changed or removed the records of so many jobs. `jobs`: how many are read back before anything is sent for them.
 */
export const noticeSchema = z.object({
  kind: z.enum([
    'restored',
    'copied',
    'taken-over',
    'started-afresh',
    'new-key',
    'connection-erased',
    'changed-outside',
  ]),
  /** Milliseconds since 1970. */
  at: z.number(),
  jobs: z.int(),
  /** The installation it came from, the name of the earlier file that was set aside, of the backup with the new key, or of the connection. */
  from: z.string().max(200),
})
export type MaintenanceNotice = z.infer<typeof noticeSchema>

/** What was erased, when and by whom, and what could not be; paths within the data folder. Names nobody but who erased it. */
export const erasureReportSchema = z.object({
  of: z.enum(['connection', 'everything']),
  /** Of the connection; absent if everything was erased. */
  name: z.string().optional(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The technician's name; empty if none was given. */
  by: z.string(),
  jobs: z.int(),
  files: z.array(z.string()),
  /** With the file system's error code. */
  failed: z.array(z.object({ path: z.string(), code: z.string() })),
  /** Files that stay, because they belong to other computers. */
  left: z.array(z.string()),
})
export type ErasureReport = z.infer<typeof erasureReportSchema>

/** A backup as listed; only a sound one can be restored. */
export const backupViewSchema = z.object({
  name: z.string(),
  /** Milliseconds since 1970. */
  madeAt: z.number(),
  bytes: z.int(),
  state: z.enum(['sound', 'damaged', 'newer']),
  jobs: z.int(),
  unfinished: z.int(),
  /** The installation that made it; empty if that cannot be read. */
  installation: z.string(),
  /**
   * True if this computer made the backup, so that it can be restored here. False if another computer made it: its unfinished
   * work can be imported.
   */
  isOwn: z.boolean(),
})
export type BackupView = z.infer<typeof backupViewSchema>

/** Why the last backup failed; work continues. */
export const backupFailures = ['no-room', 'not-sound', 'failed'] as const
export type BackupFailure = (typeof backupFailures)[number]

/** Why nothing is sent until the user decides: the data folder was copied, or jobs were imported. */
export const sendLocks = ['copied', 'imported'] as const
export type SendLock = (typeof sendLocks)[number]

export const maintenanceViewSchema = z.object({
  /** Time of the newest backup, milliseconds since 1970; absent if there is none. */
  lastBackup: z.number().optional(),
  backupFailure: z.enum(backupFailures).optional(),
  /** Records that cannot be read: they are set aside, and nothing is sent from them. */
  quarantined: z.int(),
  notices: z.array(noticeSchema),
  /** Nothing is sent until the user decides. */
  sendLocked: z.boolean(),
  /** What has to be decided: who sends the jobs of a copied folder, or whether imported jobs are sent. */
  sendLock: z.enum(sendLocks).optional(),
})
export type MaintenanceView = z.infer<typeof maintenanceViewSchema>

/** Most characters of base64 of a file that goes over the bridge. */
export const largestFile = 8 * 1024 * 1024
/** The id of an installation, as shown and typed. */
export const installationIdSchema = z
  .string()
  .trim()
  .transform((id) => id.toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{4,12}$/, 'installation'))
/** The passphrase that protects the stored work of this computer. */
export const ownPassphraseSchema = z.string().min(8, 'too-short').max(500, 'too-long')
/** The passphrase of a transfer file. The file may be copied on its way, so a short passphrase is refused. */
export const filePassphraseSchema = z.string().min(10, 'too-short').max(500, 'too-long')

/** A job in a file of another computer, as it would be imported. */
export const incomingJobSchema = z.object({
  id: z.string(),
  kind: jobKindSchema,
  state: jobStateSchema,
  userid: z.string().optional(),
  customerName: z.string().optional(),
  customermappingid: z.string().optional(),
  box: deviceIdentifierSchema.optional(),
  hostname: z.string().optional(),
  /** By the name that the connection here has for it, otherwise its id. */
  product: z.string().optional(),
  /** Calls that may have reached the platform, as far as the file tells. */
  sent: z.int(),
  /** It is here already and stays as it is. */
  isKnown: z.boolean(),
})
export type IncomingJob = z.infer<typeof incomingJobSchema>
