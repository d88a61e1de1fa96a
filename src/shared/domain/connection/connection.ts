import { z } from 'zod'
import { creationDefaultsSchema, creationQuestions, creations, loneCreations } from '../creation.ts'
import { customerDefaultsSchema } from '../customer.ts'
import { macFormats } from '../device-identifier.ts'
import { logInPatternSchema } from '../log-in.ts'
import { productSchema } from '../plan.ts'
import { taughtNamesSchema } from '../teach/taught-names.ts'
import { textLayoutSchema } from '../teach/text-layout.ts'
import { proxySchema } from './proxy.ts'

/** The calls that renew, and that change a product; which one is used is the connection's setting (Renewal; Product change). */
export const renewals = ['renewCustomer', 'renewCustomerV2', 'renewCustomerV2Async'] as const
export const productChanges = ['changeCustomerProduct', 'changeCustomerProductAsync'] as const

/** Who makes the log-in of a new customer: this app, when the job is saved, or the platform, in its reply. */
export const logInMakers = ['own', 'platform'] as const

/** How the mapping id of a new customer is written: `<installation>-<ulid>`, a shorter one, or digits alone. */
export const mappingIdForms = ['full', 'short', 'digits'] as const

/** The tenant's own colour, so that nobody provisions into the wrong one; the tokens give each its light and dark value. */
export const tenantColours = ['plum', 'blue', 'teal', 'olive', 'amber', 'brick', 'rose', 'slate'] as const
export type TenantColour = (typeof tenantColours)[number]

/** Characters of PEM text: a company's whole chain, several times over. */
export const largestAuthority = 50_000

const name = z.string().trim().min(1, 'required').max(100, 'too-long')

/** A reseller of the operator: the id that the platform knows, and the name that technicians do. */
const resellerSchema = z.object({ id: z.string().trim().min(1, 'required').max(100, 'too-long'), name })

/** Made here, and of no meaning elsewhere. */
export const connectionId = z.string().min(1).max(64)

/** What a technician's operator settles once for a platform. Holds no token: that lives in the vault, under this id. */
export const connectionSchema = z.object({
  id: connectionId,
  kind: z.enum(['training', 'platform']),
  name,
  colour: z.enum(tenantColours),
  /** Without `/api`, query, credentials or a slash at its end. */
  baseUrl: z.url({ protocol: /^https?$/, error: 'address' }),
  crmService: name,
  cmsService: name,
  /** The call that creates a customer with a box; where it takes none, the box is bound after it. */
  creation: z.enum(creations),
  /** The reseller of the creations that take one, the plain one apart; empty is left out. */
  resellerId: z.string().trim().max(100, 'too-long'),
  macFormat: z.enum(macFormats),
  /** What is sent for a required mapping id that is not known. */
  unknownMappingId: z.enum(['', '0']),
  /** Sent as `model` where the box's model is not known. */
  defaultModel: z.string().trim().max(100, 'too-long'),
  logInPattern: logInPatternSchema,
  /** How the four GetCustomer calls carry their parameters; `auto` asks the platform once. */
  retrieval: z.enum(['auto', 'query', 'body']),
  /** The string filter of getCustomers whose name the interface document does not show; empty while nobody named it. */
  extraCustomerFilter: z
    .string()
    .trim()
    .max(60, 'too-long')
    .regex(/^[A-Za-z0-9_]*$/, 'filter-name'),
  products: z.array(productSchema).max(200),
  hostnames: z.array(z.string().trim().min(1).max(253)).max(200),
  defaults: customerDefaultsSchema,
  /** Two-letter code by which a mobile number without its country is read. */
  phoneCountry: z.string().regex(/^(?:[A-Z]{2})?$/),
  /** The platform's longest processing time; absence is believed only after it. */
  longestProcessingSeconds: z.number().min(0).max(3600),
  timeoutSeconds: z.number().min(0.05).max(600),
  concurrency: z.int().min(1).max(16),
  renewal: z.enum(renewals).default('renewCustomerV2'),
  productChange: z.enum(productChanges).default('changeCustomerProduct'),
  /** A renewal or product change whose reply was lost and that did not take effect is sent again without asking. */
  resendsRenewals: z.boolean().default(false),
  /** Renewals name their service as `crmService` as well, beside the interface document's `crmServices` (Renewal). */
  sendsCrmService: z.boolean().default(false),
  logIns: z.enum(logInMakers).default('own'),
  mappingId: z.enum(mappingIdForms).default('full'),
  /** Jobs begun in a minute at the most; 0 for no limit. */
  jobsPerMinute: z.int().min(0).max(6000).default(0),
  /** From so many unsent jobs on a person is warned, and from so many no new one is taken; 0 for no limit. */
  unsentWarning: z.int().min(0).max(100_000).default(0),
  unsentLimit: z.int().min(0).max(100_000).default(0),
  /** From this age of the oldest unsent job on no new one is taken, hours; 0 for no limit. */
  unsentHours: z.int().min(0).max(8760).default(0),
  resellers: z.array(resellerSchema).max(500).default([]),
  /** The call that creates a customer without a box; `auto`: the one that goes with `creation`. */
  creationAlone: z.enum(['auto', ...loneCreations]).default('auto'),
  /** What is sent with every creation where nobody says otherwise. */
  creationDefaults: creationDefaultsSchema.default({}),
  /** What a technician is asked for at each creation; nothing, unless the operator wants it. */
  creationQuestions: z.array(z.enum(creationQuestions)).max(creationQuestions.length).default([]),
  /** Full names as the platform takes them, offered where a country is asked for. */
  countries: z.array(z.string().trim().min(1).max(100)).max(300).default([]),
  /** Product names are asked for with a call that the interface document does not have; off until it was tried with success. */
  asksForProducts: z.boolean().default(false),
  /** `http://host:port` of an http proxy; empty for none. Its log-in lives in the vault. */
  proxy: proxySchema.default(''),
  /** Certificates (PEM) trusted beside the system's; empty for none. */
  authority: z.string().max(largestAuthority, 'too-long').default(''),
  /** What this platform calls its fields, as far as it was taught; absent where nothing was, and in a form that does not ask. */
  fieldNames: taughtNamesSchema.optional(),
  /** How its plain texts hold records, as it was taught; null or absent where they are words, as for the names. */
  textLayout: textLayoutSchema.nullable().optional(),
})
export type Connection = z.infer<typeof connectionSchema>

/** What a new connection starts from; the form asks only for address, services and token. */
export const connectionDefaults = {
  colour: 'plum',
  creation: 'addCustomerWithDevice',
  resellerId: '',
  macFormat: 'colon',
  unknownMappingId: '',
  defaultModel: 'STB',
  logInPattern: '{digits:10}',
  retrieval: 'auto',
  extraCustomerFilter: '',
  products: [],
  hostnames: [],
  defaults: {},
  phoneCountry: '',
  longestProcessingSeconds: 120,
  timeoutSeconds: 30,
  concurrency: 8,
  renewal: 'renewCustomerV2',
  productChange: 'changeCustomerProduct',
  resendsRenewals: false,
  sendsCrmService: false,
  logIns: 'own',
  mappingId: 'full',
  jobsPerMinute: 0,
  unsentWarning: 0,
  unsentLimit: 0,
  unsentHours: 0,
  resellers: [],
  creationAlone: 'auto',
  creationDefaults: {},
  creationQuestions: [],
  countries: [],
  asksForProducts: false,
  proxy: '',
  authority: '',
} satisfies Partial<Connection>
