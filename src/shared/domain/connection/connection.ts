import { z } from 'zod'
import { logoSchema } from '../handout/handout.ts'
import { creationDefaultsSchema, creationQuestions, creations, loneCreations } from '../customer/creation.ts'
import { customerDefaultsSchema, logInPatternSchema, productSchema } from '../customer/customer.ts'
import { macFormats } from '../device-identifier.ts'
import { fieldMappingSchema, textLayoutSchema } from '../field-mapping/field-mapping.ts'

type ProxyProblem = 'proxy-scheme' | 'proxy-log-in' | 'proxy-address'

/** An HTTP proxy as a connection stores it, `http://host:port`; empty for none. */
type ProxyReading =
  | { readonly ok: true; readonly proxy: string }
  | { readonly ok: false; readonly problem: ProxyProblem }

/** Reads a typed proxy; `host:port` is enough. Refuses credentials in the address, because the vault stores them separately. */
export function readProxy(typed: string): ProxyReading {
  const text = typed.trim()
  if (text === '') return { ok: true, proxy: '' }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]
  if (scheme !== undefined && !/^http$/i.test(scheme)) return { ok: false, problem: 'proxy-scheme' }
  const whole = scheme === undefined ? `http://${text}` : text
  if (/\s/.test(text) || !URL.canParse(whole)) return { ok: false, problem: 'proxy-address' }
  const url = new URL(whole)
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'proxy-log-in' }
  if (url.hostname === '' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return { ok: false, problem: 'proxy-address' }
  return { ok: true, proxy: url.origin }
}

export const proxySchema = z
  .string()
  .max(300, 'too-long')
  .transform((text, context) => {
    const reading = readProxy(text)
    if (reading.ok) return reading.proxy
    context.addIssue({ code: 'custom', message: reading.problem })
    return z.NEVER
  })

/** The credentials of a proxy. Both are secret: they are sealed like a token, and never in the settings. */
export const proxyLogInSchema = z.object({
  user: z
    .string()
    .trim()
    .min(1, 'required')
    .max(200, 'too-long')
    .regex(/^[^:\p{Cc}]*$/u, 'proxy-user'),
  password: z.string().max(200, 'too-long'),
})
export type ProxyLogIn = z.infer<typeof proxyLogInSchema>

/** The calls for a renewal and for a product change. The connection selects one of each (Renewal; Product change). */
export const renewals = ['renewCustomer', 'renewCustomerV2', 'renewCustomerV2Async'] as const
export const productChanges = ['changeCustomerProduct', 'changeCustomerProductAsync'] as const

/** Who issues the user ID and password of a new customer: Setdesk when it saves the job, or the platform in its reply. */
export const logInMakers = ['own', 'platform'] as const

/** The forms of a new customer's mapping id: `<installation>-<ulid>`, a shorter form, or digits only. */
export const mappingIdForms = ['full', 'short', 'digits'] as const

export const tenantColours = ['plum', 'blue', 'teal', 'olive', 'amber', 'brick', 'rose', 'slate'] as const
export type TenantColour = (typeof tenantColours)[number]

/** The most characters of PEM text. A company's whole certificate chain needs only a fraction of this. */
export const largestAuthority = 50_000

const name = z
  .string()
  .trim()
  .min(1, 'required')
  .max(100, 'too-long')
  .refine((value) => value.isWellFormed(), 'not-sendable')

const resellerSchema = z.object({ id: z.string().trim().min(1, 'required').max(100, 'too-long'), name })

/** The id of a connection. Setdesk generates it, and the platform does not know it. */
export const connectionId = z.string().min(1).max(64)

const count = (least: number, most: number, code: string) => z.int(code).min(least, code).max(most, code)
const amount = (least: number, most: number, code: string) => z.number(code).min(least, code).max(most, code)
const lines = (longest: number, most: number, code: string) =>
  z.array(z.string().trim().min(1, code).max(longest, code)).max(most, code)

