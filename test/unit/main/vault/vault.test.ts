import '../../../fakes/quick-keys.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { KeyStore } from '../../../../src/main/ports.ts'
import { readKeyFile, unwrapByPassphrase, wrapByPassphrase, writeKeyFile } from '../../../../src/main/vault/key-file.ts'
import { createVault, keyFileName, type Vault } from '../../../../src/main/vault/vault.ts'
import { createSealing } from '../../../../src/main/vault/sealing.ts'
import { makeFolder } from '../../../fakes/folder.ts'
import { fakeKeyStore } from '../../../fakes/key-store.ts'
import { trulyRandom } from '../../../fakes/random.ts'

const passphraseHost: KeyStore = { kind: 'passphrase' }

const openVault = async (folder: string, keyStore: KeyStore): Promise<Vault> => {
  const vault = createVault({ folder, keyStore, random: trulyRandom, hasSealedWork: () => false })
  await vault.open()
  return vault
}
const sealWith = (vault: Vault): Uint8Array => vault.sealing()?.seal('row', 'Amélie') ?? new Uint8Array()
const readWith = (vault: Vault, sealed: Uint8Array): string | undefined => vault.sealing()?.open('row', sealed)

test('the vault has no key in a new folder, and creates none by itself', async () => {
  const folder = makeFolder()
  const vault = await openVault(folder, passphraseHost)
  expect([vault.view(), vault.sealing()]).toEqual([{ state: 'new', protection: 'none' }, undefined])
  expect(existsSync(join(folder, keyFileName))).toBe(false)
})

