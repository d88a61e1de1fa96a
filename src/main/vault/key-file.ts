import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { renameFile } from '../storage/files.ts'

const base64 = z.base64()

/** How the data key is kept while the app is closed. Only `training-file` holds it in the clear. */
export const keyRecordSchema = z.discriminatedUnion('protection', [
  z.object({ protection: z.literal('training-file'), key: base64 }),
  z.object({
    protection: z.literal('passphrase'),
    salt: base64,
    cost: z.int(),
    nonce: base64,
    tag: base64,
    wrapped: base64,
  }),
  z.object({ protection: z.literal('system'), wrapped: base64 }),
])
export type KeyRecord = z.infer<typeof keyRecordSchema>

/** Reads the record; `none` where there is no file, `unreadable` where it is no such record. */
export function readKeyFile(path: string): KeyRecord | 'none' | 'unreadable' {
  if (!existsSync(path)) return 'none'
  try {
    return keyRecordSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return 'unreadable'
  }
}

/** Replaces the record in one step: whole, on disk and readable by this user alone, or not at all. */
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
  syncFolder(dirname(path))
}

/** Or rows that this key seals might outlive a power cut that its file's name does not. Windows does it unasked. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
