import { accessSync, constants, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './project.mjs'

const BEAT_MS = 5_000
const SILENT_MS = 60_000
const TAKEOVER_MS = 10_000

/**
 * @param {number} pid
 */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another account cannot be signalled, but it is running.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * @param {string} folder
 * @returns {{ pid: number, silentMs: number } | undefined} undefined if there is no lock, or its owner file is not written yet
 */
function readOwner(folder) {
  try {
    const file = path.join(folder, 'owner')
    return { pid: Number(readFileSync(file, 'utf8')), silentMs: Date.now() - statSync(file).mtimeMs }
  } catch {
    return undefined
  }
}

/**
 * @param {string} folder
 * @returns {boolean} whether this call made the folder; false if it existed
 */
function makeFolder(folder) {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * The age of a folder in milliseconds; 0 if there is no such folder.
 * @param {string} folder
 */
function ageOf(folder) {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found === undefined ? 0 : Date.now() - found.mtimeMs
}

/**
 * Whether a lock was left behind: its owner has ended, or never wrote its owner file, or has been silent too long. Silence
 * counts because the system may give the number of a dead process to a new process.
 * @param {{ pid: number, silentMs: number } | undefined} owner
 * @param {number} ageMs the age of the lock
 * @param {(pid: number) => boolean} [running]
 */
export function isAbandoned(owner, ageMs, running = isRunning) {
  if (owner === undefined) return ageMs > TAKEOVER_MS
  return !running(owner.pid) || owner.silentMs > SILENT_MS
}

/**
 * Removes an abandoned lock. Only one process at a time may do so. Otherwise a second process could remove the new lock of the
 * first process.
 * @param {string} folder
 */
function clearAbandoned(folder) {
  const deciding = `${folder}.takeover`
  if (!makeFolder(deciding)) {
    if (ageOf(deciding) > TAKEOVER_MS) rmSync(deciding, { recursive: true, force: true })
    return
  }
  try {
    if (isAbandoned(readOwner(folder), ageOf(folder))) rmSync(folder, { recursive: true, force: true })
  } finally {
    rmSync(deciding, { recursive: true, force: true })
  }
}

/**
 * Whether this user can write into a folder, which is made if it does not exist. If not, says so.
 * @param {string} folder
 * @param {string} what
 */
function canWrite(folder, what) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    say(`A ${what} is due, but you cannot write into ${folder} (${code}). Run this as the user whose folder it is.`)
    return false
  }
}

/**
 * Does the work while this process holds the lock. First waits until no other process holds the lock, or takes over an abandoned
 * lock.
 * @template T
 * @param {string} folder the lock, a folder that exists only while it is held
 * @param {string} what the name of the work, for the message to the user who waits
 * @param {() => Promise<T>} work
 * @returns {Promise<T | undefined>} undefined if this user cannot write there; the reason was printed
 */
export async function holdLock(folder, what, work) {
  if (!canWrite(path.dirname(folder), what)) return undefined
  for (let waits = 0; !makeFolder(folder); waits += 1) {
    const owner = readOwner(folder)
    if (waits === 1) say(`Another ${what} is under way (process ${owner?.pid ?? 'unknown'}): waiting for it.`)
    if (isAbandoned(owner, ageOf(folder))) clearAbandoned(folder)
    else await sleep(200)
  }
  const sign = path.join(folder, 'owner')
  writeFileSync(sign, String(process.pid))
  const isOurs = () => readOwner(folder)?.pid === process.pid
  const beat = setInterval(() => {
    // After the machine slept, another process may have taken the lock over.
    if (isOurs()) utimesSync(sign, new Date(), new Date())
  }, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    if (isOurs()) rmSync(folder, { recursive: true, force: true })
  }
}
