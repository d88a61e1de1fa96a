import { join } from 'node:path'
import type { VaultView } from '../../shared/bridge/snapshot.ts'
import { createOneAtATime } from '../../shared/one-at-a-time.ts'
import type { KeyStore, Random } from '../ports.ts'
import { isCheap, type KeyRecord, readKeyFile, unwrapByPassphrase, wrapByPassphrase, writeKeyFile } from './key-file.ts'
import { openColumn, createSealing, type Sealing } from './sealing.ts'

/** `unfinished`: after an earlier change of the key, some work still opens only with the former one, for example because the disk was full. */
export type VaultOutcome = 'done' | 'wrong-passphrase' | 'unavailable' | 'not-possible-now' | 'unfinished'

type SystemStore = Extract<KeyStore, { kind: 'system' }>
type SystemRecord = Extract<KeyRecord, { protection: 'system' }>
type KeyHistory = Pick<SystemRecord, 'bindsRecords' | 'former'>

interface VaultPorts {
  readonly folder: string
  readonly keyStore: KeyStore
  readonly random: Random
  /** Whether there is work that only an existing key opens. A new key would make that work unreadable for good. */
  readonly hasSealedWork: () => boolean
}

export const keyFileName = 'key.json'
const formerIdentity = 'former key'
const keyBytes = 32

/**
 * Holds the key that seals stored work. A key that others could have read is replaced as soon as a better protection exists. The
 * new key's file contains the former key, sealed, until `forgetFormer` is called. A key that cannot be opened now is never deleted,
 * because it may open later. A new vault is closed; call `open`.
 */