describe("with the system's key store,", () => {
  test.each([
    [false, 'system'],
    [true, 'system-weak'],
  ] as const)('the vault makes its key once, and opens without the user (weak store: %s)', async (weak, protection) => {
    const folder = makeFolder()
    const keyStore = fakeKeyStore({ isWeak: weak })
    const first = await openVault(folder, keyStore)
    expect(await first.makeKey()).toBe('done')
    const sealed = sealWith(first)
    const next = await openVault(folder, keyStore)
    expect(next.view()).toEqual({ state: 'open', protection })
    expect(readWith(next, sealed)).toBe('Amélie')
    expect(await next.makeKey()).toBe('not-possible-now')
  })

  test('nothing is lost while the store does not answer, and the vault opens once the store answers', async () => {
    const folder = makeFolder()
    const state = { answers: true }
    const keyStore = fakeKeyStore(state)
    const first = await openVault(folder, keyStore)
    await first.makeKey()
    const sealed = sealWith(first)
    const file = readFileSync(join(folder, keyFileName))
    state.answers = false
    const vault = await openVault(folder, keyStore)
    expect(vault.view()).toEqual({ state: 'unavailable', protection: 'system' })
    expect([await vault.makeKey(), await vault.protect('secret'), await vault.unlock('secret')]).toEqual([
      'not-possible-now',
      'not-possible-now',
      'not-possible-now',
    ])
    expect(readFileSync(join(folder, keyFileName)).equals(file)).toBe(true)
    state.answers = true
    expect(await vault.open()).toBe('done')
    expect(readWith(vault, sealed)).toBe('Amélie')
  })

  test.each([0, 5, 31, 33])(
    'a key of %i bytes from the store is not accepted, and the vault opens once the right key comes',
    async (length) => {
      const folder = makeFolder()
      const keyStore = fakeKeyStore()
      const first = await openVault(folder, keyStore)
      await first.makeKey()
      const sealed = sealWith(first)
      const before = readFileSync(join(folder, keyFileName))
      let isBroken = true
      const rubbish = { key: new Uint8Array(length), isStale: true }
      const changed = {
        ...keyStore,
        unwrap: (wrapped: Uint8Array) => (isBroken ? Promise.resolve(rubbish) : keyStore.unwrap(wrapped)),
      }
      const vault = await openVault(folder, changed)
      expect([vault.view().state, vault.sealing()]).toEqual(['unavailable', undefined])
      expect(readFileSync(join(folder, keyFileName))).toEqual(before)
      isBroken = false
      expect(await vault.open()).toBe('done')
      expect(readWith(vault, sealed)).toBe('Amélie')
    },
  )

  test('a key that was wrapped by a locked store counts as weak, and is replaced once the store answers', async () => {
    const folder = makeFolder()
    const state = { isWeak: true }
    const keyStore = fakeKeyStore(state)
    const first = await openVault(folder, keyStore)
    await first.makeKey()
    const sealed = sealWith(first)
    expect((await openVault(folder, keyStore)).view().protection).toBe('system-weak')
    const weakFile = readFileSync(join(folder, keyFileName), 'utf8')
    state.isWeak = false
    const next = await openVault(folder, keyStore)
    expect(next.view()).toEqual({ state: 'open', protection: 'system' })
    expect(readFileSync(join(folder, keyFileName), 'utf8')).not.toBe(weakFile)
    const last = await openVault(folder, keyStore)
    expect([last.view().protection, last.former()?.open('row', sealed)]).toEqual(['system', 'Amélie'])
    expect(() => readWith(last, sealed)).toThrow()
  })

  test('a stale key is not wrapped again by a locked store', async () => {
    const folder = makeFolder()
    const state = { isWeak: false, isStale: true }
    const keyStore = fakeKeyStore(state)
    await (await openVault(folder, keyStore)).makeKey()
    const wrapped = () => readFileSync(join(folder, keyFileName), 'utf8')
    const before = wrapped()
    let calls = 0
    const counting = { ...keyStore, wrap: (key: Uint8Array) => ((calls += 1), keyStore.wrap(key)) }
    expect((await openVault(folder, counting)).view().protection).toBe('system')
    expect(calls).toBe(1)
    state.isWeak = true
    expect((await openVault(folder, counting)).view().protection).toBe('system')
    expect([calls, wrapped()]).toEqual([2, before])
  })

  test.each([
    [
      'of an earlier version',
      { protection: 'system', wrapped: Buffer.of(1, ...Buffer.alloc(32, 0x5a)).toString('base64') },
    ],
    ['without encryption', { protection: 'training-file', key: Buffer.alloc(32, 0xa5).toString('base64') }],
  ] as const)('a key %s is replaced before anything is sealed with it', async (_, record) => {
    const folder = makeFolder()
    writeKeyFile(join(folder, keyFileName), record)
    const state = { answers: true, isWeak: false }
    const vault = await openVault(folder, fakeKeyStore(state))
    expect(vault.view()).toEqual({ state: 'open', protection: 'system' })
    const planted = createSealing(Buffer.alloc(32, 0xa5))
    expect(vault.former()?.keyId).toBe(planted.keyId)
    expect(vault.sealing()?.keyId).not.toBe(planted.keyId)
    const last = await openVault(folder, fakeKeyStore(state))
    expect([last.sealing()?.keyId, last.former()?.keyId]).toEqual([vault.sealing()?.keyId, planted.keyId])
    last.forgetFormer()
    const after = await openVault(folder, fakeKeyStore(state))
    expect([after.sealing()?.keyId, after.former()]).toEqual([vault.sealing()?.keyId, undefined])
  })

  test('an unencrypted key is not used while the store does not answer', async () => {
    const folder = makeFolder()
    writeKeyFile(join(folder, keyFileName), { protection: 'training-file', key: Buffer.alloc(32).toString('base64') })
    const file = readFileSync(join(folder, keyFileName))
    const vault = await openVault(folder, fakeKeyStore({ answers: false }))
    expect([vault.view().state, vault.sealing()]).toEqual(['unavailable', undefined])
    expect(readFileSync(join(folder, keyFileName)).equals(file)).toBe(true)
  })

  test('a stale key is wrapped again, and still opens the same data', async () => {
    const folder = makeFolder()
    const state = { isStale: false }
    const old = fakeKeyStore(state)
    const first = await openVault(folder, old)
    await first.makeKey()
    const sealed = sealWith(first)
    const before = readFileSync(join(folder, keyFileName), 'utf8')
    state.isStale = true
    const renewed = { ...old, wrap: async (key: Uint8Array) => (await old.wrap(key)).fill(2, 0, 1) }
    expect((await openVault(folder, renewed)).view()).toEqual({ state: 'open', protection: 'system' })
    const after = readFileSync(join(folder, keyFileName), 'utf8')
    expect(after).not.toBe(before)
    state.isStale = false
    const next = await openVault(folder, renewed)
    expect(readWith(next, sealed)).toBe('Amélie')
    expect(readFileSync(join(folder, keyFileName), 'utf8')).toBe(after)
  })

  test('setting a passphrase replaces the key of a weak store with a new key', async () => {
    const folder = makeFolder()
    const keyStore = fakeKeyStore({ isWeak: true })
    const vault = await openVault(folder, keyStore)
    await vault.makeKey()
    const weak = vault.sealing()?.keyId
    expect(await vault.protect('correct horse')).toBe('done')
    expect(vault.view()).toEqual({ state: 'open', protection: 'passphrase' })
    const next = await openVault(folder, keyStore)
    expect(next.view().state).toBe('locked')
    expect(await next.unlock('correct horse')).toBe('done')
    expect([next.sealing()?.keyId, next.former()?.keyId]).toEqual([vault.sealing()?.keyId, weak])
    expect(next.sealing()?.keyId).not.toBe(weak)
  })

  test('the vault stays open if the store cannot wrap the key again', async () => {
    const folder = makeFolder()
    const state = { isWeak: true }
    const keyStore = fakeKeyStore(state)
    await (await openVault(folder, keyStore)).makeKey()
    const refusing = { ...keyStore, wrap: () => Promise.reject(new Error('locked')) }
    expect((await openVault(folder, refusing)).view()).toEqual({ state: 'open', protection: 'system-weak' })
  })

  test('the vault is "opening" until the store has answered', async () => {
    const folder = makeFolder()
    await (await openVault(folder, fakeKeyStore())).makeKey()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const slow = fakeKeyStore()
    const keyStore = { ...slow, unwrap: (wrapped: Uint8Array) => promise.then(() => slow.unwrap(wrapped)) }
    const vault = createVault({ folder, keyStore, random: trulyRandom, hasSealedWork: () => false })
    const opening = vault.open()
    expect([vault.view().state, vault.sealing()]).toEqual(['opening', undefined])
    resolve(undefined)
    await opening
    expect(vault.view().state).toBe('open')
  })

  test('a key can be made later if the store did not answer the first time', async () => {
    const folder = makeFolder()
    const state = { answers: true }
    const keyStore = fakeKeyStore(state)
    state.answers = false
    const vault = await openVault(folder, keyStore)
    expect(await vault.makeKey()).toBe('unavailable')
    expect(existsSync(join(folder, keyFileName))).toBe(false)
    state.answers = true
    await vault.open()
    expect(vault.view().state).toBe('new')
    expect(await vault.makeKey()).toBe('done')
  })

  test('a folder whose key the store has wrapped is neither opened nor changed if there is no store', async () => {
    const folder = makeFolder()
    await (await openVault(folder, fakeKeyStore())).makeKey()
    const file = readFileSync(join(folder, keyFileName))
    const vault = await openVault(folder, passphraseHost)
    expect(vault.view()).toEqual({ state: 'unavailable', protection: 'system' })
    expect([await vault.protect('secret'), await vault.makeKey()]).toEqual(['not-possible-now', 'not-possible-now'])
    expect(readFileSync(join(folder, keyFileName)).equals(file)).toBe(true)
  })

  test('no passphrase can be set if the store protects the key', async () => {
    const vault = await openVault(makeFolder(), fakeKeyStore())
    expect(await vault.protect('secret')).toBe('not-possible-now')
    await vault.makeKey()
    expect(await vault.protect('secret')).toBe('not-possible-now')
  })
})

