import { z } from 'zod'
import { customerActOptions } from './act.ts'
import { consoleIntentSchema } from './console.ts'
import { creationFlags, creationOptionsSchema, creationTexts } from './creation.ts'
import { customerInputSchema, customerSchema, toldNameSchema } from './customer.ts'
import { deviceIdentifierSchema } from './device-identifier.ts'
import {
  chosenPasswordSchema,
  knownPasswordSchema,
  knownUseridSchema,
  madeLogInSchema,
  useridSchema,
} from './log-in.ts'
import { planSchema } from './plan.ts'

/** The box of a job: what it is known by, what was scanned or typed, and its model where it is known. */
export const boxSchema = z.object({
  identifier: deviceIdentifierSchema,
  raw: z.string().max(500),
  model: z.string().trim().max(100, 'too-long'),
})

/** A hostname as it is typed; a sentence about it names the rule. */
export const hostnameSchema = z
  .string()
  .trim()
  .min(1, { error: 'required', abort: true })
  .max(253, 'too-long')
  .regex(/^\S+$/, 'hostname')
/** Absent where the box is to be bound to no hostname in this job. */
const optionalHostname = hostnameSchema.optional()

/** A box as the platform writes it, and its model where that is known. */
export const replacedBoxSchema = z.object({
  id: z.string().trim().min(1, 'required').max(100, 'too-long'),
  model: z.string().max(100).optional(),
})

/** The three ways an activation goes. */
const activationOptions = [
  z.object({
    kind: z.literal('new-customer'),
    box: boxSchema,
    /** Complete: the connection's defaults are filled in. */
    customer: customerSchema,
    plan: planSchema,
    hostname: optionalHostname,
    /** Typed by a person; what is absent is made here when the job is saved. */
    logIn: z.object({ userid: useridSchema.optional(), password: chosenPasswordSchema.optional() }),
    /** What a technician said beside the connection's own settings; absent where nobody was asked. */
    options: creationOptionsSchema.optional(),
    /** What the platform made instead, once it has told; set by the job alone. */
    made: madeLogInSchema.optional(),
  }),
  z.object({
    kind: z.literal('existing-customer'),
    box: boxSchema,
    userid: knownUseridSchema,
    /** Absent where nobody knows it; `0` goes out then. */
    password: knownPasswordSchema.optional(),
    customerName: toldNameSchema,
    hostname: optionalHostname,
    /** The box that this one takes the place of, as the platform writes it: it stays bound until a person unbinds it there. */
    replaces: replacedBoxSchema.optional(),
  }),
  z.object({ kind: z.literal('hostname'), box: boxSchema, hostname: hostnameSchema }),
] as const

/** What a technician wants done with a box. */
export const activationSchema = z.discriminatedUnion('kind', [...activationOptions])
export type Activation = z.infer<typeof activationSchema>

/** What a form that is filled in step by step becomes: work with a box, or a customer without one. */
export const draftIntentSchema = z.discriminatedUnion('kind', [...activationOptions, customerActOptions[0]])
export type DraftIntent = z.infer<typeof draftIntentSchema>

/** What a technician wants done; becomes a job. */
export const intentSchema = z.discriminatedUnion('kind', [
  ...activationOptions,
  ...customerActOptions,
  consoleIntentSchema,
])
export type Intent = z.infer<typeof intentSchema>
export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>

/** The log-in an intent goes by, as far as it is known; none where no customer is touched. */
export function logInOf(intent: Intent): {
  readonly userid?: string | undefined
  readonly password?: string | undefined
} {
  if ('logIn' in intent) return intent.made ?? intent.logIn
  return 'userid' in intent ? { userid: intent.userid, password: intent.password } : {}
}

const typed = z.string().max(500)

/** A form as it is typed. */
export const formSchema = z.object({
  /** Made by the screen once a form is begun; a job saved twice from one draft is one job. */
  id: z.string().min(8).max(64),
  kind: z.enum(['new-customer', 'existing-customer', 'hostname', 'customer-alone']),
  step: z.enum(['box', 'customer', 'plan', 'check']),
  box: z.object({ raw: typed, asSerial: z.boolean(), model: typed }),
  customer: customerInputSchema,
  plan: z.object({ productid: typed, months: typed, days: typed, renewalinterval: typed }),
  logIn: z.object({ userid: typed, password: typed }),
  hostname: typed,
  /** What a technician says of the creation where the connection asks for it. */
  options: z.partialRecord(z.enum(['creation', ...creationTexts]), typed).optional(),
  flags: z.partialRecord(z.enum(creationFlags), z.boolean()).optional(),
  /** The job that is being corrected; absent for new work. */
  correcting: z.string().max(64).optional(),
  /** The revision of that job the form began with: a correction of any other is not taken. */
  correctingRevision: z.int().optional(),
})

/** A form that is being filled in: any text. Kept on this computer, so that a crash loses nothing. */
export const draftSchema = formSchema.extend({
  /** Forms that were put aside for this one, the latest first. Each comes back once the one before it is saved or discarded. */
  aside: z.array(formSchema).max(100).optional(),
})
export type Draft = z.infer<typeof draftSchema>
