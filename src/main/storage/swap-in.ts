import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { syncFile, syncFolder, renameFile } from './files.ts'
import { markEnding } from './mark.ts'

/** The ledger's file in the data folder. */
export const ledgerFileName = 'setdesk.db'

/** What the present file is kept as when another takes its place. */
export type KeptAs = 'damaged' | 'before-restore'

/** What is left beside a file: part of it until it is closed, and what it was last known to hold. */
const besides = ['-wal', '-shm', markEnding] as const

const nextPattern = /^setdesk\.next-(damaged|before-restore)-(\d{8}T\d{6})\.db$/

/** Where the file that is to take the ledger's place waits, complete; it is not begun before that name is there. */
export const nextPath = (folder: string, keptAs: KeptAs, stamp: string): string =>
  join(folder, `setdesk.next-${keptAs}-${stamp}.db`)

/**
 * Puts a complete, closed file in the place of the ledger, which is kept aside with all that belongs to it. Cut off at any
 * moment, either nothing happened or `finishSwap` does the rest at the next start. Gives the name under which it is kept.
 */
export function swapIn(folder: string, fresh: string, keptAs: KeptAs, stamp: string, rename = renameFile): string {
  syncFile(fresh)
  rename(fresh, nextPath(folder, keptAs, stamp))
  syncFolder(folder)
  putAside(folder, keptAs, stamp, rename)
  rename(nextPath(folder, keptAs, stamp), join(folder, ledgerFileName))
  syncFolder(folder)
  return keptName(keptAs, stamp)
}

/** At start: a swap that was cut off in its middle is ended; one that had not begun is taken back. */
export function finishSwap(folder: string, rename = renameFile): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const [, keptAs, stamp] = nextPattern.exec(name) ?? []
    if (keptAs === undefined || stamp === undefined) continue
    // The ledger itself moves first: while it has its name, nothing was moved.
    if (existsSync(join(folder, ledgerFileName))) rmSync(join(folder, name))
    else {
      putAside(folder, keptAs as KeptAs, stamp, rename)
      rename(join(folder, name), join(folder, ledgerFileName))
    }
    syncFolder(folder)
  }
}

/** The file first: its log alone would be written into whatever has its name. */
function putAside(folder: string, keptAs: KeptAs, stamp: string, rename: typeof renameFile): void {
  for (const end of ['', ...besides]) {
    const from = join(folder, ledgerFileName + end)
    if (!existsSync(from)) continue
    rename(from, join(folder, keptName(keptAs, stamp) + end))
    syncFolder(folder)
  }
}

/** The name under which it is kept. */
export const keptName = (keptAs: KeptAs, stamp: string): string => `setdesk.${keptAs}-${stamp}.db`