/** The pages of a connection in Settings, each with its panels from top to bottom. */
export const connectionPages = {
  platform: ['platform', 'network'],
  products: ['offer'],
  defaults: ['defaults'],
  handout: ['handout'],
  advanced: ['creation', 'log-in', 'boxes', 'renewals', 'reading', 'unsent'],
} as const
export type ConnectionPage = keyof typeof connectionPages
type Panel = (typeof connectionPages)[ConnectionPage][number]

/**
 * How Settings edits a setting. `text`: a text line. `code`: a monospaced text line. `word`: a short text line. `lines`: a list with one
 * item per line. `select` and `radio`: a choice. `own`: a component of its own.
 */
type Edit = 'text' | 'code' | 'word' | 'number' | 'lines' | 'select' | 'radio' | 'switch' | 'own'

type Usual<S extends z.ZodType> = z.core.util.NoUndefined<z.output<S>>

const given = <S extends z.ZodType, E extends Edit>(schema: S, panel: Panel, edit: E) => ({ schema, panel, edit })

/** Describes a setting that the first version of Setdesk already had. New connections get its default. */
const basic = <S extends z.ZodType, E extends Edit>(schema: S, usual: Usual<S>, panel: Panel, edit: E) => ({
  ...given(schema, panel, edit),
  usual,
})

/** Describes a setting that a later version added. Stored connections and files that lack the setting get its default. */
const added = <S extends z.ZodType, E extends Edit>(schema: S, usual: Usual<S>, panel: Panel, edit: E) => ({
  ...given(schema.default(usual), panel, edit),
  usual,
})

/**
 * The operator's settings for a platform. Each has a schema, a default, a panel in Settings and a way to edit it. A setting without a
 * panel is not shown. The locale file has the words for the settings under `settings.fields`. The token is not among the settings: the
 * vault stores it under the connection's id.
 */
