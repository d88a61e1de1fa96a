import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { openToRead, useOnce, readFact, setFact } from '../storage/database.ts'
import type { Sealing } from '../vault/sealing.ts'

/** The fact of a backup that holds its tag: 64 hexadecimal digits over all other bytes of the file. */
export const tagFact = 'backup-tag'
const tagPattern = /^[0-9a-f]{64}$/
const tagLength = 64

/**
 * Writes a tag into a finished backup. The tag is made with the backup's key, so the key's owner can later see whether the file was
 * changed. After this nothing may write to the file.
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

/** `none`: the backup has no tag, because an earlier version made it or its key was not open. */
export async function checkBackupTag(path: string, sealing: Sealing): Promise<'genuine' | 'changed' | 'none'> {
  const tag = useOnce(openToRead(path), (database) => readFact(database, tagFact))
  if (tag === undefined) return 'none'
  const place = tagPattern.test(tag) ? await findOnly(path, tag) : undefined
  if (place === undefined) return 'changed'
  return timingSafeEqual(Buffer.from(await makeTag(path, place, sealing)), Buffer.from(tag)) ? 'genuine' : 'changed'
}

/** The bytes in one piece of a file. All pieces share one buffer, because new buffers would leave hundreds of megabytes to be collected. */
const pieceLength = 1024 * 1024

/**
 * The pieces of a file with their positions. Each piece begins with the last `overlap` bytes of the previous piece. A piece is valid until
 * the next piece is read.
 */
async function* readPieces(
  path: string,
  overlap = 0,
): AsyncGenerator<{ readonly start: number; readonly bytes: Buffer }> {
  const buffer = Buffer.allocUnsafe(pieceLength)
  const file = await open(path)
  try {
    for (let start = 0, kept = 0; ;) {
      const { bytesRead } = await file.read(buffer, kept, pieceLength - kept, start + kept)
      if (bytesRead === 0) return
      const length = kept + bytesRead
      yield { start, bytes: buffer.subarray(0, length) }
      kept = Math.min(overlap, length)
      buffer.copy(buffer, 0, length - kept, length)
      start += length - kept
    }
  } finally {
    await file.close()
  }
}

/** The position of a text in a file, in bytes. Undefined unless the text occurs exactly once. */
async function findOnly(path: string, text: string): Promise<number | undefined> {
  const places: number[] = []
  for await (const { start, bytes } of readPieces(path, text.length - 1))
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(start + at)
  return places.length === 1 ? places[0] : undefined
}

async function makeTag(path: string, place: number, sealing: Sealing): Promise<string> {
  const hash = createHash('sha256').update(`backup ${place}\n`)
  for await (const { start, bytes } of readPieces(path)) {
    const from = Math.max(0, place - start)
    if (from < bytes.length && place + tagLength > start) bytes.fill(0, from, place + tagLength - start)
    hash.update(bytes)
  }
  return Buffer.from(sealing.fileTag(hash.digest())).toString('hex')
}
