import { z } from 'zod'

/**
 * Something that happened to all of this computer's work at once, told until a person has read it: `restored` from a backup ·
 * `copied` the data folder came from another computer · `taken-over` work of another computer · `started-afresh` beside a
 * damaged file. `jobs`: read back before anything is sent for them.
 */
export const noticeSchema = z.object({
  kind: z.enum(['restored', 'copied', 'taken-over', 'started-afresh']),
  /** Milliseconds since 1970. */
  at: z.number(),
  jobs: z.int(),
  /** The installation it came from, or the name under which the earlier file is kept. */
  from: z.string().max(200),
})
export type MaintenanceNotice = z.infer<typeof noticeSchema>

/** A backup as it is listed; one that is not sound cannot be restored. */
export const backupViewSchema = z.object({
  name: z.string(),
  /** Milliseconds since 1970. */
  madeAt: z.number(),
  bytes: z.int(),
  state: z.enum(['sound', 'damaged', 'newer']),
  jobs: z.int(),
  unfinished: z.int(),
  /** Whose it is; empty where that cannot be read. */
  installation: z.string(),
  /** Of this computer: it can be restored. Of another: its unfinished work can be taken over. */
  isOwn: z.boolean(),
})
export type BackupView = z.infer<typeof backupViewSchema>

/** Why the last try at a backup failed; work goes on. */
export const backupFailures = ['no-room', 'not-sound', 'failed'] as const
export type BackupFailure = (typeof backupFailures)[number]

/** How this computer's work is kept, for the frame of the screen. */
export const keepingViewSchema = z.object({
  /** Milliseconds since 1970 of the newest backup; absent where there is none. */
  lastBackup: z.number().optional(),
  backupFailure: z.enum(backupFailures).optional(),
  /** Records that cannot be read: set aside, nothing is sent from them. */
  quarantined: z.int(),
  notices: z.array(noticeSchema),
  /** The data folder was copied: nothing is sent until a person says that the computer it came from does not send any more. */
  held: z.boolean(),
})
export type KeepingView = z.infer<typeof keepingViewSchema>

/** The most characters of base64 that a file may have that travels over the bridge. */
export const largestFile = 8 * 1024 * 1024
/** An installation's id, as it is shown and typed. */
export const installationIdSchema = z
  .string()
  .trim()
  .transform((id) => id.toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{4,12}$/, 'installation'))
/** What protects a file that travels: it may be copied on the way, so it is longer than a word. */
export const filePassphraseSchema = z.string().min(10, 'too-short').max(500, 'too-long')
