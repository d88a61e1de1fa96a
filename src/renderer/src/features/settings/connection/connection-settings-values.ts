import { readAddress } from '../../../../../shared/domain/connection/address.ts'
import { connectionSchema, type Connection } from '../../../../../shared/domain/connection/connection.ts'
import { customerFields, type CustomerField } from '../../../../../shared/domain/customer.ts'
import { readCreationValues, toCreationValues, type CreationValues } from './creation-values.ts'

interface ProductValues {
  productid: string
  name: string
  months: string
  days: string
  renewalinterval: string
}

/** Whole numbers, held as text in the form. */
const countFields = ['concurrency', 'jobsPerMinute', 'unsentWarning', 'unsentLimit', 'unsentHours'] as const
type CountField = (typeof countFields)[number]

/** A connection's settings as form values: numbers and lists are text. */
export type ConnectionSettingsValues = Omit<
  Connection,
  | 'id'
  | 'kind'
  | 'baseUrl'
  | 'products'
  | 'hostnames'
  | 'countries'
  | 'defaults'
  | 'unknownMappingId'
  | 'creationDefaults'
  | 'longestProcessingSeconds'
  | 'timeoutSeconds'
  | CountField
> & {
  address: string
  products: ProductValues[]
  /** One per line. */
  hostnames: string
  countries: string
  defaults: Record<CustomerField, string>
  unknownMappingId: 'empty' | 'zero'
  creationDefaults: CreationValues
  longestProcessingSeconds: string
  timeoutSeconds: string
} & Record<CountField, string>

/** The form values of a connection. */
export function toValues(connection: Connection): ConnectionSettingsValues {
  const { id: _, kind: __, baseUrl, ...rest } = connection
  return {
    ...rest,
    address: baseUrl,
    products: connection.products.map((product) => ({
      productid: product.productid,
      name: product.name,
      months: String(product.months),
      days: String(product.days),
      renewalinterval: String(product.renewalinterval),
    })),
    hostnames: connection.hostnames.join('\n'),
    countries: connection.countries.join('\n'),
    defaults: Object.fromEntries(
      customerFields.map((field) => [field, connection.defaults[field] ?? '']),
    ) as ConnectionSettingsValues['defaults'],
    unknownMappingId: connection.unknownMappingId === '' ? 'empty' : 'zero',
    creationDefaults: toCreationValues(connection.creationDefaults),
    longestProcessingSeconds: String(connection.longestProcessingSeconds),
    timeoutSeconds: String(connection.timeoutSeconds),
    ...mapCounts((field) => String(connection[field])),
  }
}

/** The connection, or the invalid fields: `path` in the form, `code` of the rule. */
export type ValuesReading =
  | { readonly ok: true; readonly connection: Connection }
  | { readonly ok: false; readonly problems: readonly { readonly path: string; readonly code: string }[] }

/** Parses the form back into its connection. */
export function readValues(values: ConnectionSettingsValues, of: Pick<Connection, 'id' | 'kind'>): ValuesReading {
  const { address, hostnames, countries, products, defaults, ...rest } = values
  const reading = readAddress(address)
  const parsed = connectionSchema.safeParse({
    ...rest,
    id: of.id,
    kind: of.kind,
    baseUrl: reading.ok ? reading.baseUrl : '',
    products: products.map((product) => ({
      ...product,
      months: toNumber(product.months, 0),
      days: toNumber(product.days, 0),
      renewalinterval: toNumber(product.renewalinterval, 1),
    })),
    hostnames: toLines(hostnames),
    countries: toLines(countries),
    defaults: Object.fromEntries(Object.entries(defaults).filter(([, value]) => value.trim() !== '')),
    unknownMappingId: values.unknownMappingId === 'empty' ? '' : '0',
    creationDefaults: readCreationValues(values.creationDefaults),
    longestProcessingSeconds: toNumber(values.longestProcessingSeconds, Number.NaN),
    timeoutSeconds: toNumber(values.timeoutSeconds, Number.NaN),
    // An empty limit is 0, which means no limit.
    ...mapCounts((field) => toNumber(values[field], field === 'concurrency' ? Number.NaN : 0)),
  })
  if (parsed.success) return { ok: true, connection: parsed.data }
  return {
    ok: false,
    problems: parsed.error.issues.map(({ path, message }) => ({
      path: toFormPath(path),
      code: ownCodes[String(path[0])] ?? message,
    })),
  }
}

/** Fields with one message for every problem. */
const ownCodes: Readonly<Record<string, string>> = {
  phoneCountry: 'country-code',
  longestProcessingSeconds: 'processing-seconds',
  timeoutSeconds: 'timeout-seconds',
  concurrency: 'concurrency',
  jobsPerMinute: 'jobs-per-minute',
  unsentWarning: 'unsent-count',
  unsentLimit: 'unsent-count',
  unsentHours: 'unsent-hours',
  hostnames: 'hostname',
  countries: 'country',
}

function mapCounts<T>(valueOf: (field: CountField) => T): Record<CountField, T> {
  return Object.fromEntries(countFields.map((field) => [field, valueOf(field)])) as Record<CountField, T>
}

const toLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** An empty text becomes `whenEmpty`, a text that is no number NaN, which every rule refuses. */
function toNumber(text: string, whenEmpty: number): number {
  const trimmed = text.trim()
  return trimmed === '' ? whenEmpty : Number(trimmed.replace(',', '.'))
}

function toFormPath(path: readonly PropertyKey[]): string {
  if (path[0] === 'baseUrl') return 'address'
  if (path[0] === 'hostnames' || path[0] === 'countries') return path[0]
  if (path[0] === 'creationDefaults') return `creationDefaults.texts.${String(path[1])}`
  return path.map(String).join('.')
}
