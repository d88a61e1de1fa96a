import type { Transport } from '../platform/transport/exchange.ts'
import type { Preferences } from '../shared/bridge/snapshot.ts'
import type { Connection } from '../shared/domain/connection/connection.ts'

/** The time, and waiting for it. */
export interface Clock {
  /** Milliseconds since 1970, for stamps that are shown. A person or a server may set it back or ahead at any moment. */
  readonly now: () => number
  /** Milliseconds that this process has lived through: never set. May stand still while the computer sleeps. */
  readonly elapsed: () => number
  /** Runs `act` once after `ms`; returns the function that calls it off. */
  readonly after: (ms: number, act: () => void) => () => void
}

/** Cryptographic randomness. */
export interface Random {
  readonly bytes: (count: number) => Uint8Array
  /** A uniformly random whole number from 0 to `bound - 1`. */
  readonly below: (bound: number) => number
}

/** Preferences and connections on disk; never a secret. */
export interface SettingsStore {
  readonly read: () => Settings
  readonly write: (settings: Settings) => void
}

export interface Settings {
  readonly preferences: Preferences
  readonly connections: readonly Connection[]
  readonly activeConnectionId: string | undefined
}

/**
 * What holds the data key while the app is closed. `system`: the operating system's key store, by its asynchronous calls,
 * which may wait for the user's password. `passphrase`: there is no such store; a passphrase wraps the key, and for the
 * training platform alone a file of mode 0600 holds it.
 */
export type KeyStore =
  | {
      readonly kind: 'system'
      /** Whether these wrapped bytes are protected by nothing: a key that everybody knows made them (some Linux desktops). */
      readonly isWeak: (wrapped: Uint8Array) => boolean
      /** Rejected: the key store does not answer now; nothing is lost, and it can be tried again. */
      readonly wrap: (key: Uint8Array) => Promise<Uint8Array>
      /** `isStale`: the system has a newer key, and asks for the bytes to be wrapped again. */
      readonly unwrap: (wrapped: Uint8Array) => Promise<{ readonly key: Uint8Array; readonly isStale: boolean }>
    }
  | { readonly kind: 'passphrase' }

/** One line a happening, as data; an implementation redacts before it writes. */
export interface Log {
  readonly info: (event: string, facts?: Readonly<Record<string, string | number | boolean>>) => void
  readonly problem: (event: string, facts?: Readonly<Record<string, string | number | boolean>>) => void
}

/** Everything the app takes from its host. */
export interface Ports {
  readonly host: 'electron' | 'loopback'
  readonly version: string
  /** Owned by this process alone for its whole life. */
  readonly dataFolder: string
  readonly clock: Clock
  readonly random: Random
  readonly transport: Transport
  readonly settings: SettingsStore
  readonly keyStore: KeyStore
  /** A hashed id of this machine: tells a copied data folder from the original. */
  readonly machineId: () => Promise<string>
  readonly log: Log
  /** Absent where the page writes to the clipboard itself. */
  readonly clipboard?: { readonly write: (text: string) => Promise<void> }
  /** Saves the page as it would be printed as a file that the user chooses; absent where the browser's print dialog does. */
  readonly savePdf?: (name: string) => Promise<boolean>
  /** Ends the app at the next safe point and starts it again; absent where the host cannot. */
  readonly restart?: () => void
}
