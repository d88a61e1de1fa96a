import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../fakes/folder.ts'
import { awaitSystemKey, systemKeyFile } from '../../../../src/main/electron/system-key-store.ts'

const writeState = (folder: string, content: string): void => writeFileSync(join(folder, systemKeyFile), content)

test('waits until the file with the key is on disk', async () => {
  const folder = makeFolder()
  let isOver = false
  const waiting = awaitSystemKey(folder).then(() => (isOver = true))
  writeState(folder, '{"os_crypt":{}}')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(isOver).toBe(false)
  writeState(folder, '{"os_crypt":{"encrypted_key":"RFBBUEk="}}')
  await waiting
  expect(isOver).toBe(true)
})

test.each([
  ['is missing', undefined],
  ['is cut short', '{"os_crypt":{"encr'],
  ['holds no key', '{"os_crypt":{"encrypted_key":""}}'],
])('fails if the file %s', async (_, content) => {
  const folder = makeFolder()
  if (content !== undefined) writeState(folder, content)
  await expect(awaitSystemKey(folder, 0)).rejects.toThrow('not written its key')
})
