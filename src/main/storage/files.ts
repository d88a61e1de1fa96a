import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import type { z } from 'zod'

/** Waits until the folder's entries are on disk. Otherwise a power cut may undo a rename. Windows does not need this. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** Waits until the file's content is on disk. */
export const syncFile = (path: string): void => sync(path, 'r+')

function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The error codes of Windows while a virus scanner or a backup program has the file open. That lasts only a moment. */
const heldCodes: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY'])
const pauses = [10, 20, 40, 80, 160, 320, 640]

/** Renames a file and replaces an existing one. On Windows it retries for about a second while a program has either file open. */
export function renameFile(from: string, to: string, platform = process.platform, rename = renameSync): void {
  for (const pause of platform === 'win32' ? pauses : []) {
    try {
      return rename(from, to)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && heldCodes.has(error.code))) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  }
  rename(from, to)
}

/** A time for a file name: `20270115T090000`, in UTC. */
export const stampOf = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+Z$/g, '')

/** Parses stored JSON. Undefined if there is no text, if the text is not JSON, or if the value does not fit the schema. */
export function readJson<T>(text: string | undefined, schema: z.ZodType<T>): T | undefined {
  try {
    return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
