import { z } from 'zod'
import { largestAnswer } from '../domain/answer-size.ts'
import { consoleCallSchema } from '../domain/console.ts'
import { customerStatusSchema } from '../domain/status.ts'
import { taughtNamesSchema, teachable } from '../domain/teach/taught-names.ts'
import { textLayoutSchema } from '../domain/teach/text-layout.ts'

const nothing = z.object({})
const slot = z.string().min(1).max(40)

/** One parameter of an operation, as a form asks for it. `connection`: filled in from the connection, not by a person. */
const parameterViewSchema = z.object({
  name: z.string(),
  type: z.string(),
  requirement: z.enum(['required', 'optional', 'unmarked']),
  control: z.enum(['text', 'flag', 'choice', 'list', 'connection']),
  choices: z.array(z.string()).optional(),
  meaning: z.string(),
  /** What a value is held to, in a sentence. */
  rule: z.string(),
  /** Where it travels now: `retrieval` follows the connection's way of asking. */
  carriedIn: z.enum(['query', 'body']),
})
export type ParameterView = z.infer<typeof parameterViewSchema>

const operationViewSchema = z.object({
  id: z.string(),
  section: z.string(),
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  summary: z.string(),
  effect: z.enum(['read', 'create', 'bind', 'renew', 'change', 'toggle']),
  parameters: z.array(parameterViewSchema),
  readBack: z.array(z.object({ operation: z.string(), decides: z.string() })),
})
export type OperationView = z.infer<typeof operationViewSchema>

/** The interface as data: each section of its document with its operations. */
const catalogueViewSchema = z.object({
  sections: z.array(
    z.object({
      section: z.string(),
      title: z.string(),
      about: z.string(),
      operations: z.array(operationViewSchema),
    }),
  ),
})
export type CatalogueView = z.infer<typeof catalogueViewSchema>

/** A request as it goes out, without its secrets. `problems`: parameter -> rule that it breaks. */
const requestViewSchema = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  body: z.string().optional(),
  problems: z.record(z.string(), z.string()),
  /** Parameters that are chosen when the work is saved. */
  madeWhenSaved: z.array(z.string()),
})
export type RequestView = z.infer<typeof requestViewSchema>

/** What was made of an answer. Passwords are masked. */
export const understoodSchema = z.object({
  verdict: z.enum(['accepted', 'refused', 'absent', 'unclear']),
  /** The first few; a field by the name that Setdesk has for it. */
  records: z.array(z.array(z.object({ field: z.enum(teachable), value: z.string() }))),
  total: z.int(),
  hasNext: z.boolean().optional(),
  cursor: z.string().optional(),
  /** What keeps an answer from being understood that shows no records; without it the names of its fields. */
  lacks: z.enum(['particulars', 'following']).optional(),
  /** The platform's own words. */
  message: z.string().optional(),
})
export type Understood = z.infer<typeof understoodSchema>

const consoleAnswerSchema = z.object({
  reach: z.enum(['not-sent', 'maybe-sent', 'answered']),
  status: z.int().optional(),
  failure: z.string().optional(),
  milliseconds: z.number(),
  /** The whole answer as it came, without token and passwords. */
  raw: z.string(),
  understood: understoodSchema,
})
export type ConsoleAnswer = z.infer<typeof consoleAnswerSchema>

/** One value of an answer. `keys`: the names from the outside in, `[]` for an element of a list. */
const leafSchema = z.object({
  keys: z.array(z.string()),
  /** What stood there first, masked where its name says that it is a password. */
  sample: z.string(),
  /** What Setdesk takes a field of this name for. */
  known: z.enum(teachable).optional(),
  /** It is known, and stands inside something that Setdesk does not look into. */
  isHidden: z.boolean().optional(),
})
export type Leaf = z.infer<typeof leafSchema>

/** A value that stands where a customer's status does, and the status that it is read as. */
const saidStatusSchema = z.object({ said: z.string(), meant: customerStatusSchema.optional() })
export type SaidStatus = z.infer<typeof saidStatusSchema>

/** A plain text as records: what the example suggests, and what stands in it by the layout that is tried, or by that. */
const textViewSchema = z.object({
  proposed: textLayoutSchema.optional(),
  /** A name is empty where nothing names the column. Passwords are masked. */
  fields: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  total: z.int(),
  /** The first record that does not fit. */
  misfit: z.string().optional(),
})
export type TextView = z.infer<typeof textViewSchema>

/** The console of the whole interface, and the teaching of a platform's names. */
export const consoleChannels = {
  'console.catalogue': { request: nothing, response: catalogueViewSchema },
  'console.preview': { request: consoleCallSchema, response: requestViewSchema },
  /** Sends a reading operation, once. What the same slot asked before is cancelled, down to the network. */
  'console.ask': { request: consoleCallSchema.extend({ slot }), response: consoleAnswerSchema },
  'console.cancel': { request: z.object({ slot }), response: nothing },
  /** Saves a changing operation as a job; the same draft again is the same job. */
  'console.change': {
    request: consoleCallSchema.extend({ draftId: z.string().min(8).max(64) }),
    response: z.object({ id: z.string() }),
  },
  /** Reads an answer by names and a layout that are being tried; nothing is kept. */
  'teaching.look': {
    request: z.object({
      operation: z.string().min(1).max(60),
      status: z.int().min(100).max(599),
      /** Whatever the console can be answered; what stands for a password may be longer than the password. */
      text: z.string().max(2 * largestAnswer, 'too-long'),
      names: taughtNamesSchema,
      /** None: a plain text is words. */
      layout: textLayoutSchema.nullable().optional(),
    }),
    response: z.object({
      /** Only where the answer is a plain text. */
      text: textViewSchema.optional(),
      leaves: z.array(leafSchema),
      statuses: z.array(saidStatusSchema),
      understood: understoodSchema,
    }),
  },
  /** Keeps names and layout with the active connection; used from the next call on. Null takes the layout away. */
  'teaching.save': {
    request: z.object({ names: taughtNamesSchema, layout: textLayoutSchema.nullable().optional() }),
    response: nothing,
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
