import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { renameFile, syncFolder } from '../storage/files.ts'

const base64 = z.base64()

const history = {
  /**
   * Set if the key was made under this protection, by a release that authenticates whole records. Any other key may once have been stored
   * unencrypted, or may open backups in which the columns around a sealed text are not authenticated.
   */
  bindsRecords: z.literal(true).optional(),
  /** The previous data key, sealed with this key. It stays as long as something is left that only the previous key opens. */
  former: base64.optional(),
}

/** How the data key is stored while the app is closed. Only `training-file` stores it unencrypted. */
export const keyRecordSchema = z.discriminatedUnion('protection', [
  z.object({ protection: z.literal('training-file'), key: base64 }),
  z.object({
    protection: z.literal('passphrase'),
    salt: base64,
    /** scrypt's parameter N. It is limited, because a foreign file must not exhaust the memory: 2 ** 18 takes 256 MiB. */
    cost: z
      .int()
      .min(2)
      .max(2 ** 18)
      .refine((cost) => Number.isInteger(Math.log2(cost))),
    /** scrypt's parameter p. Files of earlier versions do not contain it. */
    parallel: z.int().min(1).max(8).default(1),
    nonce: base64,
    tag: base64,
    wrapped: base64,
    ...history,
  }),
  z.object({ protection: z.literal('system'), wrapped: base64, ...history }),
])
export type KeyRecord = z.infer<typeof keyRecordSchema>

/** Reads the record. `none`: there is no file. `unreadable`: the file holds no valid record. */
export function readKeyFile(path: string): KeyRecord | 'none' | 'unreadable' {
  if (!existsSync(path)) return 'none'
  try {
    return keyRecordSchema.parse(JSON.parse(readFileSync(path, 'utf8')), { jitless: true })
  } catch {
    return 'unreadable'
  }
}

/** Replaces the record in one step. Only this user can read the file. */
export function writeKeyFile(path: string, record: KeyRecord): void {
  const fresh = `${path}.new`
  const file = openSync(fresh, 'w', 0o600)
  try {
    writeFileSync(file, JSON.stringify(record))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameFile(fresh, path)
  // Otherwise a power cut could lose the key file's name but keep rows sealed with its key.
  syncFolder(dirname(path))
}
