import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { listDataFiles, type DataFile } from './data-files.ts'
import { syncFile, syncFolder } from './files.ts'

/** What an erasure deleted, and what it could not delete, with the file system's error code; paths within the folder. */
export interface ErasedFiles {
  readonly files: readonly string[]
  readonly failed: readonly { readonly path: string; readonly code: string }[]
}

/** As long as this file is there, an erasure of the whole folder is not over. Holds nothing. */
const markerName = 'erasing.json'
const order: readonly DataFile['holds'][] = ['key', 'copy', 'ledger', 'own']

/**
 * Deletes all that Setdesk stored in its folder: the keys first, overwritten, so that whatever is left cannot be opened. Nothing
 * of it may be open. An erasure that is cut off is finished by `finishErasure`, so nothing new may be stored before this returns.
 */
export function eraseFolder(folder: string, remove: (path: string) => void = removeFile): ErasedFiles {
  const marker = join(folder, markerName)
  if (!existsSync(marker)) mark(folder, marker)
  const listed = listDataFiles(folder).filter(({ is }) => order.includes(is.holds))
  const sorted = listed.toSorted((one, other) => order.indexOf(one.is.holds) - order.indexOf(other.is.holds))
  const keys = sorted.filter(({ is }) => is.holds === 'key')
  const erased = deleteFiles(
    folder,
    keys.map(({ path }) => path),
    remove,
  )
  syncFolder(folder)
  const others = deleteFiles(
    folder,
    sorted.slice(keys.length).map(({ path }) => path),
    remove,
  )
  for (const name of new Set(listed.map(({ path }) => dirname(path)).filter((name) => name !== '.')))
    tryTo(() => rmdirSync(join(folder, name)))
  remove(marker)
  syncFolder(folder)
  return { files: [...erased.files, ...others.files], failed: [...erased.failed, ...others.failed] }
}

/** At the start, before anything of the folder is read: finishes an erasure that was cut off. */
export function finishErasure(folder: string): void {
  if (existsSync(join(folder, markerName))) eraseFolder(folder)
}

/** Deletes files of the folder, one after the other. One that another program holds is among the failed, and the rest go. */
export function deleteFiles(
  folder: string,
  paths: readonly string[],
  remove: (path: string) => void = removeFile,
): ErasedFiles {
  const failed: { path: string; code: string }[] = []
  const files = paths.filter((path) => {
    try {
      remove(join(folder, path))
      return true
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      failed.push({ path, code: String(error.code) })
      return false
    }
  })
  return { files, failed }
}

/** On a full disk the erasure goes on without it: it makes the room. */
function mark(folder: string, marker: string): void {
  tryTo(() => {
    writeFileSync(marker, '{}', { mode: 0o600 })
    syncFile(marker)
    syncFolder(folder)
  })
}

const largestOverwritten = 1_000_000

/** Small files, the keys among them, are overwritten first: the freed blocks of a disk may be read for a long time. */
function removeFile(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > 0 && size <= largestOverwritten) tryTo(() => overwrite(path, size))
  rmSync(path, { force: true })
}

function overwrite(path: string, size: number): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, new Uint8Array(size), 0, size, 0)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function tryTo(act: () => void): void {
  try {
    act()
  } catch {
    // What could not be done here is not needed for what follows.
  }
}
