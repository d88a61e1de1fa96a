import { describe, expect, it } from 'vitest'
import { untar } from '../../../scripts/lib/untar.mjs'

function entry(name: string, content: string, { kind = '0', mode = '0000755', prefix = '' } = {}): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(mode, 100)
  header.write(content.length.toString(8).padStart(11, '0'), 124)
  header.write(kind, 156)
  header.write(prefix, 345)
  return Buffer.concat([header, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, '\0'))])
}
const END = Buffer.alloc(1024)

describe('the reader of tar archives', () => {
  it('gives the files with their folders, modes and contents', () => {
    const long = 'x'.repeat(700)
    const archive = [
      entry('lib/', '', { kind: '5' }),
      entry('lib/a.so', long),
      entry('b', '', { prefix: 'deep', mode: '0000644' }),
      END,
    ]
    expect(untar(Buffer.concat(archive))).toEqual([
      { name: 'lib/a.so', mode: 0o755, content: Buffer.from(long) },
      { name: 'deep/b', mode: 0o644, content: Buffer.alloc(0) },
    ])
  })

  it('refuses names that leave the folder, and entries that are neither file nor folder', () => {
    expect(() => untar(Buffer.concat([entry('../a', 'x'), END]))).toThrow(/leaves/)
    expect(() => untar(Buffer.concat([entry('/etc/a', 'x'), END]))).toThrow(/leaves/)
    expect(() => untar(Buffer.concat([entry('link', '', { kind: '2' }), END]))).toThrow(/neither/)
  })

  it('refuses an archive that was cut short', () => {
    expect(() => untar(entry('a', 'x'.repeat(600)).subarray(0, 1024))).toThrow(/cut short/)
  })
})
