import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { openToRead, useOnce } from '../storage/database.ts'
import type { Sealing } from '../vault/sealing.ts'
import { readFact, setFact } from '../storage/facts.ts'

/** The fact of a backup that holds its tag: 64 hexadecimal digits, over all bytes of the file but these. */
export const tagFact = 'backup-tag'
const tagPattern = /^[0-9a-f]{64}$/
const tagLength = 64

/**
 * Writes a tag into a finished backup, made with its key: whoever has the key can tell whether the file was changed since. After
 * this nothing may write to the file.
 */
export async function tagBackup(path: string, sealing: Sealing): Promise<void> {
  const marker = randomBytes(tagLength / 2).toString('hex')
  useOnce(new DatabaseSync(path, { timeout: 5000 }), (database) => setFact(database, tagFact, marker))
  const place = await findOnly(path, marker)
  if (place === undefined) throw new Error('The place of the tag was not found')
  const tag = await makeTag(path, place, sealing)
  const file = await open(path, 'r+')
  try {
    await file.write(tag, place, 'latin1')
  } finally {
    await file.close()
  }
}

/** `none`: the backup was made without a tag, by an earlier version or before its key was open. */
export async function checkBackupTag(path: string, sealing: Sealing): Promise<'genuine' | 'changed' | 'none'> {
  const tag = useOnce(openToRead(path), (database) => readFact(database, tagFact))
  if (tag === undefined) return 'none'
  const place = tagPattern.test(tag) ? await findOnly(path, tag) : undefined
  if (place === undefined) return 'changed'
  return timingSafeEqual(Buffer.from(await makeTag(path, place, sealing)), Buffer.from(tag)) ? 'genuine' : 'changed'
}

/** Where a text stands in a file, in bytes. Undefined unless it stands there exactly once. */
async function findOnly(path: string, text: string): Promise<number | undefined> {
  const places: number[] = []
  let end = 0
  let rest = Buffer.alloc(0)
  for await (const piece of createReadStream(path)) {
    const bytes = Buffer.concat([rest, piece as Buffer])
    const start = end - rest.length
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(start + at)
    end = start + bytes.length
    rest = bytes.subarray(Math.max(0, bytes.length - text.length + 1))
  }
  return places.length === 1 ? places[0] : undefined
}

async function makeTag(path: string, place: number, sealing: Sealing): Promise<string> {
  const hash = createHash('sha256').update(`backup ${place}\n`)
  let start = 0
  for await (const piece of createReadStream(path)) {
    const bytes = Buffer.from(piece as Buffer)
    const from = Math.max(0, place - start)
    if (from < bytes.length && place + tagLength > start) bytes.fill(0, from, place + tagLength - start)
    hash.update(bytes)
    start += bytes.length
  }
  return Buffer.from(sealing.fileTag(hash.digest())).toString('hex')
}