export const connectionFields = {
  id: { schema: connectionId },
  kind: { schema: z.enum(['training', 'platform']) },
  name: given(name, 'platform', 'text'),
  /** The platform's address, without `/api`, query, credentials or a trailing slash. */
  baseUrl: given(z.url({ protocol: /^https?$/, error: 'address' }), 'platform', 'own'),
  /** Allows secrets to leave this computer unencrypted, to an `http:` address. A connection file cannot give this permission. */
  allowsPlainHttp: added(z.boolean(), false, 'platform', 'own'),
  crmService: given(name, 'platform', 'word'),
  cmsService: given(name, 'platform', 'word'),
  colour: basic(z.enum(tenantColours), 'plum', 'platform', 'own'),
  products: basic(z.array(productSchema).max(200), [], 'offer', 'own'),
  hostnames: basic(lines(253, 200, 'hostname'), [], 'offer', 'lines'),
  resellers: added(z.array(resellerSchema).max(500), [], 'offer', 'own'),
  countries: added(lines(100, 300, 'country'), [], 'offer', 'lines'),
  defaults: basic(customerDefaultsSchema, {}, 'defaults', 'own'),
  /** Two-letter country code for mobile numbers that are typed without a country. */
  phoneCountry: basic(z.string().regex(/^(?:[A-Z]{2})?$/, 'country-code'), '', 'defaults', 'word'),
  /** What every handout prints: the operator's logo, at most three steps for the customer, and the number to call. */
  handoutLogo: added(logoSchema, '', 'handout', 'own'),
  handoutSteps: added(lines(160, 3, 'handout-steps'), [], 'handout', 'lines'),
  supportNumber: added(z.string().trim().max(60, 'too-long'), '', 'handout', 'word'),
  /** `http://host:port` of an HTTP proxy; empty for none. The vault stores its credentials. */
  proxy: added(proxySchema, '', 'network', 'own'),
  /** Certificates (PEM) that are trusted in addition to the system's; empty for none. */
  authority: added(z.string().max(largestAuthority, 'too-long'), '', 'network', 'own'),
  /** The call that creates a customer with a box. If this call takes no box, a second call binds the box. */
  creation: basic(z.enum(creations), 'addCustomerWithDevice', 'creation', 'select'),
  /** The call that creates a customer without a box; `auto`: the call that matches `creation`. */
  creationAlone: added(z.enum(['auto', ...loneCreations]), 'auto', 'creation', 'select'),
  /** The reseller for all creation calls that take one, except addCustomer. Not sent if empty. */
  resellerId: basic(z.string().trim().max(100, 'too-long'), '', 'creation', 'word'),
  /** Values for every creation, unless the technician chooses others. */
  creationDefaults: added(creationDefaultsSchema, {}, 'creation', 'own'),
  /** What the technician is asked at each creation. Empty by default. */
  creationQuestions: added(z.array(z.enum(creationQuestions)).max(creationQuestions.length), [], 'creation', 'own'),
  logIns: added(z.enum(logInMakers), 'own', 'log-in', 'radio'),
  logInPattern: basic(logInPatternSchema, '{digits:10}', 'log-in', 'code'),
  mappingId: added(z.enum(mappingIdForms), 'full', 'log-in', 'radio'),
  macFormat: basic(z.enum(macFormats), 'colon', 'boxes', 'radio'),
  defaultModel: basic(z.string().trim().max(100, 'too-long'), 'STB', 'boxes', 'word'),
  renewal: added(z.enum(renewals), 'renewCustomerV2', 'renewals', 'select'),
  productChange: added(z.enum(productChanges), 'changeCustomerProduct', 'renewals', 'select'),
  /** Sends a renewal or product change again without asking, if its reply was lost and the call had no effect. */
  resendsRenewals: added(z.boolean(), false, 'renewals', 'switch'),
  /** Whether renewals send the CRM service also as `crmService`, beside the interface document's `crmServices` (Renewal). */
  sendsCrmService: added(z.boolean(), false, 'renewals', 'switch'),
  /** How the four GetCustomer calls carry their parameters. `auto`: Setdesk finds out whether the platform reads the query or the body. */
  retrieval: basic(z.enum(['auto', 'query', 'body']), 'auto', 'reading', 'select'),
  /** The value that is sent if a mapping id is required but unknown. */
  unknownMappingId: basic(z.enum(['', '0']), '', 'reading', 'select'),
  /** The platform's longest processing time. A missing record counts as absent only after this time. */
  longestProcessingSeconds: basic(amount(0, 3600, 'processing-seconds'), 120, 'reading', 'number'),
  timeoutSeconds: basic(amount(0.05, 600, 'timeout-seconds'), 30, 'reading', 'number'),
  concurrency: basic(count(1, 16, 'concurrency'), 8, 'reading', 'number'),
  /** The most jobs that may start in a minute; 0 for no limit. */
  jobsPerMinute: added(count(0, 6000, 'jobs-per-minute'), 0, 'reading', 'number'),
  /** The name of a string filter of getCustomers. The interface document does not show this name. Empty if the name is unknown. */
  extraCustomerFilter: basic(
    z
      .string()
      .trim()
      .max(60, 'too-long')
      .regex(/^[A-Za-z0-9_]*$/, 'filter-name'),
    '',
    'reading',
    'word',
  ),
  /** Limits for the number of unsent jobs; 0 for none. At `unsentWarning` a warning appears. At `unsentLimit` no new job is accepted. */
  unsentWarning: added(count(0, 100_000, 'unsent-count'), 0, 'unsent', 'number'),
  unsentLimit: added(count(0, 100_000, 'unsent-count'), 0, 'unsent', 'number'),
  /** Age of the oldest unsent job at which no new job is accepted, in hours; 0 for no limit. */
  unsentHours: added(count(0, 8760, 'unsent-hours'), 0, 'unsent', 'number'),
  /** The field mapping of this platform. Absent if the platform has none, and in a form that does not edit the mapping. */
  fieldNames: { schema: fieldMappingSchema.optional() },
  /** The layout of this platform's plain texts; null if they are messages and not records. Absent like `fieldNames`. */
  textLayout: { schema: textLayoutSchema.nullable().optional() },
}

