import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folderName = 'exports'

/** Writes one part of an export, readable by its owner alone. Gives the folder. */
export function keepPart(dataFolder: string, name: string, text: string, isFirst: boolean): string {
  const folder = join(dataFolder, folderName)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  if (isFirst) writeFileSync(path, text, { mode: 0o600 })
  else appendFileSync(path, text, { mode: 0o600 })
  return folder
}