describe('with a passphrase,', () => {
  test('the vault is locked in the next process until the passphrase is entered', async () => {
    const folder = makeFolder()
    const first = await openVault(folder, passphraseHost)
    expect(await first.protect('correct horse')).toBe('done')
    const sealed = sealWith(first)
    const next = await openVault(folder, passphraseHost)
    expect([next.view(), next.sealing()]).toEqual([{ state: 'locked', protection: 'passphrase' }, undefined])
    const file = readFileSync(join(folder, keyFileName))
    expect(await next.unlock('wrong horse')).toBe('wrong-passphrase')
    expect(next.view().state).toBe('locked')
    expect(await next.protect('another')).toBe('not-possible-now')
    expect(await next.makeKey()).toBe('not-possible-now')
    expect(readFileSync(join(folder, keyFileName)).equals(file)).toBe(true)
    expect(await next.unlock('correct horse')).toBe('done')
    expect(next.view()).toEqual({ state: 'open', protection: 'passphrase' })
    expect(readWith(next, sealed)).toBe('Amélie')
  })

  test('a new passphrase replaces an unencrypted key with a new key', async () => {
    const folder = makeFolder()
    const vault = await openVault(folder, passphraseHost)
    expect(await vault.makeKey()).toBe('done')
    expect(vault.view()).toEqual({ state: 'open', protection: 'training-file' })
    const sealed = sealWith(vault)
    expect(readWith(await openVault(folder, passphraseHost), sealed)).toBe('Amélie')
    expect(await vault.protect('correct horse')).toBe('done')
    expect(readFileSync(join(folder, keyFileName), 'utf8')).not.toContain('training-file')
    const next = await openVault(folder, passphraseHost)
    expect(next.view().state).toBe('locked')
    await next.unlock('correct horse')
    expect(() => readWith(next, sealed)).toThrow()
    expect(next.former()?.open('row', sealed)).toBe('Amélie')
    next.forgetFormer()
    expect(next.former()).toBeUndefined()
    const last = await openVault(folder, passphraseHost)
    await last.unlock('correct horse')
    expect([last.former(), last.sealing()?.keyId]).toEqual([undefined, next.sealing()?.keyId])
  })

  test('a forged former key in the key file is not accepted', async () => {
    const folder = makeFolder()
    const path = join(folder, keyFileName)
    await (await openVault(folder, passphraseHost)).protect('correct horse')
    const record = readKeyFile(path)
    if (typeof record !== 'object' || record.protection !== 'passphrase') throw new Error('no record')
    for (const former of [Buffer.alloc(32, 7), createSealing(Buffer.alloc(32, 7)).seal('former key', 'AAAA')]) {
      writeKeyFile(path, { ...record, former: Buffer.from(former).toString('base64') })
      const vault = await openVault(folder, passphraseHost)
      expect([await vault.unlock('correct horse'), vault.former()]).toEqual(['done', undefined])
    }
  })
})

