import { closeSync, fsyncSync, openSync } from 'node:fs'

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

/** A time as it stands in a file's name: `20270115T090000`, by UTC. */
export const stampOf = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+Z$/g, '')
