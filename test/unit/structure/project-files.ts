import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'

/** The root folder of the project. */
export const root = resolve(import.meta.dirname, '..', '..', '..')

/** Folders that are generated or downloaded, and not edited. */
const notOurs = new Set(['node_modules', 'out', 'dist', '.git', '.cache'])

/** Paths of all files under a folder, from the root and with forward slashes; `.` for the whole project. */
export function listFiles(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : listFiles(path, ending)
      return ending.test(entry.name) ? [relative('.', path).split(sep).join('/')] : []
    })
    .sort()
}

/** The text of a file of the project. */
export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Lines as an editor counts them. */
export const countLines = (path: string): number => readText(path).trimEnd().split('\n').length
