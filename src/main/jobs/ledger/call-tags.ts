import { createHmac, randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { readFact, setFact } from '../../storage/facts.ts'
import { openColumn } from '../../vault/sealed-column.ts'
import type { Sealing } from '../../vault/sealing.ts'

const keyFact = 'call-key'
const keyIdentity = 'call key'

/** `tag` gives a call's hash a form in which nobody without the key can try out whether a box or a user ID is in it. */
interface CallTags {
  readonly tag: (hash: Uint8Array) => Uint8Array
  /** The key was removed or damaged: which attempts were the same call cannot be told any more. */
  readonly isLost: boolean
}

/**
 * The key of the tags stays the same when the data key changes, because a tag cannot be made anew: what was hashed is not stored.
 * So it is stored itself, sealed. A file of an earlier release has plain hashes until its data key changes.
 */
export function openCallTags(database: DatabaseSync, sealing: Sealing): CallTags {
  const hasPlain = (): boolean =>
    database.prepare('SELECT 1 FROM entry WHERE fingerprint IS NOT NULL LIMIT 1').get() !== undefined
  if (readFact(database, keyFact) === undefined && !hasPlain()) putKey(database, sealing, randomBytes(32))
  const key = readKey(database, sealing)
  return key === undefined
    ? { tag: (hash) => hash, isLost: readFact(database, keyFact) !== undefined }
    : { tag: tagWith(key), isLost: false }
}

/** Seals the key anew. Plain hashes become tags. Within the caller's transaction, and without the triggers. */
export function resealCallTags(database: DatabaseSync, from: Sealing, to: Sealing): void {
  const present = readKey(database, from)
  const key = present ?? randomBytes(32)
  putKey(database, to, key)
  if (present !== undefined) return
  const tag = tagWith(key)
  const set = database.prepare('UPDATE entry SET fingerprint = ? WHERE sequence = ?')
  for (const { sequence, fingerprint } of readPlain(database))
    if (fingerprint instanceof Uint8Array) set.run(tag(fingerprint), sequence ?? null)
}

const readPlain = (database: DatabaseSync) =>
  database.prepare('SELECT sequence, fingerprint FROM entry WHERE fingerprint IS NOT NULL').all()

const tagWith =
  (key: Uint8Array) =>
  (hash: Uint8Array): Uint8Array =>
    createHmac('sha256', key).update(hash).digest()

function readKey(database: DatabaseSync, sealing: Sealing): Uint8Array | undefined {
  const text = openColumn(sealing, keyIdentity, Buffer.from(readFact(database, keyFact) ?? '', 'base64'))
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}

const putKey = (database: DatabaseSync, sealing: Sealing, key: Uint8Array): void =>
  setFact(
    database,
    keyFact,
    Buffer.from(sealing.seal(keyIdentity, Buffer.from(key).toString('base64'))).toString('base64'),
  )
