import { readdirSync, rmSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/**
 * `key`: a present or former key, which opens sealed work. `ledger`: the saved work. `copy`: a second copy of jobs, customers or settings.
 * `own`: preferences, connections and the app's own notes. `process`: belongs to the running process and holds nothing else.
 */
type Holds = 'key' | 'ledger' | 'copy' | 'own' | 'process'

/** A kind of file in the data folder, by its path. `ages`: the file is deleted once it is older than the retention period. */
export interface DataFile {
  readonly path: RegExp
  readonly holds: Holds
  readonly ages: boolean
}

/**
 * Every file that Setdesk writes into its data folder. Erasing and retention read this list. A file that is not listed is never
 * deleted, because Chromium has its own files in the same folder.
 */
export const dataFiles: readonly DataFile[] = [
  { path: /^key\.json(\.new)?$/, holds: 'key', ages: false },
  { path: /^key\.unreadable-[^/]*\.json$/, holds: 'key', ages: true },
  { path: /^setdesk\.db(-wal|-shm|-mark|-journal)?$/, holds: 'ledger', ages: false },
  // This file waits to replace the ledger. The next start finishes an interrupted restore.
  { path: /^setdesk\.next-[^/]*\.db$/, holds: 'ledger', ages: false },
  { path: /^setdesk\.(damaged|before-restore)-[^/]*\.db(-wal|-shm|-mark|-journal)?$/, holds: 'copy', ages: true },
  { path: /^\.setdesk-(fresh|undone)\.db(-wal|-shm|-journal)?$/, holds: 'copy', ages: true },
  { path: /^\.taking-over-[^/]*\/[^/]+$/, holds: 'copy', ages: true },
  // The code that makes this computer's backups also limits their number, so backups are not deleted by age.
  { path: /^backups\/[^/]+$/, holds: 'copy', ages: false },
  // A transfer file's header shows that its jobs are on another computer. It stays while a backup has such a job as unfinished.
  { path: /^hand-over\/[^/]+$/, holds: 'copy', ages: true },
  { path: /^exports\/[^/]+$/, holds: 'copy', ages: true },
  { path: /^settings\.unreadable-[^/]*\.json$/, holds: 'copy', ages: true },
  { path: /^settings-file\/[^/]+$/, holds: 'own', ages: false },
  // A file with the ending `.tmp-` is written first and then replaces the file without this ending.
  { path: /^(settings|window)\.json(\.tmp-[^/]*)?$/, holds: 'own', ages: false },
  // These files describe the version on trial and allow a return to the previous version.
  { path: /^update\.json(\.new)?$/, holds: 'own', ages: false },
  { path: /^updates\/[^/]+$/, holds: 'own', ages: false },
  { path: /^log\/setdesk\.jsonl$/, holds: 'own', ages: false },
  { path: /^log\/setdesk\.1\.jsonl$/, holds: 'own', ages: true },
  // The training customers are practice data. They stay until the training connection is removed.
  { path: /^training\/[^/]+$/, holds: 'own', ages: false },
  { path: /^(owner\.lock(-journal)?|owner\.json(\.new)?|launch\.html|erasing\.json)$/, holds: 'process', ages: false },
]

export const findDataFile = (path: string): DataFile | undefined => dataFiles.find((one) => one.path.test(path))

export function listDataFiles(folder: string): readonly { readonly path: string; readonly is: DataFile }[] {
  return listPaths(folder).flatMap((path) => {
    const is = findDataFile(path)
    return is === undefined ? [] : [{ path, is }]
  })
}

/** All files of a folder and its direct subfolders, with `/` between the parts of a path. Links are not followed. */
export const listPaths = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(folder, entry.name), { withFileTypes: true })
          .filter((inner) => !inner.isDirectory())
          .map((inner) => `${entry.name}/${inner.name}`)
      : [entry.name],
  )

/**
 * Deletes the aging files that are older than `before`, in milliseconds since 1970, except those that `keeps` selects. A file that another
 * program has open stays until the next sweep. Returns the deleted paths.
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
