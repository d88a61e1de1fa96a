import { readAddress } from '../../../../../shared/domain/connection/address.ts'
import {
  connectionFields,
  connectionSchema,
  shownSettings,
  type Connection,
  type EditedAs,
  type ShownSetting,
  readProxy,
  tokenPlace,
} from '../../../../../shared/domain/connection/connection.ts'
import { creationFlags, type CreationFlag } from '../../../../../shared/domain/customer/creation.ts'
import { customerFields, type CustomerField } from '../../../../../shared/domain/customer/customer.ts'
import { emptyChoice } from '../../connection/setting-field.tsx'

/** Text options for creating a customer. A connection can set these options for all new customers. */
export const settledTexts = ['currency', 'productmappingid', 'order_id'] as const

/** The choices for a flag that a connection sets for all new customers. `left-out`: the flag is not sent. */
export const flagChoices = ['left-out', 'yes', 'no'] as const
type FlagChoice = (typeof flagChoices)[number]

type Texts = Record<EditedAs<'number' | 'lines' | 'select'>, string> & {
  products: Record<keyof Connection['products'][number], string>[]
  defaults: Record<CustomerField, string>
  creationDefaults: Record<(typeof settledTexts)[number], string> & Record<CreationFlag, FlagChoice>
}

/**
 * The secrets in a newly opened form: always empty. A stored secret is never shown, and a typed secret is dropped when the screen closes.
 */
export const noSecrets = { token: '', proxyUser: '', proxyPassword: '' }

/**
 * A connection's settings as form values. Numbers, choices and lists are text. A list has one item per line. The user types the
 * secrets again if the settings lead to another server.
 */
export type ConnectionSettingsValues = Texts & typeof noSecrets & Pick<Connection, Exclude<ShownSetting, keyof Texts>>

export function toValues(connection: Connection): ConnectionSettingsValues {
  const { products, defaults, creationDefaults } = connection
  const values = {
    ...noSecrets,
    ...mapNames(shownSettings, (setting) => writeValue(setting, connection[setting])),
    products: products.map((product) => ({
      ...product,
      months: String(product.months),
      days: String(product.days),
      renewalinterval: String(product.renewalinterval),
    })),
    defaults: mapNames(customerFields, (field) => defaults[field] ?? ''),
    creationDefaults: {
      ...mapNames(settledTexts, (name) => creationDefaults[name] ?? ''),
      ...mapNames(creationFlags, (flag): FlagChoice => {
        const isOn = creationDefaults[flag]
        return isOn === undefined ? 'left-out' : isOn ? 'yes' : 'no'
      }),
    },
  }
  // The cast is safe: `writeValue` turns numbers and lists into text, and leaves all other settings as they are.
  return values as ConnectionSettingsValues
}

const placeSettings = ['baseUrl', 'proxy', 'authority'] as const
export type ChangedPlace = (typeof placeSettings)[number]

/** Returns the changed setting that makes the stored token unusable. Undefined without such a change or with an unreadable address. */
export function findChangedPlace(saved: Connection, values: ConnectionSettingsValues): ChangedPlace | undefined {
  const address = readAddress(values.baseUrl)
  const proxy = readProxy(values.proxy)
  if (!address.ok || !proxy.ok) return undefined
  const typed = { baseUrl: address.baseUrl, proxy: proxy.proxy, authority: values.authority }
  if (tokenPlace(saved) === tokenPlace({ ...typed, kind: saved.kind })) return undefined
  return placeSettings.find((setting) => typed[setting] !== saved[setting])
}

/** Whether another proxy was typed. The stored credentials do not apply to another proxy. */
export function isOtherProxy(saved: Connection, values: Pick<ConnectionSettingsValues, 'proxy'>): boolean {
  const reading = readProxy(values.proxy)
  return reading.ok && reading.proxy !== '' && reading.proxy !== saved.proxy
}

/** The parsed connection, or the codes of the broken rules by the path of the field in the form. */
export type ValuesReading =
  | { readonly ok: true; readonly connection: Connection }
  | { readonly ok: false; readonly problems: Readonly<Record<string, string>> }

/** Parses the form values into a connection. Settings that are not shown are left out. */
export function readValues(values: ConnectionSettingsValues, of: Pick<Connection, 'id' | 'kind'>): ValuesReading {
  const address = readAddress(values.baseUrl)
  const parsed = connectionSchema.safeParse({
    ...mapNames(shownSettings, (setting) => readValue(setting, values[setting])),
    id: of.id,
    kind: of.kind,
    baseUrl: address.ok ? address.baseUrl : '',
    products: values.products.map((product) => ({
      ...product,
      months: toNumber(product.months, 0),
      days: toNumber(product.days, 0),
      renewalinterval: toNumber(product.renewalinterval, 1),
    })),
    defaults: filledOf(values.defaults),
    creationDefaults: filledOf({
      ...values.creationDefaults,
      ...mapNames(creationFlags, (flag) => sentAs[values.creationDefaults[flag]]),
    }),
  })
  if (parsed.success) return { ok: true, connection: parsed.data }
  return {
    ok: false,
    problems: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [toFormPath(path), message])),
  }
}

function writeValue(setting: ShownSetting, value: Connection[ShownSetting]): unknown {
  const { edit } = connectionFields[setting]
  if (typeof value === 'number') return String(value)
  if (edit === 'lines' && Array.isArray(value)) return value.filter((line) => typeof line === 'string').join('\n')
  return value === '' && edit === 'select' ? emptyChoice : value
}

/** Parses a form value. An empty number becomes 0 if the default is 0. Such a setting has no limit while it is 0. */
function readValue(setting: ShownSetting, typed: ConnectionSettingsValues[ShownSetting]): unknown {
  const field = connectionFields[setting]
  if (typeof typed !== 'string') return typed
  if (field.edit === 'number') return toNumber(typed, field.usual === 0 ? 0 : Number.NaN)
  if (field.edit === 'lines') return typed.split('\n').filter((line) => line.trim() !== '')
  return typed === emptyChoice && field.edit === 'select' ? '' : typed
}

const sentAs: Readonly<Record<FlagChoice, boolean | undefined>> = { 'left-out': undefined, yes: true, no: false }

const filledOf = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => String(value ?? '').trim() !== ''))

/** An empty text becomes `whenEmpty`. A text that is not a number becomes NaN, which every rule refuses. */
function toNumber(text: string, whenEmpty: number): number {
  const trimmed = text.trim()
  return trimmed === '' ? whenEmpty : Number(trimmed.replace(',', '.'))
}

const mapNames = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

/** Converts the path of a problem to the path of a form field. A list of lines is only one field. */
function toFormPath(path: readonly PropertyKey[]): string {
  const setting = shownSettings.find((name) => name === path[0])
  const isLines = setting !== undefined && connectionFields[setting].edit === 'lines'
  return path
    .slice(0, isLines ? 1 : undefined)
    .map(String)
    .join('.')
}