test('a passphrase key of an earlier version is replaced at its first unlock', async () => {
  const folder = makeFolder()
  const path = join(folder, keyFileName)
  const old = randomBytes(32)
  writeKeyFile(path, await wrapByPassphrase(old, 'correct horse'))
  const vault = await openVault(folder, passphraseHost)
  expect(await vault.unlock('wrong horse')).toBe('wrong-passphrase')
  expect(await vault.unlock('correct horse')).toBe('done')
  expect(vault.former()?.keyId).toBe(createSealing(old).keyId)
  expect(vault.sealing()?.keyId).not.toBe(createSealing(old).keyId)
  const record = readKeyFile(path)
  expect(record).toMatchObject({ bindsRecords: true })
  if (typeof record !== 'object' || record.protection !== 'passphrase') throw new Error('no record')
  expect(await unwrapByPassphrase(record, 'correct horse')).not.toEqual(old)
})

test('a damaged key file stays unchanged', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, keyFileName), 'half a rec')
  const vault = await openVault(folder, passphraseHost)
  expect(vault.view()).toEqual({ state: 'lost', protection: 'none' })
  expect([await vault.makeKey(), await vault.protect('x'), await vault.unlock('x')]).toEqual([
    'not-possible-now',
    'not-possible-now',
    'not-possible-now',
  ])
  expect(readFileSync(join(folder, keyFileName), 'utf8')).toBe('half a rec')
})

