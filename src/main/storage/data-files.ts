import { readdirSync, rmSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/**
 * `key`: opens sealed work, now or earlier. `ledger`: the saved work. `copy`: jobs, customers or settings a second time. `own`:
 * preferences, connections and what the app notes of itself. `process`: belongs to the process that runs, holds nothing else.
 */
type Holds = 'key' | 'ledger' | 'copy' | 'own' | 'process'

/** A kind of file of the data folder, by its path within it. `ages`: it is deleted once it is older than the retention period. */
export interface DataFile {
  readonly path: RegExp
  readonly holds: Holds
  readonly ages: boolean
}

/**
 * Every file that Setdesk writes into its data folder. What an erasure deletes, and what goes by age, is read from here; a file
 * that is not named here is never deleted, because Chromium keeps its own files in the same folder.
 */
export const dataFiles: readonly DataFile[] = [
  { path: /^key\.json(\.new)?$/, holds: 'key', ages: false },
  { path: /^key\.unreadable-[^/]*\.json$/, holds: 'key', ages: true },
  { path: /^setdesk\.db(-wal|-shm|-mark|-journal)?$/, holds: 'ledger', ages: false },
  // A restore that was cut off is finished at the next start.
  { path: /^setdesk\.next-[^/]*\.db$/, holds: 'ledger', ages: false },
  { path: /^setdesk\.(damaged|before-restore)-[^/]*\.db(-wal|-shm|-mark|-journal)?$/, holds: 'copy', ages: true },
  { path: /^\.setdesk-fresh\.db(-wal|-shm|-journal)?$/, holds: 'copy', ages: true },
  { path: /^\.taking-over-[^/]*\/[^/]+$/, holds: 'copy', ages: true },
  // Those that this computer made are counted as well, by the code that makes them.
  { path: /^backups\/[^/]+$/, holds: 'copy', ages: false },
  // Its header tells that jobs are elsewhere, so it also waits until no older backup is left.
  { path: /^hand-over\/[^/]+$/, holds: 'copy', ages: true },
  { path: /^exports\/[^/]+$/, holds: 'copy', ages: true },
  { path: /^settings\.unreadable-[^/]*\.json$/, holds: 'copy', ages: true },
  { path: /^settings-file\/[^/]+$/, holds: 'own', ages: false },
  // The trailing part is that of a file which is being replaced.
  { path: /^(settings|window)\.json(\.tmp-[^/]*)?$/, holds: 'own', ages: false },
  // The version that is tried, and the way back to the one before it.
  { path: /^update\.json(\.new)?$/, holds: 'own', ages: false },
  { path: /^updates\/[^/]+$/, holds: 'own', ages: false },
  { path: /^log\/setdesk\.jsonl$/, holds: 'own', ages: false },
  { path: /^log\/setdesk\.1\.jsonl$/, holds: 'own', ages: true },
  // Nobody in it is real.
  { path: /^training\/[^/]+$/, holds: 'own', ages: false },
  { path: /^(owner\.lock(-journal)?|owner\.json(\.new)?|launch\.html|erasing\.json)$/, holds: 'process', ages: false },
]

export const findDataFile = (path: string): DataFile | undefined => dataFiles.find((one) => one.path.test(path))

/** The files of a data folder that Setdesk wrote, with paths within it, as `dataFiles` names them. */
export function listDataFiles(folder: string): readonly { readonly path: string; readonly is: DataFile }[] {
  return listPaths(folder).flatMap((path) => {
    const is = findDataFile(path)
    return is === undefined ? [] : [{ path, is }]
  })
}

/** All files of a folder and of the folders in it, with `/` between the parts of a path. Links are not followed. */
export const listPaths = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(folder, entry.name), { withFileTypes: true })
          .filter((inner) => !inner.isDirectory())
          .map((inner) => `${entry.name}/${inner.name}`)
      : [entry.name],
  )

/**
 * Deletes the files that are older than `before`, milliseconds since 1970, unless `keeps` says otherwise. A file that another
 * program holds goes with the next sweep. Gives the paths of those that went.
 */
export function deleteAged(
  folder: string,
  before: number,
  keeps: (path: string, stats: Stats) => boolean,
): readonly string[] {
  return listDataFiles(folder).flatMap(({ path, is }) => {
    if (!is.ages) return []
    const file = join(folder, path)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats === undefined || stats.mtimeMs >= before || keeps(path, stats)) return []
    try {
      rmSync(file)
      return [path]
    } catch {
      return []
    }
  })
}
