import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readKeyFile, writeKeyFile, type KeyRecord } from '../../../../src/main/vault/key-file.ts'
import { makeFolder } from '../../../fakes/folder.ts'

const records: readonly KeyRecord[] = [
  { protection: 'training-file', key: 'AAAA' },
  { protection: 'passphrase', salt: 'AAAA', cost: 16, nonce: 'AAAA', tag: 'AAAA', wrapped: 'AAAA' },
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
