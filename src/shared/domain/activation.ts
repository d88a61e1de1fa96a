import { z } from 'zod'
import { creationParts, knownCustomerActionOptions } from './action.ts'
import { consoleIntentSchema } from './console.ts'
import { creationFlags, creationTexts } from './customer/creation.ts'
import { customerInputSchema, customerSchema, toldNameSchema } from './customer/customer.ts'
import { deviceIdentifierSchema } from './device-identifier-schema.ts'
import { knownPasswordSchema, knownUseridSchema } from './customer/log-in.ts'
import { planSchema } from './customer/plan.ts'

export const boxSchema = z.object({
  identifier: deviceIdentifierSchema,
  raw: z.string().max(500),
  model: z.string().trim().max(100, 'too-long'),
})
export type Box = z.infer<typeof boxSchema>

export const hostnameSchema = z
  .string()
  .trim()
  .min(1, { error: 'required', abort: true })
  .max(253, 'too-long')
  .regex(/^\S+$/, 'hostname')
/** Absent if the job binds the box to no hostname. */
const optionalHostname = hostnameSchema.optional()

export const replacedBoxSchema = z.object({
  id: z.string().trim().min(1, 'required').max(100, 'too-long'),
  model: z.string().max(100).optional(),
})

const activationOptions = [
  z
    .object({
      kind: z.literal('new-customer'),
      /** Absent if only the customer is created. */
      box: boxSchema.optional(),
      /** Complete: includes the connection's defaults. */
      customer: customerSchema,
      plan: planSchema,
      hostname: optionalHostname,
      ...creationParts,
    })
    .refine(({ box, hostname }) => box !== undefined || hostname === undefined, { error: 'required', path: ['box'] }),
  z.object({
    kind: z.literal('existing-customer'),
    box: boxSchema,
    userid: knownUseridSchema,
    /** Absent if it is unknown; then `0` is sent. */
    password: knownPasswordSchema.optional(),
    customerName: toldNameSchema,
    hostname: optionalHostname,
    /** The box that this one replaces, as the platform writes it. It stays bound until the operator unbinds it there. */
    replaces: replacedBoxSchema.optional(),
  }),
  z.object({ kind: z.literal('hostname'), box: boxSchema, hostname: hostnameSchema }),
] as const

/** What the activation form becomes: work with a box, or a new customer without one. */
export const activationSchema = z.discriminatedUnion('kind', [...activationOptions])
export type Activation = z.infer<typeof activationSchema>

export const intentSchema = z.discriminatedUnion('kind', [
  ...activationOptions,
  ...knownCustomerActionOptions,
  consoleIntentSchema,
])
export type Intent = z.infer<typeof intentSchema>
export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>

/** The user ID and password of an intent, as far as they are known; none if the intent concerns no customer. */
export function logInOf(intent: Intent): {
  readonly userid?: string | undefined
  readonly password?: string | undefined
} {
  if ('logIn' in intent) return intent.made ?? intent.logIn
  return 'userid' in intent ? { userid: intent.userid, password: intent.password } : {}
}

export const boxOf = (intent: Intent): Box | undefined => ('box' in intent ? intent.box : undefined)

/**
 * Stored work of an earlier release, in which a new customer without a box was a kind of its own. A draft says so by
 * `withoutBox`, an intent by having no box.
 */
export function readFormerKind(stored: unknown): unknown {
  const isFormer = typeof stored === 'object' && stored !== null && 'kind' in stored && stored.kind === 'customer-alone'
  return isFormer ? { ...stored, kind: 'new-customer', withoutBox: true } : stored
}

const typed = z.string().max(500)

export const formSchema = z.object({
  /** Chosen by the screen when the form is begun; a job that is saved twice from one draft is one job. */
  id: z.string().min(8).max(64),
  kind: z.enum(['new-customer', 'existing-customer', 'hostname']),
  /** The new customer gets no box with this job. A box that was typed before stays in the form, and is not used. */
  withoutBox: z.boolean().optional(),
  box: z.object({ raw: typed, asSerial: z.boolean(), model: typed }),
  customer: customerInputSchema,
  plan: z.object({ productid: typed, months: typed, days: typed, renewalinterval: typed }),
  logIn: z.object({ userid: typed, password: typed }),
  hostname: typed,
  /** What the technician chose for the creation, if the connection asks for it. */
  options: z.partialRecord(z.enum(['creation', ...creationTexts]), typed).optional(),
  flags: z.partialRecord(z.enum(creationFlags), z.boolean()).optional(),
  correcting: z.string().max(64).optional(),
  /** The revision of that job when the form was begun; a correction of any other revision is refused. */
  correctingRevision: z.int().optional(),
})

/** A form in work, with any text. Stored on this computer, so that a crash loses nothing. */
export const draftSchema = formSchema.extend({
  /** Forms that were put aside for this one, the latest first. */
  aside: z.array(formSchema).max(100).optional(),
  /** This form was put aside too: the one before it was saved or discarded, and none has been begun since. */
  isAside: z.boolean().optional(),
})
export type DraftForm = z.infer<typeof formSchema>
export type Draft = z.infer<typeof draftSchema>

/** The draft with `other` put aside for it, followed by the drafts that were aside for `other`. */
export function putAside(draft: Draft, other: Draft): Draft {
  return { ...formOf(draft), aside: [formOf(other), ...(other.aside ?? [])] }
}

/** All drafts that wait, the latest first; the draft itself counts if it was put aside too. */
export function draftsAside(draft: Draft | undefined): readonly DraftForm[] {
  if (draft === undefined) return []
  return draft.isAside === true ? [formOf(draft), ...(draft.aside ?? [])] : (draft.aside ?? [])
}

/** These waiting drafts without a begun one before them; undefined if none waits. */
export function onlyAside([first, ...others]: readonly DraftForm[]): Draft | undefined {
  return first === undefined ? undefined : { ...first, isAside: true, ...(others.length > 0 && { aside: others }) }
}

/** A waiting draft that is begun again; the drafts behind it go on waiting. */
export function begunAgain(draft: Draft): Draft {
  return { ...formOf(draft), ...(draft.aside !== undefined && { aside: draft.aside }) }
}

function formOf(draft: Draft): DraftForm {
  const { aside: _, isAside: __, ...form } = draft
  return form
}
