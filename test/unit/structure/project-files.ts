import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'

/** The project's own folder. */
export const root = resolve(import.meta.dirname, '..', '..', '..')

/** Made by a tool, or fetched: nobody writes in them. */
const notOurs = new Set(['node_modules', 'out', '.git', '.cache'])

/** Paths of all files under a folder of the project, from its root, with forward slashes; `.` for the whole project. */
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
