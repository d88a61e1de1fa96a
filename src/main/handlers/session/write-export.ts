import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ports } from '../../ports.ts'

const folderName = 'exports'

/** Writes a part of an export to a file that only the user can read, and returns its folder. In a browser, writes nothing. */
export function writeExport(
  { host, dataFolder }: Pick<Ports, 'host' | 'dataFolder'>,
  { name, text, isFirst }: { readonly name: string; readonly text: string; readonly isFirst: boolean },
): string | undefined {
  if (host !== 'electron') return undefined
  const folder = join(dataFolder, folderName)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  if (isFirst) writeFileSync(path, text, { mode: 0o600 })
  else appendFileSync(path, text, { mode: 0o600 })
  return folder
}
