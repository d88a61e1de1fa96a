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
  let view: VaultView = { state: 'new', protection: 'none' }

  const use = (fresh: Uint8Array, protection: VaultView['protection']): VaultOutcome => {
    key = fresh
    sealing = createSealing(fresh)
    view = { state: 'open', protection }
    return 'done'
  }
  const openSystem = async (record: Extract<KeyRecord, { protection: 'system' }>): Promise<VaultOutcome> => {
    if (keyStore.kind !== 'system') return becomeUnavailable('system')
    try {
      return use(await keyStore.unwrap(Buffer.from(record.wrapped, 'base64')), await systemProtection(keyStore))
    } catch {
      return becomeUnavailable('system')
    }
  }
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
        const wrapped = Buffer.from(await keyStore.wrap(dataKey)).toString('base64')
        writeKeyFile(path, { protection: 'system', wrapped })
        return use(dataKey, await systemProtection(keyStore))
      } catch {
        return becomeUnavailable('system')
      }
    },
  }
}

const systemProtection = async (store: Extract<KeyStore, { kind: 'system' }>): Promise<VaultView['protection']> =>
  (await store.weak()) ? 'system-weak' : 'system'
