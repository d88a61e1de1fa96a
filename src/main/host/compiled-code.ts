import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { basename, join } from 'node:path'

/** The time after the start at which compiled code is written, in milliseconds. Until then, writing would delay the start. */
const quietMs = 15_000

/**
 * Stores in `folder` the code that V8 compiles after this call, so that the next start need not compile this code again. V8 rejects stored
 * code that another version wrote, that does not fit the source, or that is damaged. V8 does not notice a careful forgery. So the folder is
 * used only if no other user can write to it.
 * @returns whether the folder is used. If it is not used, a start only takes longer.
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

/** Whether only this user can write to the folder. Creates it if it is missing. */
function isOwn(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    // Windows has neither owner ids nor modes. On Windows, the rights of the user's profile protect the folder.
    const isForThisUser = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0)
    return found.isDirectory() && isForThisUser
  } catch {
    return false
  }
}

/** Deletes the folders of other Node versions, which are useless. */
function removeOthers(folder: string, current: string): void {
  try {
    for (const name of readdirSync(folder))
      if (name !== current) rmSync(join(folder, name), { recursive: true, force: true })
  } catch {
    // An old folder only costs some room.
  }
}
