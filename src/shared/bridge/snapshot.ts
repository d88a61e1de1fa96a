import { z } from 'zod'
import { connectionSchema } from '../domain/connection/connection.ts'
import { labelHabitSchema, serialPatternSchema } from '../domain/label/label.ts'
import { keepingViewSchema } from '../domain/keeping.ts'
import { learntScannerSchema, longestMark } from '../domain/scanner.ts'

export const appearances = ['system', 'light', 'dark'] as const

/** Preferences of this computer; nothing secret. */
export const preferencesSchema = z.object({
  technician: z.string().trim().max(80),
  stationName: z.string().trim().max(80),
  appearance: z.enum(appearances),
  language: z.enum(['en']),
  /** Characters a scanner sends before and after a code; empty for none. */
  scannerPrefix: z.string().max(longestMark),
  scannerSuffix: z.string().max(longestMark),
  /** What was learnt of the scanner by holding it against a code; null where nothing was. */
  scannerLearnt: learntScannerSchema.nullable(),
  /** How serial numbers look, by model. */
  serialPatterns: z.array(serialPatternSchema).max(200),
  /** What was said of codes on labels, latest last. */
  labelHabits: z.array(labelHabitSchema).max(200),
  /** Days after which what is personal of finished jobs is purged; 0 keeps it. */
  retentionDays: z.int().min(0).max(3650),
})
export type Preferences = z.infer<typeof preferencesSchema>

/**
 * `opening` the system's key store is asked, which may wait for a password · `new` nothing is protected yet · `open` · `locked` a passphrase is needed · `unavailable` the system's key store does not
 * answer now, nothing is lost. `protection`: what holds the key that seals stored work.
 */
export const vaultViewSchema = z.object({
  state: z.enum(['opening', 'new', 'open', 'locked', 'unavailable']),
  protection: z.enum(['none', 'system', 'system-weak', 'passphrase', 'training-file']),
})
export type VaultView = z.infer<typeof vaultViewSchema>

/** `ok` · `newer` made by a newer Setdesk, opened read-only · `damaged` kept untouched · `unsafe` SQLite too old to be trusted. */
export const storageViewSchema = z.object({
  state: z.enum(['ok', 'newer', 'damaged', 'unsafe', 'full']),
  folder: z.string(),
})

/** Whether the platform was reached when it was last asked; decided by reaching it, not by the network card. */
export const linkViewSchema = z.object({
  state: z.enum(['unknown', 'reached', 'unreached', 'token-refused', 'same-answer']),
  /** Milliseconds since 1970 of the last change. */
  since: z.number(),
  /** Why it was not reached, one of the network failures; absent otherwise. */
  failure: z.string().optional(),
  /** The answer that several jobs got and that is not understood; the token is taken out. */
  words: z.string().max(500).optional(),
})

export const connectionViewSchema = z.object({
  settings: connectionSchema,
  hasToken: z.boolean(),
  hasProxyLogIn: z.boolean(),
  link: linkViewSchema,
})
export type ConnectionView = z.infer<typeof connectionViewSchema>

export const countsSchema = z.object({
  saved: z.int(),
  sending: z.int(),
  checking: z.int(),
  waiting: z.int(),
  needsYou: z.int(),
  refused: z.int(),
  unconfirmed: z.int(),
  done: z.int(),
  dropped: z.int(),
})
export type Counts = z.infer<typeof countsSchema>

/** All that the frame of the screen shows; pushed whole whenever it changes. */
export const snapshotSchema = z.object({
  host: z.enum(['electron', 'loopback']),
  version: z.string(),
  installation: z.string(),
  vault: vaultViewSchema,
  storage: storageViewSchema,
  preferences: preferencesSchema,
  connections: z.array(connectionViewSchema),
  activeConnectionId: z.string().optional(),
  /** Of the active connection, all days. */
  counts: countsSchema,
  /** When the oldest of its unsent jobs was saved, milliseconds since 1970; absent where all is sent. */
  oldestUnsent: z.number().optional(),
  /** A person stopped sending. */
  paused: z.boolean(),
  keeping: keepingViewSchema,
})
export type Snapshot = z.infer<typeof snapshotSchema>