/** Opens the vault once more, as the next process does, and reads what the first process has sealed. */
const readAgain = async (vault: Vault, folder: string, keyStore: KeyStore, passphrase?: string) => {
  const sealed = sealWith(vault)
  const next = await openVault(folder, keyStore)
  if (passphrase !== undefined) expect(await next.unlock(passphrase)).toBe('done')
  return readWith(next, sealed)
}

describe('of two calls at the same time,', () => {
  test('the second one finds the key that the first one made in the key store', async () => {
    const [folder, keyStore] = [makeFolder(), fakeKeyStore()]
    const vault = await openVault(folder, keyStore)
    expect(await Promise.all([vault.makeKey(), vault.makeKey()])).toEqual(['done', 'not-possible-now'])
    expect(await readAgain(vault, folder, keyStore)).toBe('Amélie')
  })

  test('the second one finds the key that the first one replaced', async () => {
    const [folder, state] = [makeFolder(), { isWeak: true, answers: true }]
    const fake = fakeKeyStore(state)
    await (await openVault(folder, fake)).makeKey()
    state.answers = false
    const pauses = [20, 0]
    const keyStore: KeyStore = {
      ...fake,
      async wrap(key) {
        await setTimeout(pauses.shift())
        return fake.wrap(key)
      },
    }
    const vault = await openVault(folder, keyStore)
    Object.assign(state, { isWeak: false, answers: true })
    const sealed: Uint8Array[] = []
    const openAndSeal = async (): Promise<void> => {
      await vault.open()
      sealed.push(sealWith(vault))
    }
    await Promise.all([openAndSeal(), openAndSeal()])
    expect(sealed.map((one) => readWith(vault, one))).toEqual(['Amélie', 'Amélie'])
    expect(await readAgain(vault, folder, fake)).toBe('Amélie')
  })

  test('the second one does not set a passphrase again', async () => {
    const folder = makeFolder()
    const vault = await openVault(folder, passphraseHost)
    await vault.makeKey()
    expect(await Promise.all([vault.protect('secret'), vault.protect('secret')])).toEqual(['done', 'not-possible-now'])
    expect(await readAgain(vault, folder, passphraseHost, 'secret')).toBe('Amélie')
  })

  test('the second one only checks the passphrase of a vault that the first one has opened', async () => {
    const folder = makeFolder()
    await (await openVault(folder, passphraseHost)).protect('secret')
    const vault = await openVault(folder, passphraseHost)
    const first = vault.unlock('secret').then(() => vault.sealing())
    expect(await Promise.all([vault.unlock('secret'), vault.unlock('wrong')])).toEqual(['done', 'wrong-passphrase'])
    expect(vault.sealing()).toBe(await first)
  })
})

test('no passphrase is set while work is still sealed with a former key', async () => {
  const [folder, state] = [makeFolder(), { isWeak: true, answers: true }]
  const keyStore = fakeKeyStore(state)
  writeKeyFile(join(folder, keyFileName), {
    protection: 'training-file',
    key: Buffer.from(randomBytes(32)).toString('base64'),
  })
  const vault = await openVault(folder, keyStore)
  expect([vault.view().protection, vault.former() === undefined]).toEqual(['system-weak', false])
  const before = readFileSync(join(folder, keyFileName))
  expect(await vault.protect('secret')).toBe('unfinished')
  expect(readFileSync(join(folder, keyFileName)).equals(before)).toBe(true)
  vault.forgetFormer()
  expect(await vault.protect('secret')).toBe('done')
})
