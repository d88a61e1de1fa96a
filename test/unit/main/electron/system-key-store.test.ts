import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSystemKeyStore } from '../../../../src/main/electron/system-key-store.ts'

type Store = Parameters<typeof createSystemKeyStore>[0]

const turned = (bytes: Uint8Array) => Buffer.from(bytes.toReversed())

/** A key store that marks what it makes, and can be told not to answer. */
function createStore({
  mark = 'v11',
  backend = 'gnome_libsecret',
  answers = true,
}: { mark?: string; backend?: ReturnType<Store['getSelectedStorageBackend']>; answers?: boolean } = {}): Store {
  return {
    isAsyncEncryptionAvailable: async () => answers,
    getSelectedStorageBackend: () => backend,
    encryptStringAsync: async (text) => Buffer.concat([Buffer.from(mark), turned(Buffer.from(text))]),
    decryptStringAsync: async (wrapped) => {
      if (!answers) throw new Error('locked')
      return { result: turned(wrapped.subarray(3)).toString(), shouldReEncrypt: false }
    },
  }
}

const open = (store: Store, platform: NodeJS.Platform = 'linux') => {
  const keyStore = createSystemKeyStore(store, platform)
  if (keyStore.kind !== 'system') throw new Error("not the system's")
  return keyStore
}

test('a key is the same after it was wrapped and unwrapped', async () => {
  const key = new Uint8Array(randomBytes(32))
  const keyStore = open(createStore())
  const wrapped = await keyStore.wrap(key)
  expect(Buffer.from(wrapped).includes(Buffer.from(key))).toBe(false)
  expect(await keyStore.unwrap(wrapped)).toEqual(key)
})

test('a key store that does not answer rejects, both ways', async () => {
  const keyStore = open(createStore({ answers: false }))
  await expect(keyStore.wrap(new Uint8Array(32))).rejects.toThrow('does not answer')
  await expect(keyStore.unwrap(new Uint8Array(40))).rejects.toThrow()
})

test.each([
  ['linux', { backend: 'basic_text' }, true],
  ['linux', { mark: 'v10' }, true],
  ['linux', {}, false],
  ['darwin', { mark: 'v10' }, false],
  ['win32', { mark: 'v10' }, false],
] as const)('on %s with %j it is weak: %s', async (platform, kind, weak) => {
  expect(await open(createStore(kind), platform).weak()).toBe(weak)
})
