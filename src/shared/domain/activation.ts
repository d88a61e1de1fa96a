import { z } from 'zod'
import { creationParts, knownCustomerActionOptions } from './action.ts'
import { consoleIntentSchema } from './console.ts'
import { creationFlags, creationTexts } from './customer/creation.ts'
import {
  customerInputSchema,
  customerSchema,
  knownPasswordSchema,
  knownUseridSchema,
  planSchema,
  toldNameSchema,
} from './customer/customer.ts'
import { deviceIdentifierSchema } from './device-identifier-schema.ts'
import { activationKinds } from './job-kinds.ts'

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
/** Absent if the job does not bind the box to a hostname. */
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
      /** All personal fields, including those that were filled from the connection's defaults. */
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
    /** Absent if the password is unknown. Then `0` is sent. */
    password: knownPasswordSchema.optional(),
    customerName: toldNameSchema,
    hostname: optionalHostname,
    /** The replaced box in the platform's notation. It stays bound until the operator unbinds it in the platform's console. */
    replaces: replacedBoxSchema.optional(),
  }),
  z.object({ kind: z.literal('hostname'), box: boxSchema, hostname: hostnameSchema }),
] as const

/** The intent that the activation form produces: work with a box, or a new customer without one. */
export const activationSchema = z.discriminatedUnion('kind', [...activationOptions])
export type Activation = z.infer<typeof activationSchema>

export const intentSchema = z.discriminatedUnion('kind', [
  ...activationOptions,
  ...knownCustomerActionOptions,
  consoleIntentSchema,
])
export type Intent = z.infer<typeof intentSchema>
export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>

/** The known user ID and password of an intent. Both are absent if the intent is not about a customer. */
export function logInOf(intent: Intent): {
  readonly userid?: string | undefined
  readonly password?: string | undefined
} {
  if ('logIn' in intent) return intent.made ?? intent.logIn
  return 'userid' in intent ? { userid: intent.userid, password: intent.password } : {}
}

export const boxOf = (intent: Intent): Box | undefined => ('box' in intent ? intent.box : undefined)

/**
 * Reads stored work of an earlier release, which had a separate kind for a new customer without a box. Now the draft of such a customer
 * has `withoutBox`, and the intent has no box.
 */
export function readFormerKind(stored: unknown): unknown {
  const isFormer = typeof stored === 'object' && stored !== null && 'kind' in stored && stored.kind === 'customer-alone'
  return isFormer ? { ...stored, kind: 'new-customer', withoutBox: true } : stored
}

const typed = z.string().max(500)

export const formSchema = z.object({
  /** The screen chooses the id when the user begins the form. The id makes sure that saving one draft twice makes only one job. */
  id: z.string().min(8).max(64),
  /** The connection under which the form was begun. Absent in a draft of an earlier release. */
  connectionId: z.string().max(64).optional(),
  kind: z.enum(activationKinds),
  /** True if the new customer gets no box. The form keeps a box that was typed before, but the job does not use this box. */
  withoutBox: z.boolean().optional(),
  /**
   * `labelModel`: the model that a label named. It differs from `model` if the technician typed one. `labelBox`: the text of that label's
   * box. It differs from `raw` if the technician has typed over the box.
   */
  box: z.object({
    raw: typed,
    asSerial: z.boolean(),
    model: typed,
    labelModel: typed.optional(),
    labelBox: typed.optional(),
  }),
  customer: customerInputSchema,
  plan: z.object({ productid: typed, months: typed, days: typed, renewalinterval: typed }),
  logIn: z.object({ userid: typed, password: typed }),
  hostname: typed,
  /** The technician's options for the creation. Absent if the connection asks for none. */
  options: z.partialRecord(z.enum(['creation', ...creationTexts]), typed).optional(),
  flags: z.partialRecord(z.enum(creationFlags), z.boolean()).optional(),
  correcting: z.string().max(64).optional(),
  /** The job's revision when the correction was begun. A correction of any other revision is refused. */
  correctingRevision: z.int().optional(),
})

/** How many forms may be put aside. With more, a form is not stored. */
export const mostAside = 100

/** An unfinished form. Its fields may hold any text. The draft is stored on this computer, so a crash loses nothing. */
export const draftSchema = formSchema.extend({
  /** Forms that were put aside, the latest first. */
  aside: z
    .array(formSchema)
    .max(10 * mostAside)
    .optional(),
  /** True if this form is put aside, too: the form in front of it was saved or discarded, and none was begun since. */
  isAside: z.boolean().optional(),
})
export type DraftForm = z.infer<typeof formSchema>
export type Draft = z.infer<typeof draftSchema>

/** Puts `other` aside, so that the user continues with `draft`. The drafts that were put aside before `other` stay behind `other`. */
export function putAside(draft: Draft, other: Draft): Draft {
  return { ...formOf(draft), aside: [formOf(other), ...(other.aside ?? [])] }
}

/** All drafts that were put aside, the latest first. Includes `draft` itself if it was put aside. */
export function draftsAside(draft: Draft | undefined): readonly DraftForm[] {
  if (draft === undefined) return []
  return draft.isAside === true ? [formOf(draft), ...(draft.aside ?? [])] : (draft.aside ?? [])
}

/** Puts those forms aside, too, that `draft` does not have, behind its own. */
export function withOthers(draft: Draft, others: readonly DraftForm[]): Draft {
  return others.length === 0 ? draft : { ...draft, aside: [...(draft.aside ?? []), ...others] }
}

/** All forms of a draft: the one in front, and those that were put aside. */
export const formsIn = (draft: Draft | undefined): readonly DraftForm[] =>
  draft === undefined ? [] : draftsAside({ ...draft, isAside: true })

/** Makes a draft that contains only these forms, all of them put aside. Undefined if there are no forms. */
export function onlyAside([first, ...others]: readonly DraftForm[]): Draft | undefined {
  return first === undefined ? undefined : { ...first, isAside: true, ...(others.length > 0 && { aside: others }) }
}

/** Removes the forms that `isKept` rejects, also among those put aside. Undefined if no form is left. */
export function filterForms(draft: Draft, isKept: (form: DraftForm) => boolean): Draft | undefined {
  const { aside: behind, ...front } = draft
  const aside = (behind ?? []).filter(isKept)
  if (!isKept(draft)) return onlyAside(aside)
  return { ...front, ...(behind !== undefined && { aside }) }
}

/** Resumes a draft that was put aside. The drafts behind it stay put aside. */
export function begunAgain(draft: Draft): Draft {
  return { ...formOf(draft), ...(draft.aside !== undefined && { aside: draft.aside }) }
}

function formOf(draft: Draft): DraftForm {
  const { aside: _, isAside: __, ...form } = draft
  return form
}
