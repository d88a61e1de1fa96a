import { z } from 'zod'

/** The update rings, in the order in which they get a version. Without a policy a computer is in `normal`. */
export const updateRings = ['early', 'normal', 'late'] as const
export type UpdateRing = (typeof updateRings)[number]

/** The values of the operator's policy: the computer's ring, or `none` if another tool installs new versions. */
export const updateRules = ['none', ...updateRings] as const

/** Why a list of versions, or the file that it names, was refused. The locale file has a sentence for each. */
export const updateRefusals = [
  'unreadable',
  'unsigned',
  'wrong-key',
  'edited',
  'other-product',
  'other-channel',
  'expired',
  'older-list',
  'older-version',
  'no-file',
  'changed-file',
  'not-started',
  'not-installed',
] as const
export type UpdateRefusal = (typeof updateRefusals)[number]

const version = z.string().max(40)

/**
 * The progress of updating. `elsewhere`: this host cannot update itself. `later`: there is a new version, but it is not this computer's
 * turn yet. `ready`: the file of the version is downloaded and verified. Setdesk installs the version when nothing stands in the way, or
 * when Setdesk is closed.
 */
export const updateStatusSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('elsewhere'), by: z.enum(['browser', 'source', 'package']) }),
  z.object({ state: z.enum(['not-set-up', 'forbidden', 'locked', 'unknown', 'checking', 'current']) }),
  z.object({ state: z.literal('later'), version }),
  z.object({ state: z.literal('downloading'), version, percent: z.int().min(0).max(100) }),
  z.object({
    state: z.literal('ready'),
    version,
    notes: z.string(),
    /** `closing`: Setdesk cannot restart itself on this computer, so the version is installed only when the user closes Setdesk. */
    waitsFor: z.enum(['work', 'form', 'quiet', 'closing']),
    /** True if a technician asked for the installation. Then Setdesk waits only for work that is being sent. */
    isAsked: z.boolean(),
  }),
  z.object({ state: z.literal('refused'), refusal: z.enum(updateRefusals), version: version.optional() }),
  /** `failure`: a network failure, `http-` with a status, or `no-room` or `not-written` on this computer. */
  z.object({ state: z.literal('not-reached'), failure: z.string().max(40) }),
])
export type UpdateStatus = z.infer<typeof updateStatusSchema>

export const updateViewSchema = z.object({
  status: updateStatusSchema,
  /** When the list of versions was last read and understood, milliseconds since 1970. */
  checkedAt: z.number().optional(),
  /** A version that failed to start twice. Setdesk put the previous version back. */
  takenBack: version.optional(),
})
export type UpdateView = z.infer<typeof updateViewSchema>

/** The file of a version for one system, such as `linux-x64`. `name`: the file's name on the server, beside the list of versions. */
export const updateFileSchema = z.object({
  system: z.string().regex(/^[a-z\d-]{1,40}$/),
  // The name becomes a file name on this computer, so the pattern is strict.
  name: z.string().regex(/^[\w][\w.+-]{0,120}$/),
  size: z.int().min(1),
  /** The SHA-512 hash of the file, base64. */
  sha512: z.base64().length(88),
})
export type UpdateFile = z.infer<typeof updateFileSchema>

export interface Update {
  readonly version: string
  readonly notes: string
  /** An ISO time. The version is not installed after this time. */
  readonly expires: string
  readonly file: UpdateFile
}
