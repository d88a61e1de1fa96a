import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readKeyFile, writeKeyFile, type KeyRecord } from '../../../../src/main/vault/key-file.ts'
import { makeFolder } from '../../../fakes/folder.ts'

const records: readonly KeyRecord[] = [
  { protection: 'training-file', key: 'AAAA' },
  { protection: 'passphrase', salt: 'AAAA', cost: 2 ** 15, parallel: 3, nonce: 'AAAA', tag: 'AAAA', wrapped: 'AAAA' },
  { protection: 'system', wrapped: 'AAAA' },
]

test.each(records)(
  'a key record with the protection $protection is read as it was written, from a file that only its owner can read',
  (record) => {
    const folder = makeFolder()
    const path = join(folder, 'key.json')
    writeKeyFile(path, { protection: 'system', wrapped: 'BBBB' })
    writeKeyFile(path, record)
    expect(readKeyFile(path)).toEqual(record)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['key.json'])
  },
)

test.skipIf(!existsSync('/dev/full'))(
  'a key record that finds no room leaves the former record and no other file',
  () => {
    const folder = makeFolder()
    const path = join(folder, 'key.json')
    const former: KeyRecord = { protection: 'system', wrapped: 'BBBB' }
    writeKeyFile(path, former)
    // Every write to this device fails as on a full disk.
    symlinkSync('/dev/full', `${path}.new`)
    expect(() => writeKeyFile(path, { protection: 'system', wrapped: 'CCCC' })).toThrow('ENOSPC')
    expect(readKeyFile(path)).toEqual(former)
    expect(readdirSync(folder)).toEqual(['key.json'])
  },
)

test('a key file of an earlier version can be read although it does not name all parameters', () => {
  const path = join(makeFolder(), 'key.json')
  const { parallel: _, ...earlier } = records[1] as Extract<KeyRecord, { protection: 'passphrase' }>
  writeFileSync(path, JSON.stringify(earlier))
  expect(readKeyFile(path)).toEqual({ ...earlier, parallel: 1 })
})

test.each([{ cost: 2 ** 24 }, { cost: 2 ** 18, parallel: 100 }, { cost: 40_000 }])(
  'a key file whose parameters would need all memory or are invalid is not read: %j',
  (parameters) => {
    const path = join(makeFolder(), 'key.json')
    writeFileSync(path, JSON.stringify({ ...records[1], ...parameters }))
    expect(readKeyFile(path)).toBe('unreadable')
  },
)

test('a missing key file is reported as "none"', () => {
  expect(readKeyFile(join(makeFolder(), 'key.json'))).toBe('none')
})

test('a key file that is there but that the system does not give is neither missing nor unreadable', () => {
  const path = join(makeFolder(), 'key.json')
  mkdirSync(path)
  expect(() => readKeyFile(path)).toThrow('EISDIR')
})

test.each([
  '',
  '{',
  '[]',
  '{"protection":"system"}',
  '{"protection":"other","wrapped":"AAAA"}',
  '{"protection":"system","wrapped":"?"}',
])('a key file with the content %j is reported as "unreadable" and stays unchanged', (content) => {
  const path = join(makeFolder(), 'key.json')
  writeFileSync(path, content)
  expect(readKeyFile(path)).toBe('unreadable')
  expect(readFileSync(path, 'utf8')).toBe(content)
})
