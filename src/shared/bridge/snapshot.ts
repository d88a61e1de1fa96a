import { z } from 'zod'
import { handoutLanguages, languageChoices } from '../domain/language.ts'
import { connectionSchema } from '../domain/connection/connection.ts'
import { fleetViewSchema } from '../domain/fleet.ts'
import { paperSchema } from '../domain/handout/handout.ts'
import { labelHabitSchema, serialPatternSchema } from '../domain/label/label-schemas.ts'
import { maintenanceViewSchema } from '../domain/maintenance.ts'
import { missionsSchema } from '../domain/missions.ts'
import { policyViewSchema } from '../domain/policy.ts'
import { updateViewSchema } from '../domain/update.ts'
import { learntScannerSchema, longestMark } from '../domain/scanner.ts'

export const appearances = ['system', 'light', 'dark'] as const

export const preferencesSchema = z.object({
  technician: z.string().trim().max(80),
  stationName: z.string().trim().max(80),
  appearance: z.enum(appearances),
  language: z.enum(languageChoices),
  /** Characters that the scanner sends before and after a code; empty for none. */
  scannerPrefix: z.string().max(longestMark),
  scannerSuffix: z.string().max(longestMark),
  /** The result of the scanner test; null if the scanner was not tested. */
  scannerLearnt: learntScannerSchema.nullable(),
  serialPatterns: z.array(serialPatternSchema).max(200),
  /** Roles that technicians gave to codes on labels, newest last. */
  labelHabits: z.array(labelHabitSchema).max(200),
  handoutPaper: paperSchema,
  /** The language of handouts. `screen`: the language of the screens. */
  handoutLanguage: z.enum(handoutLanguages),
  /** Days after which the personal data of finished jobs is purged; 0 for never. */
  retentionDays: z.int().min(0).max(3650),
  /** Minutes without a key press or a click after which the signed-in technician is signed out; 0 for never. */
  lockAfterMinutes: z.int().min(0).max(480),
  sounds: z.boolean(),
  /** Shows a system notification when the platform is reached again and when a job needs a technician. No notification names a customer. */
  notifications: z.boolean(),
  missions: missionsSchema,
})
export type Preferences = z.infer<typeof preferencesSchema>

/**
 * `opening`: the system's key store is being asked and may wait for a password. `new`: there is no key yet. `locked`: a
 * passphrase is needed. `unavailable`: the system's key store does not answer now; nothing is lost. `lost`: there is stored work, but the file
 * with its key is missing or damaged. `protection`: what protects the key that seals stored work.
 */
export const vaultViewSchema = z.object({
  state: z.enum(['opening', 'new', 'open', 'locked', 'unavailable', 'lost']),
  protection: z.enum(['none', 'system', 'system-weak', 'passphrase', 'training-file']),
})
export type VaultView = z.infer<typeof vaultViewSchema>

/**
 * `nobody`: no technician is set up, so the app is never locked. `signed-out`: the app is locked, and the snapshot contains no connections
 * and no jobs. `signed-in`: `current` is signed in.
 */
export const whoViewSchema = z.object({
  state: z.enum(['nobody', 'signed-out', 'signed-in']),
  technicians: z.array(z.object({ id: z.string(), name: z.string(), isSupervisor: z.boolean() })),
  current: z.string().optional(),
  /** The technician who signed in last since the start. */
  last: z.string().optional(),
  /** True if the stored list of technicians does not open. Then no technician can sign in. */
  isUnreadable: z.boolean().optional(),
})
export type WhoView = z.infer<typeof whoViewSchema>

/**
 * The state of the ledger. `newer`: a newer Setdesk made the file, so the file is not opened. `damaged`: the file is damaged and left
 * untouched. `unsafe`: SQLite is too old to be trusted. `full`: the disk is full.
 */
export const storageViewSchema = z.object({
  state: z.enum(['ok', 'newer', 'damaged', 'unsafe', 'full']),
  folder: z.string(),
})

/** Whether the last request reached the platform. Real requests decide this, not the network card. */
export const linkViewSchema = z.object({
  state: z.enum(['unknown', 'reached', 'unreached', 'token-refused', 'same-answer']),
  /** Time of the last change, milliseconds since 1970. */
  since: z.number(),
  /** The network failure. Absent if the platform was reached. */
  failure: z.string().optional(),
  /** The answer that several jobs got and that Setdesk does not understand, without the token. */
  words: z.string().max(500).optional(),
})

export const connectionViewSchema = z.object({
  settings: connectionSchema,
  hasToken: z.boolean(),
  hasProxyLogIn: z.boolean(),
  /** True if nothing is sent, because requests would not be encrypted and no technician has allowed that. */
  isPlainHttpStopped: z.boolean(),
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

/** Everything that the frame of the screen shows. The whole snapshot is pushed after each change. */
export const snapshotSchema = z.object({
  host: z.enum(['electron', 'loopback']),
  version: z.string(),
  installation: z.string(),
  /** The box in the newest link that opened Setdesk, as a technician would type it. Present until the technician has handled the link. */
  linkedBox: z.string().max(64).optional(),
  /** The name of the operator's file that opened Setdesk last. Present until the technician has handled the file. */
  openedFile: z.string().max(255).optional(),
  vault: vaultViewSchema,
  who: whoViewSchema,
  storage: storageViewSchema,
  preferences: preferencesSchema,
  policy: policyViewSchema,
  connections: z.array(connectionViewSchema),
  activeConnectionId: z.string().optional(),
  /** Counts of the active connection's jobs, of all days. While the saved work is locked: of the jobs of all connections. */
  counts: countsSchema,
  /** When the active connection's oldest unsent job was saved, milliseconds since 1970. Absent if all jobs are sent. */
  oldestUnsent: z.number().optional(),
  /** Where unfinished jobs go whose connection is not in the settings, for example because the settings file was lost. */
  missingConnection: z.object({ baseUrl: z.string(), crmService: z.string() }).optional(),
  paused: z.boolean(),
  /** True while the training platform is unreachable on purpose, because a technician practises an outage. */
  isTrainingCut: z.literal(true).optional(),
  maintenance: maintenanceViewSchema,
  /** Absent if this computer is not in a fleet. */
  fleet: fleetViewSchema.optional(),
  update: updateViewSchema,
})
export type Snapshot = z.infer<typeof snapshotSchema>