type Fields = typeof connectionFields
type Column<P extends string> = {
  [K in keyof Fields as P extends keyof Fields[K] ? K : never]: P extends keyof Fields[K] ? Fields[K][P] : never
}

/** Collects one property of all fields that have it. The cast restores the names, because `Object.fromEntries` loses their types. */
const columnOf = <P extends 'schema' | 'usual' | 'panel'>(property: P): Column<P> =>
  Object.fromEntries(
    Object.entries<Readonly<Record<string, unknown>>>(connectionFields).flatMap(([name, field]) =>
      property in field ? [[name, field[property]]] : [],
    ),
  ) as Column<P>

export const connectionSchema = z.object(columnOf('schema'))
export type Connection = z.infer<typeof connectionSchema>

/** The defaults of a new connection, for the settings that the form for a new connection does not ask for. */
export const connectionDefaults = columnOf('usual')

/** Settings of earlier versions that no longer exist. A file may still contain these settings, and they are ignored. */
export const retiredSettings: ReadonlySet<string> = new Set(['asksForProducts'])

export type ShownSetting = keyof Column<'panel'>

export type EditedAs<E extends Edit> = { [K in ShownSetting]: Fields[K]['edit'] extends E ? K : never }[ShownSetting]

export const shownSettings = Object.keys(columnOf('panel')) as readonly ShownSetting[]

export const settingsOn = (panel: Panel): readonly ShownSetting[] =>
  shownSettings.filter((setting) => connectionFields[setting].panel === panel)

export function pageOf(setting: ShownSetting): ConnectionPage {
  const { panel } = connectionFields[setting]
  const pages = Object.entries(connectionPages) as [ConnectionPage, readonly Panel[]][]
  return pages.find(([, panels]) => panels.includes(panel))?.[0] ?? 'advanced'
}

export function choicesOf(setting: ShownSetting): readonly string[] {
  const { schema }: { readonly schema: z.ZodType } = connectionFields[setting]
  const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema
  return inner instanceof z.ZodEnum ? inner.options.map(String) : []
}

type Place = Pick<Connection, 'kind' | 'baseUrl' | 'proxy' | 'authority'>

/**
 * Identifies the place where the token can be read: the URL's origin, the extra certificates, and sometimes the proxy. Extra certificates
 * belong to the place because they could vouch for any server. The proxy belongs to the place if requests are plain HTTP or if there are
 * extra certificates. A token is sealed for its place, so changed settings cannot send the token elsewhere. The place of the training
 * connection is always this computer's sandbox.
 */
export function tokenPlace({ kind, baseUrl, proxy, authority }: Place): string {
  if (kind === 'training') return kind
  const { origin, protocol } = new URL(baseUrl)
  const isReadable = protocol === 'http:' || authority !== ''
  const parts = [origin, isReadable ? proxy : '', protocol === 'http:' ? '' : authority]
  return parts.filter((part) => part !== '').join(' ')
}

/**
 * Whether secrets would leave this computer unencrypted without a technician's permission. Nothing is sent over such a
 * connection. A proxy on another computer reads plain HTTP even if the platform is on this computer.
 */
export const isPlainHttpStopped = (connection: Place & Pick<Connection, 'allowsPlainHttp'>): boolean =>
  !connection.allowsPlainHttp && isPlainHttp(connection)

/** Whether two connections lead to the same customers, for example with a former and a new token of the same company. */
export const sharesCustomers = (
  one: Pick<Connection, 'baseUrl' | 'crmService'>,
  other: Pick<Connection, 'baseUrl' | 'crmService'>,
): boolean => one.baseUrl === other.baseUrl && one.crmService === other.crmService

/** Whether requests leave this computer unencrypted. */
export const isPlainHttp = ({ baseUrl, proxy }: Pick<Connection, 'baseUrl' | 'proxy'>): boolean =>
  new URL(baseUrl).protocol === 'http:' && !(isHere(baseUrl) && (proxy === '' || isHere(proxy)))

const isHere = (url: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname)
