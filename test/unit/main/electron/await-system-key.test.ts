import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeFolder } from '../../../fakes/folder.ts'
import { awaitSystemKey, systemKeyFile } from '../../../../src/main/electron/system-key-store.ts'

/** What happens in the pause between two looks at the file. */
const inPause = vi.hoisted(() => ({ action: (): void => undefined }))
vi.mock('node:timers/promises', () => ({ setTimeout: async () => inPause.action() }))

const writeState = (folder: string, content: string): void => writeFileSync(join(folder, systemKeyFile), content)

test('the start waits until the file on disk contains the system key', async () => {
  const folder = makeFolder()
  let pauses = 0
  inPause.action = () => {
    pauses += 1
    writeState(folder, pauses < 3 ? '{"os_crypt":{}}' : '{"os_crypt":{"encrypted_key":"RFBBUEk="}}')
  }
  await awaitSystemKey(folder)
  expect(pauses).toBe(3)
})

test.each([
  ['is missing', undefined],
  ['is cut short', '{"os_crypt":{"encr'],
  ['holds no key', '{"os_crypt":{"encrypted_key":""}}'],
])('the start fails if the file with the system key %s', async (_, content) => {
  const folder = makeFolder()
  if (content !== undefined) writeState(folder, content)
  await expect(awaitSystemKey(folder, 0)).rejects.toThrow('not written its key')
})
