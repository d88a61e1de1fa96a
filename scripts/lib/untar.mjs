const BLOCK = 512

/**
 * @param {Buffer} block
 * @param {number} from
 * @param {number} length
 */
const readText = (block, from, length) => block.toString('utf8', from, from + length).replace(/\0.*$/s, '')

/**
 * The files of a tar archive (the plain form, without long names). Throws if the archive is cut short, if an entry is neither a file nor
 * a folder, or if a name leads out of the target folder.
 * @param {Buffer} archive
 * @returns {{ name: string, mode: number, content: Buffer }[]}
 */
export function untar(archive) {
  const files = []
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const header = archive.subarray(at, at + BLOCK)
    const prefix = readText(header, 345, 155)
    const name = `${prefix === '' ? '' : `${prefix}/`}${readText(header, 0, 100)}`
    const size = Number.parseInt(readText(header, 124, 12).trim(), 8)
    const kind = readText(header, 156, 1)
    if (!Number.isInteger(size) || at + BLOCK + size > archive.length)
      throw new Error(`${name}: the archive is cut short`)
    if (name.startsWith('/') || name.split('/').includes('..')) throw new Error(`${name}: leaves its folder`)
    if (kind === '' || kind === '0') {
      const mode = Number.parseInt(readText(header, 100, 8).trim(), 8) & 0o777
      files.push({ name, mode, content: archive.subarray(at + BLOCK, at + BLOCK + size) })
    } else if (kind !== '5') {
      throw new Error(`${name}: neither a file nor a folder`)
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
