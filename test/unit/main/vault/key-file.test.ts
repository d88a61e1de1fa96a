import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readKeyFile, writeKeyFile, type KeyRecord } from '../../../../src/main/vault/key-file.ts'
import { makeFolder } from '../../../fakes/folder.ts'

const records: readonly KeyRecord[] = [
  { protection: 'training-file', key: 'AAAA' },
  { protection: 'passphrase', salt: 'AAAA', cost: 2 ** 15, parallel: 3, nonce: 'AAAA', tag: 'AAAA', wrapped: 'AAAA' },
  { protection: 'system', wrapped: 'AAAA' },
]

test.each(records)('reads a $protection record as it was written, in a file of its owner alone', (record) => {
  const folder = makeFolder()
  const path = join(folder, 'key.json')
  writeKeyFile(path, { protection: 'system', wrapped: 'BBBB' })
  writeKeyFile(path, record)
  expect(readKeyFile(path)).toEqual(record)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['key.json'])
})

test('reads a file of an earlier version, which does not name all parameters', () => {
  const path = join(makeFolder(), 'key.json')
  const { parallel: _, ...earlier } = records[1] as Extract<KeyRecord, { protection: 'passphrase' }>
  writeFileSync(path, JSON.stringify(earlier))
  expect(readKeyFile(path)).toEqual({ ...earlier, parallel: 1 })
})

test.each([{ cost: 2 ** 24 }, { cost: 2 ** 18, parallel: 100 }, { cost: 40_000 }])(
  'does not read a file whose parameters would take all memory, or are none of scrypt: %j',
  (parameters) => {
    const path = join(makeFolder(), 'key.json')
    writeFileSync(path, JSON.stringify({ ...records[1], ...parameters }))
    expect(readKeyFile(path)).toBe('unreadable')
  },
)

test('gives "none" if there is no file', () => {
  expect(readKeyFile(join(makeFolder(), 'key.json'))).toBe('none')
})

test.each([
  '',
  '{',
  '[]',
  '{"protection":"system"}',
  '{"protection":"other","wrapped":"AAAA"}',
  '{"protection":"system","wrapped":"?"}',
])('gives "unreadable" for a file with %j, and leaves the file unchanged', (content) => {
  const path = join(makeFolder(), 'key.json')
  writeFileSync(path, content)
  expect(readKeyFile(path)).toBe('unreadable')
  expect(readFileSync(path, 'utf8')).toBe(content)
})
