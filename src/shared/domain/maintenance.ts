import { z } from 'zod'
import { deviceIdentifierSchema } from './device-identifier-schema.ts'
import { jobKindSchema, jobStateSchema } from './job.ts'

/**
 * An event that concerns all work of this computer, shown until the user has read it. `restored`: a backup was restored. `copied`: the
 * data folder is a copy. `taken-over`: work of another computer was imported. `taken-back`: this computer imported its own
 * file, which it had exported for another computer. `started-afresh`: a new ledger was begun
 * beside a damaged ledger. `new-key`: the key was replaced, and the backups and files under the former key were deleted.
 * `connection-erased`: a connection was removed with all its data. `changed-outside`: another program has changed or removed job records.
 * `jobs`: how many jobs are read back before anything is sent for them.
 */
export const noticeSchema = z.object({
  kind: z.enum([
    'restored',
    'copied',
    'taken-over',
    'taken-back',
    'started-afresh',
    'new-key',
    'connection-erased',
    'changed-outside',
  ]),
  /** Milliseconds since 1970. */
  at: z.number(),
  jobs: z.int(),
  /**
   * The content depends on `kind`: the id of the other installation, the name of the file that was set aside, the name of the backup with
   * the new key, or the name of the connection.
   */
  from: z.string().max(200),
})
export type MaintenanceNotice = z.infer<typeof noticeSchema>

/**
 * The report of an erasure: what was erased, when and by which technician, and what could not be erased. Paths are within the data folder.
 * The report names no other person.
 */
export const erasureReportSchema = z.object({
  of: z.enum(['connection', 'everything']),
  /** The connection's name. Absent if everything was erased. */
  name: z.string().optional(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The technician's name; empty if none was given. */
  by: z.string(),
  jobs: z.int(),
  files: z.array(z.string()),
  /** Paths that could not be erased, each with the file system's error code. */
  failed: z.array(z.object({ path: z.string(), code: z.string() })),
  /** Files that were not erased, because they belong to other computers. */
  left: z.array(z.string()),
})
export type ErasureReport = z.infer<typeof erasureReportSchema>

export const backupViewSchema = z.object({
  name: z.string(),
  /** Milliseconds since 1970. */
  madeAt: z.number(),
  bytes: z.int(),
  state: z.enum(['sound', 'damaged', 'newer']),
  jobs: z.int(),
  unfinished: z.int(),
  /** The id of the installation that made the backup. Empty if it cannot be read. */
  installation: z.string(),
  /** Whether this computer made the backup and can restore it. Otherwise only the backup's unfinished work can be imported. */
  isOwn: z.boolean(),
  /** True for a file that an earlier restore set aside. It is not in the folder of the backups, but it can be restored as well. */
  isSetAside: z.boolean(),
  /** How many unfinished jobs of the present file are not in this one. A restore sets them aside. 0 if the present file cannot be read. */
  missing: z.int(),
})
export type BackupView = z.infer<typeof backupViewSchema>

/** Why the last backup failed. Work continues anyway. */
export const backupFailures = ['no-room', 'not-sound', 'failed'] as const
export type BackupFailure = (typeof backupFailures)[number]

/** Why nothing is sent until the user decides: the data folder was copied or jobs were imported. */
export const sendLocks = ['copied', 'imported'] as const
export type SendLock = (typeof sendLocks)[number]

export const maintenanceViewSchema = z.object({
  /** Time of the newest backup, milliseconds since 1970; absent if there is none. */
  lastBackup: z.number().optional(),
  backupFailure: z.enum(backupFailures).optional(),
  /** How many records cannot be read. These records are set aside and not sent. */
  quarantined: z.int(),
  notices: z.array(noticeSchema),
  sendLocked: z.boolean(),
  /** What the user has to decide: whether the original or the copied folder sends the jobs, or whether to send imported jobs. */
  sendLock: z.enum(sendLocks).optional(),
})
export type MaintenanceView = z.infer<typeof maintenanceViewSchema>

/** The most base64 characters of a file that crosses the bridge. */
export const largestFile = 8 * 1024 * 1024
/** The characters of an installation's id. It has none that are easily misread: no I, L, O, U, 0 or 1. */
export const installationAlphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
export const installationLength = 6
/** The id of an installation, in the form in which it is shown and typed. */
export const installationIdSchema = z
  .string()
  .trim()
  .transform((id) => id.toUpperCase())
  .pipe(z.string().regex(new RegExp(`^[${installationAlphabet}]{${installationLength}}$`), 'installation'))
export const ownPassphraseSchema = z.string().min(8, 'too-short').max(500, 'too-long')
/** The passphrase of a transfer file. The file may be copied on its way, so a short passphrase is refused. */
export const filePassphraseSchema = z.string().min(10, 'too-short').max(500, 'too-long')

export const incomingJobSchema = z.object({
  id: z.string(),
  kind: jobKindSchema,
  state: jobStateSchema,
  userid: z.string().optional(),
  customerName: z.string().optional(),
  customermappingid: z.string().optional(),
  box: deviceIdentifierSchema.optional(),
  hostname: z.string().optional(),
  /** The name of the product in this computer's connection, or else the product's id. */
  product: z.string().optional(),
  /** How many calls may have reached the platform, as far as the file shows. */
  sent: z.int(),
  /** True if the job already exists on this computer. The import then does not change the job. */
  isKnown: z.boolean(),
})
export type IncomingJob = z.infer<typeof incomingJobSchema>
