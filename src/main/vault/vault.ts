import { join } from 'node:path'
import type { VaultView } from '../../shared/bridge/snapshot.ts'
import type { KeyStore, Random } from '../ports.ts'
import { readKeyFile, writeKeyFile, type KeyRecord } from './key-file.ts'
import { unwrapByPassphrase, wrapByPassphrase } from './passphrase.ts'
import { createSealing, type Sealing } from './sealing.ts'

/** What came of a wish to open or protect the vault. */
export type VaultOutcome = 'done' | 'wrong-passphrase' | 'unavailable' | 'not-possible-now'

/** Holds the key that seals stored work. It never wipes a key: what cannot be opened stays for another try. */
export interface Vault {
  readonly view: () => VaultView
  /** Absent while locked, unavailable or new. */
  readonly sealing: () => Sealing | undefined
  /** Opens what opens without a person: at start, and again where the key store did not answer. */
  readonly open: () => Promise<VaultOutcome>
  readonly unlock: (passphrase: string) => Promise<VaultOutcome>
  /** Puts a passphrase over the key; also in place of a training file. Needs the vault open or new. */
  readonly protect: (passphrase: string) => Promise<VaultOutcome>
  /** Makes a key where there is none, held by the system's key store, or for training alone by a file. */
  readonly makeKey: () => Promise<VaultOutcome>
}

type SystemStore = Extract<KeyStore, { kind: 'system' }>

interface VaultPorts {
  readonly folder: string
  readonly keyStore: KeyStore
  readonly random: Random
}

/** The file that holds the wrapped data key, beside the ledger. */
export const keyFileName = 'key.json'

/** Opens nothing by itself: `open` does. */
export function createVault({ folder, keyStore, random }: VaultPorts): Vault {
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
      const isKept = !isStale && !keyStore.isWeak(wrapped)
      return use(dataKey, protectionOf(keyStore, isKept ? wrapped : await wrapAgain(keyStore, dataKey, wrapped)))
    } catch {
      return becomeUnavailable('system')
    }
  }
  /** A key that was wrapped while the store was locked is wrapped by the store as soon as it answers. Returns what is on disk. */
  const wrapAgain = async (store: SystemStore, dataKey: Uint8Array, last: Uint8Array): Promise<Uint8Array> => {
    try {
      const fresh = await store.wrap(dataKey)
      // A store that is locked again must not take the protection away.
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
    view: () => view,
    sealing: () => sealing,
    async open() {
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
    async unlock(passphrase) {
      const record = readKeyFile(path)
      if (record === 'none' || record === 'unreadable' || record.protection !== 'passphrase') return 'not-possible-now'
      const unwrapped = await unwrapByPassphrase(record, passphrase)
      return unwrapped === undefined ? 'wrong-passphrase' : use(unwrapped, 'passphrase')
    },
    async protect(passphrase) {
      if (view.state !== 'new' && key === undefined) return 'not-possible-now'
      if (keyStore.kind === 'system') return 'not-possible-now'
      const dataKey = key ?? random.bytes(32)
      writeKeyFile(path, await wrapByPassphrase(dataKey, passphrase))
      return use(dataKey, 'passphrase')
    },
    async makeKey() {
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

/** Judged by the bytes that are on disk: another sample may be made by another key. */
const protectionOf = (store: SystemStore, wrapped: Uint8Array): VaultView['protection'] =>
  store.isWeak(wrapped) ? 'system-weak' : 'system'
