import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Every file at or under `place`, sorted. Empty if `place` does not exist.
 * @param {string} place
 * @returns {string[]}
 */
function listFiles(place) {
  const found = statSync(place, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (!found.isDirectory()) return [place]
  return readdirSync(place)
    .sort()
    .flatMap((name) => listFiles(path.join(place, name)))
}

/**
 * One hash over the names and contents of files and folders. File times do not count, so the hash is the same on every computer.
 * SHA-256, hexadecimal.
 * @param {string} base the folder to which all names are relative
 * @param {readonly string[]} places files and folders, relative to `base`; a missing place counts as empty
 * @returns {string}
 */
export function fingerprint(base, places) {
  const hash = createHash('sha256')
  for (const file of places.flatMap((place) => listFiles(path.join(base, place)))) {
    const content = readFileSync(file)
    hash.update(`${path.relative(base, file).split(path.sep).join('/')}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}
