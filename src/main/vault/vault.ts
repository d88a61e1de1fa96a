import { join } from 'node:path'
import type { VaultView } from '../../shared/bridge/snapshot.ts'
import type { KeyStore, Random } from '../ports.ts'
import { readKeyFile, writeKeyFile, type KeyRecord } from './key-file.ts'
import { isCheap, unwrapByPassphrase, wrapByPassphrase } from './passphrase.ts'
import { createSealing, type Sealing } from './sealing.ts'

export type VaultOutcome = 'done' | 'wrong-passphrase' | 'unavailable' | 'not-possible-now'

type SystemStore = Extract<KeyStore, { kind: 'system' }>

interface VaultPorts {
  readonly folder: string
  readonly keyStore: KeyStore
  readonly random: Random
}

export const keyFileName = 'key.json'

/**
 * Holds the key that seals stored work. It never deletes a key: a key that cannot be opened now may open later. A new vault is
 * closed; call `open`.
 */
export function createVault({ folder, keyStore, random }: VaultPorts) {
  const path = join(folder, keyFileName)
  let key: Uint8Array | undefined
  let sealing: Sealing | undefined
  let view: VaultView = { state: 'opening', protection: 'none' }

  const use = (fresh: Uint8Array, protection: VaultView['protection']): VaultOutcome => {
    key = fresh
    sealing = createSealing(fresh)
    view = { state: 'open', protection }
    return 'done'
  }
  const openSystem = async (record: Extract<KeyRecord, { protection: 'system' }>): Promise<VaultOutcome> => {
    if (keyStore.kind !== 'system') return becomeUnavailable('system')
    const wrapped = Buffer.from(record.wrapped, 'base64')
    try {
      const { key: dataKey, isStale } = await keyStore.unwrap(wrapped)
      const isCached = !isStale && !keyStore.isWeak(wrapped)
      return use(dataKey, protectionOf(keyStore, isCached ? wrapped : await wrapAgain(keyStore, dataKey, wrapped)))
    } catch {
      return becomeUnavailable('system')
    }
  }
  /** Wraps the key again as soon as the key store answers. Returns the wrapped bytes that are on disk. */
  const wrapAgain = async (store: SystemStore, dataKey: Uint8Array, last: Uint8Array): Promise<Uint8Array> => {
    try {
      const fresh = await store.wrap(dataKey)
      // A store that is locked again must not replace the protected key with a weak one.
      if (store.isWeak(fresh)) return last
      writeSystemKey(fresh)
      return fresh
    } catch {
      return last
    }
  }
  const writeSystemKey = (wrapped: Uint8Array): void =>
    writeKeyFile(path, { protection: 'system', wrapped: Buffer.from(wrapped).toString('base64') })
  const becomeUnavailable = (protection: VaultView['protection']): VaultOutcome => {
    view = { state: 'unavailable', protection }
    return 'unavailable'
  }

  return {
    view: (): VaultView => view,
    /** Undefined while the vault is locked, unavailable or new. */
    sealing: (): Sealing | undefined => sealing,
    /** Opens a vault that needs no passphrase: at the start, and again after the key store did not answer. */
    async open(): Promise<VaultOutcome> {
      const record = readKeyFile(path)
      if (record === 'none') {
        view = { state: 'new', protection: 'none' }
        return 'not-possible-now'
      }
      if (record === 'unreadable') return becomeUnavailable('none')
      if (record.protection === 'training-file') return use(Buffer.from(record.key, 'base64'), 'training-file')
      if (record.protection === 'system') return openSystem(record)
      view = { state: 'locked', protection: 'passphrase' }
      return 'not-possible-now'
    },
    async unlock(passphrase: string): Promise<VaultOutcome> {
      const record = readKeyFile(path)
      if (record === 'none' || record === 'unreadable' || record.protection !== 'passphrase') return 'not-possible-now'
      const unwrapped = await unwrapByPassphrase(record, passphrase)
      if (unwrapped === undefined) return 'wrong-passphrase'
      if (isCheap(record)) writeKeyFile(path, await wrapByPassphrase(unwrapped, passphrase))
      return use(unwrapped, 'passphrase')
    },
    /**
     * Wraps the key with a passphrase, also in place of a training file or of a key store that protects nothing. Another key
     * store keeps it. The vault must be open or new.
     */
    async protect(passphrase: string): Promise<VaultOutcome> {
      if (view.state !== 'new' && key === undefined) return 'not-possible-now'
      if (keyStore.kind === 'system' && view.protection !== 'system-weak') return 'not-possible-now'
      const dataKey = key ?? random.bytes(32)
      writeKeyFile(path, await wrapByPassphrase(dataKey, passphrase))
      return use(dataKey, 'passphrase')
    },
    /** Creates a key if there is none. The system's key store holds it; without one, an unencrypted file, for training only. */
    async makeKey(): Promise<VaultOutcome> {
      if (view.state !== 'new') return 'not-possible-now'
      const dataKey = random.bytes(32)
      if (keyStore.kind === 'passphrase') {
        writeKeyFile(path, { protection: 'training-file', key: Buffer.from(dataKey).toString('base64') })
        return use(dataKey, 'training-file')
      }
      try {
        const wrapped = await keyStore.wrap(dataKey)
        writeSystemKey(wrapped)
        return use(dataKey, protectionOf(keyStore, wrapped))
      } catch {
        return becomeUnavailable('system')
      }
    },
  }
}

export type Vault = ReturnType<typeof createVault>

/** Checks the bytes that are on disk: a new sample may be wrapped with another key. */
const protectionOf = (store: SystemStore, wrapped: Uint8Array): VaultView['protection'] =>
  store.isWeak(wrapped) ? 'system-weak' : 'system'
