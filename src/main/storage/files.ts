import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'

/** Waits until the names in a folder are on disk: a renamed file may else have its old name after a power cut. Windows does it unasked. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** Waits until what a file holds is on disk. */
export function syncFile(path: string): void {
  sync(path, 'r+')
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** What Windows answers while a virus scanner or a backup has the file open: in a moment it lets go. */
const heldCodes: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY'])
const pauses = [10, 20, 40, 80, 160, 320, 640]

/** Renames a file, over another if there is one. On Windows it waits about a second for whoever holds either of the two. */
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

/** A time as it stands in a file's name: `20270115T090000`, by UTC. */
export const stampOf = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+Z$/g, '')
