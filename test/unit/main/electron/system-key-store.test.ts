import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSystemKeyStore } from '../../../../src/main/electron/system-key-store.ts'

type Store = Parameters<typeof createSystemKeyStore>[0]

const turned = (bytes: Uint8Array) => Buffer.from(bytes.toReversed())

/** A key store that puts `mark` before its bytes, and answers only if `answers` is set. */
function createStore({ mark = 'v11', answers = true }: { mark?: string; answers?: boolean } = {}): Store {
  return {
    isAsyncEncryptionAvailable: async () => answers,
    encryptStringAsync: async (text) => Buffer.concat([Buffer.from(mark), turned(Buffer.from(text))]),
    decryptStringAsync: async (wrapped) => {
      if (!answers) throw new Error('locked')
      return { result: turned(wrapped.subarray(3)).toString(), shouldReEncrypt: false }
    },
  }
}

const open = (store: Store, platform: NodeJS.Platform = 'linux') => {
  const keyStore = createSystemKeyStore(store, { platform, sessionFolder: '' })
  if (keyStore.kind !== 'system') throw new Error("not the system's")
  return keyStore
}

test("a key stays the same when the system's key store wraps and unwraps it", async () => {
  const key = new Uint8Array(randomBytes(32))
  const keyStore = open(createStore())
  const wrapped = await keyStore.wrap(key)
  expect(Buffer.from(wrapped).includes(Buffer.from(key))).toBe(false)
  expect(await keyStore.unwrap(wrapped)).toEqual({ key, isStale: false })
})

test("wrapping and unwrapping fail if the system's key store does not answer", async () => {
  const keyStore = open(createStore({ answers: false }))
  await expect(keyStore.wrap(new Uint8Array(32))).rejects.toThrow('does not answer')
  await expect(keyStore.unwrap(new Uint8Array(40))).rejects.toThrow()
})

test.each([
  ['linux', 'v10', true],
  ['linux', 'v11', false],
  ['linux', 'v12', false],
  ['darwin', 'v10', false],
  ['win32', 'v10', false],
] as const)('on %s a key whose wrapped bytes begin with %s counts as weakly protected: %s', (platform, mark, weak) => {
  expect(open(createStore(), platform).isWeak(Buffer.from(`${mark}bytes`))).toBe(weak)
})

test('a key is reported as stale if the system asks to wrap it again', async () => {
  const store = createStore()
  const decryptStringAsync: Store['decryptStringAsync'] = async (bytes) => ({
    ...(await store.decryptStringAsync(bytes)),
    shouldReEncrypt: true,
  })
  const wrapped = await open(store).wrap(randomBytes(32))
  expect((await open(store).unwrap(wrapped)).isStale).toBe(false)
  expect((await open({ ...store, decryptStringAsync }).unwrap(wrapped)).isStale).toBe(true)
})
