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

/** The deleted files, and those that could not be deleted, with the file system's error code. Paths are relative to the folder. */
export interface ErasedFiles {
  readonly files: readonly string[]
  readonly failed: readonly { readonly path: string; readonly code: string }[]
}

/** While this file exists, an erasure of the whole folder is unfinished. The file holds only `{}`. */
const markerName = 'erasing.json'
const order: readonly DataFile['holds'][] = ['key', 'copy', 'ledger', 'own']

/**
 * Deletes everything that Setdesk stored in its folder. The keys are overwritten and deleted first, so that any remains cannot be opened.
 * No file may be open. An interrupted erasure is completed at the next start, which also deletes newer files. So nothing new may be stored
 * before this function returns.
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

/** Finishes an interrupted erasure at the start, before anything of the folder is read. */
export function finishErasure(folder: string): void {
  if (existsSync(join(folder, markerName))) eraseFolder(folder)
}

/** Deletes files of the folder one by one. A file that another program has open is reported as failed; the others are deleted. */
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

/** On a full disk the erasure continues without the marker, because the erasure makes room. */
function mark(folder: string, marker: string): void {
  tryTo(() => {
    writeFileSync(marker, '{}', { mode: 0o600 })
    syncFile(marker)
    syncFolder(folder)
  })
}

const largestOverwritten = 1_000_000

/** Overwrites small files first, such as the keys, because a disk's freed blocks may stay readable for long. */
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
    // The following steps do not depend on this step.
  }
}
