import { statSync } from 'node:fs'
import { extname } from 'node:path'
import type { RunApart } from '../ports.ts'
import { readHeader } from './database.ts'
import { schemaVersion } from './migrations.ts'

/** Bytes. Checking a smaller file takes less time than starting a process. */
const largeBytes = 8_000_000

/**
 * Whether SQLite finds a large ledger of this Setdesk sound. For that it takes seconds and megabytes, so it runs in a process of its own.
 * Undefined for any other file, and if that process ends without an answer: the code that opens the file checks it.
 */
export async function checkLarge(
  path: string,
  runApart: RunApart,
  fromBytes = largeBytes,
): Promise<boolean | undefined> {
  const header = readHeader(path)
  const isOwn = typeof header === 'number' && header <= schemaVersion
  if (!isOwn || statSync(path).size < fromBytes) return undefined
  // The build keeps this file and the other process's in one folder.
  const answer = await runApart(new URL(`./check-file-apart${extname(import.meta.url)}`, import.meta.url), path)
  return typeof answer === 'boolean' ? answer : undefined
}
