import { z } from 'zod'
import { largestAnswer } from '../domain/answer-size.ts'
import { consoleCallSchema } from '../domain/console.ts'
import { effects } from '../domain/job-kinds.ts'
import { customerStatusSchema } from '../domain/customer/customer.ts'
import { fieldMappingSchema, mappable, textLayoutSchema } from '../domain/field-mapping/field-mapping.ts'

const nothing = z.object({})
const slot = z.string().min(1).max(40)

/** One parameter of an operation, for a form. The control `connection` means that the connection's settings supply the value. */
const parameterViewSchema = z.object({
  name: z.string(),
  type: z.string(),
  requirement: z.enum(['required', 'optional', 'unmarked']),
  control: z.enum(['text', 'flag', 'choice', 'list', 'connection']),
  choices: z.array(z.string()).optional(),
  meaning: z.string(),
  rule: z.string(),
  /** Where the value is sent. For the four GetCustomer calls, the connection's `retrieval` setting decides. */
  carriedIn: z.enum(['query', 'body']),
})
export type ParameterView = z.infer<typeof parameterViewSchema>

const operationViewSchema = z.object({
  id: z.string(),
  section: z.string(),
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  summary: z.string(),
  effect: z.enum(effects),
  parameters: z.array(parameterViewSchema),
  readBack: z.array(z.object({ operation: z.string(), decides: z.string() })),
})
export type OperationView = z.infer<typeof operationViewSchema>

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

/** A request as Setdesk would send it, without its secrets. `problems`: each invalid parameter with the rule that it breaks. */
const requestViewSchema = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  body: z.string().optional(),
  problems: z.record(z.string(), z.string()),
  /** Parameters that get their values only when the job is saved. */
  madeWhenSaved: z.array(z.string()),
})
export type RequestView = z.infer<typeof requestViewSchema>

/** How Setdesk understood an answer. Passwords are masked. */
export const understoodSchema = z.object({
  verdict: z.enum(['accepted', 'refused', 'absent', 'unclear']),
  /** The first few records, with Setdesk's names for the fields. */
  records: z.array(z.array(z.object({ field: z.enum(mappable), value: z.string() }))),
  total: z.int(),
  hasNext: z.boolean().optional(),
  cursor: z.string().optional(),
  /** The number of entries of a list of boxes that Setdesk did not understand. Absent if there are none. */
  unread: z.int().optional(),
  /**
   * Why Setdesk found no records. `particulars`: the customers have only user IDs. `following`: the answer does not say whether more
   * customers follow. Absent if the list can be read, or if the answer is not known to be a list of customers.
   */
  lacks: z.enum(['particulars', 'following']).optional(),
  message: z.string().optional(),
})
export type Understood = z.infer<typeof understoodSchema>

const consoleAnswerSchema = z.object({
  reach: z.enum(['not-sent', 'maybe-sent', 'answered']),
  status: z.int().optional(),
  failure: z.string().optional(),
  milliseconds: z.number(),
  /** The whole answer as received, without token and passwords. */
  raw: z.string(),
  understood: understoodSchema,
})
export type ConsoleAnswer = z.infer<typeof consoleAnswerSchema>

/** One value of an answer. `keys`: the path to the value, with the outermost name first. `[]` stands for an element of a list. */
const leafSchema = z.object({
  keys: z.array(z.string()),
  /** The first value of the field. Masked if the field's name sounds like a password. */
  sample: z.string(),
  /** The meaning that Setdesk gives to this name. */
  known: z.enum(mappable).optional(),
  /** True if Setdesk knows the name, but does not read the part of the answer that contains the value. */
  isHidden: z.boolean().optional(),
})
export type Leaf = z.infer<typeof leafSchema>

const saidStatusSchema = z.object({ said: z.string(), meant: customerStatusSchema.optional() })
export type SaidStatus = z.infer<typeof saidStatusSchema>

/** A plain text read as records. `proposed`: the layout that the text suggests. It also gives the fields if none was requested. */
const textViewSchema = z.object({
  proposed: textLayoutSchema.optional(),
  /** `name` is empty if the column has no name. Passwords are masked. */
  fields: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  total: z.int(),
  misfit: z.string().optional(),
})
export type TextView = z.infer<typeof textViewSchema>

export const consoleChannels = {
  'console.catalogue': { request: nothing, response: catalogueViewSchema },
  'console.preview': { request: consoleCallSchema, response: requestViewSchema },
  /** Sends a reading operation once. Cancels the earlier request of the same slot. */
  'console.ask': { request: consoleCallSchema.extend({ slot }), response: consoleAnswerSchema },
  'console.cancel': { request: z.object({ slot }), response: nothing },
  'field-mapping.preview': {
    request: z.object({
      operation: z.string().min(1).max(60),
      status: z.int().min(100).max(599),
      /** The text of an answer from the console. Masked passwords may make the text longer than the answer itself. */
      text: z.string().max(2 * largestAnswer, 'too-long'),
      names: fieldMappingSchema,
      /** If null or absent, a plain text is read as a message and not as records. */
      layout: textLayoutSchema.nullable().optional(),
    }),
    response: z.object({
      text: textViewSchema.optional(),
      leaves: z.array(leafSchema),
      statuses: z.array(saidStatusSchema),
      understood: understoodSchema,
    }),
  },
  'field-mapping.save': {
    request: z.object({ names: fieldMappingSchema, layout: textLayoutSchema.nullable().optional() }),
    response: nothing,
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