export function createVault({ folder, keyStore, random, hasSealedWork }: VaultPorts) {
  const path = join(folder, keyFileName)
  let key: Uint8Array | undefined
  let sealing: Sealing | undefined
  let former: Sealing | undefined
  let view: VaultView = { state: 'opening', protection: 'none' }
  /** Two changes at the same time would each make a key. The work would be sealed with one of them, and the file would have the other. */
  const inTurn = createOneAtATime()

  const use = (fresh: Uint8Array, protection: VaultView['protection'], old?: Uint8Array): VaultOutcome => {
    key = fresh
    sealing = createSealing(fresh)
    former = old && createSealing(old)
    view = { state: 'open', protection }
    return 'done'
  }
  const openSystem = async (record: SystemRecord): Promise<VaultOutcome> => {
    if (keyStore.kind !== 'system') return becomeUnavailable('system')
    const wrapped = Buffer.from(record.wrapped, 'base64')
    try {
      const { key: dataKey, isStale } = await keyStore.unwrap(wrapped)
      // A store that lost its own key may return other bytes in place of an error. Nothing may be sealed with such a key.
      if (dataKey.length !== keyBytes) return becomeUnavailable('system')
      const isWeak = keyStore.isWeak(wrapped)
      const old = openFormer(dataKey, record)
      // Only one change of key may be under way, so the former key must be gone before this key is replaced.
      if (
        old === undefined &&
        (isWeak || record.bindsRecords !== true) &&
        (await replaceInStore(keyStore, dataKey, false))
      )
        return 'done'
      const stored = isStale && !isWeak ? await wrapAgain(keyStore, dataKey, record) : wrapped
      return use(dataKey, protectionOf(keyStore, stored), old)
    } catch {
      return becomeUnavailable('system')
    }
  }
  /**
   * Makes a new key and has the system's key store wrap it. False if the store does not answer, or if its protection is weak and
   * `evenIfWeak` is not set. In these cases the old key stays.
   */
  const replaceInStore = async (store: SystemStore, old: Uint8Array, evenIfWeak: boolean): Promise<boolean> => {
    const fresh = random.bytes(keyBytes)
    let wrapped: Uint8Array
    try {
      wrapped = await store.wrap(fresh)
    } catch {
      return false
    }
    if (store.isWeak(wrapped) && !evenIfWeak) return false
    writeSystemKey(store, wrapped, { former: sealFormer(fresh, old) })
    use(fresh, protectionOf(store, wrapped), old)
    return true
  }
  /** Wraps the key again, if the key store answers. Returns the wrapped bytes that are then on disk. */
  const wrapAgain = async (store: SystemStore, dataKey: Uint8Array, record: SystemRecord): Promise<Uint8Array> => {
    const last = Buffer.from(record.wrapped, 'base64')
    try {
      const fresh = await store.wrap(dataKey)
      // A store that is locked again wraps with a weak key. Such bytes must not replace the protected bytes.
      if (store.isWeak(fresh)) return last
      writeKeyFile(path, { ...record, wrapped: Buffer.from(fresh).toString('base64') })
      return fresh
    } catch {
      return last
    }
  }
  const writeSystemKey = (store: SystemStore, wrapped: Uint8Array, history: KeyHistory): void =>
    writeKeyFile(path, {
      protection: 'system',
      wrapped: Buffer.from(wrapped).toString('base64'),
      ...(!store.isWeak(wrapped) && { bindsRecords: true }),
      ...history,
    })
  const becomeUnavailable = (protection: VaultView['protection']): VaultOutcome => {
    view = { state: 'unavailable', protection }
    return 'unavailable'
  }
  /** Opens an unencrypted key, which is only for training. If there is a key store, the key is replaced before anything is sealed. */
  const openClear = async (clear: Uint8Array): Promise<VaultOutcome> => {
    if (keyStore.kind === 'passphrase') return use(clear, 'training-file')
    return (await replaceInStore(keyStore, clear, true)) ? 'done' : becomeUnavailable('system')
  }
  const replaceByPassphrase = async (old: Uint8Array | undefined, passphrase: string): Promise<VaultOutcome> => {
    const fresh = random.bytes(keyBytes)
    const record = await wrapByPassphrase(fresh, passphrase)
    writeKeyFile(path, { ...record, bindsRecords: true, ...(old && { former: sealFormer(fresh, old) }) })
    return use(fresh, 'passphrase', old)
  }

  return {
    view: (): VaultView => view,
    /** The sealing with the present key. Undefined while the vault is locked, unavailable or new. */
    sealing: (): Sealing | undefined => sealing,
    /** The sealing with the former key. Undefined if nothing is left to seal again or to delete. */
    former: (): Sealing | undefined => former,
    /** Ends the change of the key. Call this function when nothing is left that the former key opens. */
    forgetFormer(): void {
      const record = readKeyFile(path)
      if (typeof record === 'object') writeKeyFile(path, withoutFormer(record))
      former = undefined
    },
    /** Resets the vault after the key file was deleted. A sealing that was handed out before must no longer be used. */
    forget(): void {
      key?.fill(0)
      key = undefined
      sealing = undefined
      former = undefined
      view = { state: 'new', protection: 'none' }
    },
    /** Opens a vault that needs no passphrase: at the start, and again after the key store did not answer or the key was missing. */
    open: (): Promise<VaultOutcome> =>
      inTurn(async () => {
        if (view.state === 'open') return 'done'
        const record = readKeyFile(path)
        if (typeof record === 'string') {
          view = { state: record === 'none' && !hasSealedWork() ? 'new' : 'lost', protection: 'none' }
          return 'not-possible-now'
        }
        if (record.protection === 'training-file') return openClear(Buffer.from(record.key, 'base64'))
        if (record.protection === 'system') return openSystem(record)
        view = { state: 'locked', protection: 'passphrase' }
        return 'not-possible-now'
      }),
    /** Opens a vault that is locked. An open vault keeps its key, and the passphrase is only checked. */
    unlock: (passphrase: string): Promise<VaultOutcome> =>
      inTurn(async () => {
        const record = readKeyFile(path)
        if (typeof record === 'string' || record.protection !== 'passphrase') return 'not-possible-now'
        const unwrapped = await unwrapByPassphrase(record, passphrase)
        if (unwrapped === undefined) return 'wrong-passphrase'
        if (view.state === 'open') return 'done'
        const old = openFormer(unwrapped, record)
        if (old === undefined && record.bindsRecords !== true) return replaceByPassphrase(unwrapped, passphrase)
        if (isCheap(record)) writeKeyFile(path, { ...record, ...(await wrapByPassphrase(unwrapped, passphrase)) })
        return use(unwrapped, 'passphrase', old)
      }),
    /**
     * Makes a key under a passphrase. The new key also replaces the key of a training file, or of a key store that protects nothing. Any
     * other key store keeps its key. The vault must be open or new. While a former key exists, some work opens only with that key, so the
     * present key stays.
     */
    protect: (passphrase: string): Promise<VaultOutcome> =>
      inTurn(async () => {
        if (view.state !== 'new' && key === undefined) return 'not-possible-now'
        const isStrong =
          keyStore.kind === 'system' ? view.protection !== 'system-weak' : view.protection === 'passphrase'
        if (isStrong) return 'not-possible-now'
        return former === undefined ? replaceByPassphrase(key, passphrase) : 'unfinished'
      }),
    /** Makes a new key under another passphrase, or only wraps the present key again while a former key exists. The vault must be open. */
    changePassphrase: (old: string, fresh: string): Promise<VaultOutcome> =>
      inTurn(async () => {
        const record = readKeyFile(path)
        if (key === undefined || typeof record === 'string' || record.protection !== 'passphrase')
          return 'not-possible-now'
        const unwrapped = await unwrapByPassphrase(record, old)
        if (unwrapped === undefined) return 'wrong-passphrase'
        // Only one change of key may be under way. While a former key exists, the present key stays and is only wrapped again.
        if (openFormer(unwrapped, record) === undefined) return replaceByPassphrase(unwrapped, fresh)
        writeKeyFile(path, { ...record, ...(await wrapByPassphrase(unwrapped, fresh)) })
        return 'done'
      }),
    /** Creates a key if there is none. Without a key store, the key is stored in an unencrypted file, for training only. */
    makeKey: (): Promise<VaultOutcome> =>
      inTurn(async () => {
        if (view.state !== 'new') return 'not-possible-now'
        const dataKey = random.bytes(keyBytes)
        if (keyStore.kind === 'passphrase') {
          writeKeyFile(path, { protection: 'training-file', key: Buffer.from(dataKey).toString('base64') })
          return use(dataKey, 'training-file')
        }
        try {
          const wrapped = await keyStore.wrap(dataKey)
          writeSystemKey(keyStore, wrapped, {})
          return use(dataKey, protectionOf(keyStore, wrapped))
        } catch {
          return becomeUnavailable('system')
        }
      }),
  }
}

export type Vault = ReturnType<typeof createVault>

/** The protection of the wrapped key on disk. The store may wrap a new sample with another key, so a sample would not show it. */
const protectionOf = (store: SystemStore, wrapped: Uint8Array): VaultView['protection'] =>
  store.isWeak(wrapped) ? 'system-weak' : 'system'

/** Seals the former key with the new one, so that an attacker cannot add another former key together with rows that this key opens. */
const sealFormer = (fresh: Uint8Array, old: Uint8Array): string =>
  Buffer.from(createSealing(fresh).seal(formerIdentity, Buffer.from(old).toString('base64'))).toString('base64')

/** Opens the former key in a key record. Undefined if the record has none. */
export function openFormer(dataKey: Uint8Array, { former }: KeyHistory): Uint8Array | undefined {
  if (former === undefined) return undefined
  const text = openColumn(createSealing(dataKey), formerIdentity, Buffer.from(former, 'base64'))
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}

export function withoutFormer(record: KeyRecord): KeyRecord {
  if (record.protection === 'training-file') return record
  const { former: _, ...rest } = record
  return rest
}
