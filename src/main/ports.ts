import type { LanguageChoice } from '../shared/domain/language.ts'
import type { DownloadFailure } from '../platform/transport/transport.ts'
import type { Route, Transport } from '../platform/transport/exchange.ts'
import type { Policy } from '../shared/domain/policy.ts'
import type { Preferences } from '../shared/bridge/snapshot.ts'
import type { Connection } from '../shared/domain/connection/connection.ts'
import type { Update } from '../shared/domain/update.ts'
import type { Result } from '../shared/result.ts'

export interface Clock {
  /** Milliseconds since 1970, for displayed times. The user or a time server may set this clock at any moment. */
  readonly now: () => number
  /** Milliseconds since the process started. This clock is never set, and it goes on while the computer sleeps. */
  readonly elapsed: () => number
  /** Runs `action` once after `ms` milliseconds; returns the function that cancels it. */
  readonly after: (ms: number, action: () => void) => () => void
}

export interface Random {
  readonly bytes: (count: number) => Uint8Array
  /** A uniformly random integer from 0 to `bound - 1`. */
  readonly below: (bound: number) => number
}

/** Preferences and connections on disk, without secrets. */
export interface SettingsStore {
  readonly read: () => Settings
  readonly write: (settings: Settings) => void
  /** Resets the settings in memory to those of an empty data folder. Called after the settings file was deleted. */
  readonly forget: () => void
}

export interface Settings {
  readonly preferences: Preferences
  readonly connections: readonly Connection[]
  readonly activeConnectionId: string | undefined
  /** Absent if no policy was accepted. */
  readonly policyMark?: PolicyMark | undefined
}

/** The last accepted policy. `fingerprint`: of the operator's public key. `updates`: the policy's rule of updates, for when it cannot be read. */
export interface PolicyMark {
  readonly fingerprint: string
  readonly serial: number
  readonly updates?: Policy['updates'] | undefined
}

/**
 * Protects the data key while the app is closed. `system`: the operating system's key store; its asynchronous calls may wait for the user's
 * password. `passphrase`: the host has no key store, so a passphrase wraps the key. While training is the only connection, an unencrypted
 * file of mode 0600 holds the key.
 */
export type KeyStore =
  | {
      readonly kind: 'system'
      /** Whether the bytes were wrapped with a publicly known key, which protects nothing (some Linux desktops). */
      readonly isWeak: (wrapped: Uint8Array) => boolean
      /** Rejects if the key store does not answer now. Nothing is lost; the caller may try again. */
      readonly wrap: (key: Uint8Array) => Promise<Uint8Array>
      /** `isStale`: the system has a newer key, and the bytes should be wrapped again. */
      readonly unwrap: (wrapped: Uint8Array) => Promise<{ readonly key: Uint8Array; readonly isStale: boolean }>
    }
  | { readonly kind: 'passphrase' }

/** A log with one line of data per event. An implementation redacts each line before it writes it. */
export interface Log {
  readonly info: (event: string, facts?: Readonly<Record<string, string | number | boolean>>) => void
  readonly problem: (event: string, facts?: Readonly<Record<string, string | number | boolean>>) => void
}

/** Where new versions come from, and which keys must have signed them. These values are built into the program. */
export interface UpdateFeed {
  /** The `https:` address of the folder with the version lists and program files. Empty if this Setdesk was built without a feed. */
  readonly address: string
  readonly channel: string
  /** Public keys (SPKI, DER, base64). */
  readonly keys: readonly string[]
}

export type InstallerFailure = DownloadFailure | 'changed-file' | 'no-room' | 'not-written'

export interface Installer {
  readonly feed: UpdateFeed
  /** The names of the systems, such as `linux-x64`, whose program files run on this computer. The best match comes first. */
  readonly systems: readonly string[]
  /** Whether Setdesk can restart itself, with the same data folder, after it was replaced. */
  readonly canStartAgain: boolean
  /** Downloads the update's file and verifies it. A file that was downloaded earlier is verified again. `onProgress`: 0 to 100. */
  readonly download: (
    update: Update,
    how: { readonly route: Route; readonly signal: AbortSignal; readonly onProgress: (percent: number) => void },
  ) => Promise<Result<void, InstallerFailure>>
  /** Ends Setdesk at the next safe point, installs the download, and starts Setdesk again. */
  readonly restart: () => void
  /** Milliseconds since the last key press or mouse movement at this computer. */
  readonly idleMs: () => number
}

/**
 * Runs a file of the program in a separate process, sends `task` to that process, and returns the answer. Undefined if the process ended
 * without an answer, or if `signal` ended the process. In both cases the caller does the work itself. Never rejects.
 */
export type RunApart = (file: URL, task: unknown, signal?: AbortSignal) => Promise<unknown>

export interface Ports {
  readonly host: 'electron' | 'loopback'
  readonly version: string
  /** The folder with all stored data. Until this process ends, no other Setdesk process uses the folder. */
  readonly dataFolder: string
  readonly clock: Clock
  readonly random: Random
  readonly transport: Transport
  readonly settings: SettingsStore
  readonly keyStore: KeyStore
  /** A hashed id of this machine. It shows that a data folder was copied from another machine. Undefined if the system does not tell it. */
  readonly machineId: () => Promise<string | undefined>
  /** An id that the system gives the data folder itself. It shows that the folder is a copy, even one on the same machine. */
  readonly folderId: () => string
  readonly log: Log
  /** Absent if the page can write to the clipboard itself. */
  readonly clipboard?: { readonly write: (text: string) => Promise<void> }
  /** Opens a draft of a message in the system's program. Absent if the page's own links do that. @throws if there is no such program */
  readonly openMessage?: (link: string) => Promise<void>
  /** Prints the page to a PDF file that the user chooses. Absent if the browser's print dialog does that. */
  readonly savePdf?: (name: string) => Promise<boolean>
  /** Sets the language of the texts that the host itself shows. Absent if the host shows no texts. */
  readonly speakAs?: (language: LanguageChoice) => void
  /** The installer of new versions. `source`: Setdesk runs from its sources. `package`: the system's own packages bring new versions. */
  readonly installer?: Installer | 'source' | 'package'
  /** Restarts the app at the next safe point. Absent if the host cannot do that. */
  readonly restart?: () => void
  /** Runs work outside this process, because the work needs much memory. */
  readonly runApart: RunApart
  /** Returns unused memory to the operating system. This takes up to a tenth of a second. Absent if the user would notice that pause. */
  readonly giveBackMemory?: () => void
}
