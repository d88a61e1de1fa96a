import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { basename, join } from 'node:path'

/** Long after a start, so that writing delays nobody. Milliseconds. */
const quietMs = 15_000

/**
 * Keeps in `folder` what V8 compiles from now on, so that the next start need not compile it again. V8 itself refuses what another
 * version wrote, or what does not fit the source or is damaged. It does not notice what was forged with care, so only a folder counts that
 * this user alone can write to.
 * @returns whether the folder is used; without it a start only takes longer
 */
export function keepCompiledCode(folder: string): boolean {
  if (!isOwn(folder)) return false
  const { directory } = enableCompileCache(folder)
  if (directory === undefined) return false
  setTimeout(() => {
    flushCompileCache()
    removeOthers(folder, basename(directory))
  }, quietMs).unref()
  return true
}

/** Makes the folder if it is missing. */
function isOwn(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    // Windows has neither: there the rights of the user's profile apply.
    const isForThisUser = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0)
    return found.isDirectory() && isForThisUser
  } catch {
    return false
  }
}

/** Each version of Node has a folder of its own. Those before are of no use. */
function removeOthers(folder: string, current: string): void {
  try {
    for (const name of readdirSync(folder))
      if (name !== current) rmSync(join(folder, name), { recursive: true, force: true })
  } catch {
    // They cost some room, no more.
  }
}
