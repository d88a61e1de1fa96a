import type { Intent } from '../../../shared/domain/activation.ts'
import type { ConsoleIntent, ConsoleValues } from '../../../shared/domain/console.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { customerFields, type Customer } from '../../../shared/domain/customer.ts'
import { readDeviceIdentifier, type DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import type { StepKind } from '../../../shared/domain/job.ts'
import { isOperationId, operation, type CatalogueOperation } from '../../../platform/catalogue/catalogue.ts'
import type { ParameterValues } from '../../../platform/catalogue/validate.ts'
import type { Parameters, Payload, PlannedStep } from '../ledger/payload.ts'
import { planUserBinding } from './bind-box.ts'
import { identityOf } from './services.ts'

/** Work as it is known without the console: what the rules of reading back are written for. */
export type OrdinaryIntent = Exclude<Intent, ConsoleIntent>

/** What an engineer may not fill in: it belongs to the connection. */
export const ofConnection: ReadonlySet<string> = new Set(['authToken', 'crmService', 'crmServices', 'cmsService'])

/**
 * What is sent for these values: services by the connection, a required password or mapping id that nobody knows as the wire
 * has it for "none", a list where the operation takes one. The token is added where it is sent.
 */
export function completeValues(
  { parameters }: Pick<CatalogueOperation, 'parameters'>,
  values: ConsoleValues,
  { crmService, cmsService, unknownMappingId }: Pick<Connection, 'crmService' | 'cmsService' | 'unknownMappingId'>,
): ParameterValues {
  const services: Readonly<Record<string, string>> = { crmService, crmServices: crmService, cmsService }
  const unknown: Readonly<Record<string, string>> = { password: '0', customermappingid: unknownMappingId }
  const known = parameters.flatMap(({ name, requirement, type }) => {
    const typed = values[name] ?? ''
    const value = services[name] ?? (typed === '' && requirement === 'required' ? unknown[name] : typed)
    if (value === undefined || (value === '' && !(name in unknown && requirement === 'required'))) return []
    return [[name, type === 'string[]' ? splitList(value) : value] as const]
  })
  const strange = Object.keys(values).filter((name) => !parameters.some((one) => one.name === name))
  return Object.fromEntries([...known, ...strange.map((name) => [name, values[name] ?? ''] as const)])
}

/** Pasted or typed lists: a line, a comma or a blank ends each. */
const splitList = (text: string): readonly string[] => text.split(/[\s,;]/).filter((one) => one !== '')

/**
 * What a changing operation of the console comes to as ordinary work: by that it is kept in order, shown and read back. Ordinary
 * work is what it is. Undefined where its box cannot be read, or it changes nothing.
 */
export function meaningOf(intent: Intent): OrdinaryIntent | undefined {
  if (intent.kind !== 'console') return intent
  const { values } = intent
  const call = isOperationId(intent.operation) ? operation(intent.operation) : undefined
  if (call === undefined) return undefined
  const length = { months: Number(values['months'] ?? 0), days: Number(values['days'] ?? 0) }
  switch (call.effect) {
    case 'read':
      return undefined
    case 'create':
      return meanCreation(values, takes(call, 'uuid'))
    case 'bind':
      return meanBinding(values, takes(call, 'hostname'))
    case 'renew':
      return { kind: 'renewal', ...whoOf(values), ...length, from: fromOf(values) }
    case 'change':
      return {
        kind: 'product-change',
        ...whoOf(values),
        productid: values['productid'] ?? '',
        months: Number(values['subscriptionlengthinmonths'] ?? 0),
        days: Number(values['subscriptionlengthindays'] ?? 0),
        from: fromOf(values),
        keepExtraPackages: values['keepExtraPackages'] === 'true',
      }
    case 'toggle':
      return { kind: call.id === 'Disable' ? 'disable' : 'enable', ...whoOf(values) }
  }
}

/** As ordinary work where that can be told, for what is shown and kept in order. */
export const ordinaryOf = (intent: Intent): Intent => meaningOf(intent) ?? intent

const takes = ({ parameters }: CatalogueOperation, name: string): boolean => parameters.some((one) => one.name === name)

function meanCreation(values: ConsoleValues, hasBox: boolean): OrdinaryIntent | undefined {
  const customer = Object.fromEntries(customerFields.map((field) => [field, values[field] ?? ''])) as Customer
  const { userid, password } = values
  const common = {
    customer,
    plan: {
      productid: values['productid'] ?? '',
      months: Number(values['subscriptionlengthinmonths'] ?? 0),
      days: Number(values['subscriptionlengthindays'] ?? 0),
      renewalinterval: Number(values['renewalinterval'] ?? 1),
    },
    logIn: { ...(userid && { userid }), ...(password && { password }) },
  }
  if (!hasBox) return { kind: 'customer-alone', ...common }
  const identifier = readBox(values['uuid'])
  return identifier && { kind: 'new-customer', box: { identifier, raw: values['uuid'] ?? '', model: '' }, ...common }
}

function meanBinding(values: ConsoleValues, toHostname: boolean): OrdinaryIntent | undefined {
  const { macAddress: raw = '', model = '', hostname = '', userid = '', password } = values
  const identifier = readBox(raw)
  if (identifier === undefined) return undefined
  const box = { identifier, raw, model }
  if (toHostname) return { kind: 'hostname', box, hostname }
  return { kind: 'existing-customer', box, userid, ...(isKnown(password) && { password }) }
}

/** The identifier in a text. Undefined if the text is not one. */
export function readBox(text = ''): DeviceIdentifier | undefined {
  const reading = readDeviceIdentifier(text)
  return reading.ok ? reading.identifier : undefined
}

const isKnown = (password: string | undefined): password is string => password !== undefined && !/^0?$/.test(password)

function whoOf({ userid = '', password, customermappingid }: ConsoleValues) {
  return { userid, ...(isKnown(password) && { password }), ...(customermappingid && { customermappingid }) }
}

/** A renewal that does not say counts from the end date, as the interface document words it (Renewal). */
const fromOf = ({ fromExpireDate = 'true' }: ConsoleValues): 'end-date' | 'today' =>
  /^(?:true|1|yes)$/i.test(fromExpireDate) ? 'end-date' : 'today'

/**
 * The steps of a console's job: the operation as it was chosen, read back as its effect is. Where it makes a customer with a box,
 * the binding is looked for, and made up for where it is missing. None for what `consoleFaults` finds fault with.
 */
export function planConsole(intent: ConsoleIntent, payload: Payload, connection: Connection): readonly PlannedStep[] {
  const meaning = meaningOf(intent)
  if (meaning === undefined || !isOperationId(intent.operation)) return []
  const { values } = intent
  const call = operation(intent.operation)
  const made = call.effect === 'create' ? { customermappingid: payload.customermappingid ?? '' } : {}
  const send = completeValues(call, { ...made, ...dropEmpty(values) }, connection)
  const kind = kindOf(call)
  const step: PlannedStep = {
    kind,
    operation: call.id,
    payload: { send: send as Parameters, read: readOf(kind, values, connection) },
  }
  return meaning.kind === 'new-customer' ? [step, planUserBinding(meaning, connection)] : [step]
}

const dropEmpty = (values: ConsoleValues): ConsoleValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

function kindOf(call: CatalogueOperation): StepKind {
  if (call.effect === 'create') return 'create-customer'
  if (call.effect === 'bind') return takes(call, 'hostname') ? 'bind-hostname' : 'bind-user'
  if (call.effect === 'renew') return 'renew'
  if (call.effect === 'change') return 'change-product'
  return call.id === 'Disable' ? 'disable' : 'enable'
}

/** How the step's effect is asked for, as ordinary work asks for it. */
function readOf(kind: StepKind, values: ConsoleValues, connection: Connection): Parameters {
  const { crmService } = connection
  const { userid = '', password, customermappingid } = values
  const identity = identityOf({ userid, ...(isKnown(password) && { password }), customermappingid }, connection)
  if (kind === 'bind-hostname') return { hostname: values['hostname'] ?? '', crmService }
  // The mapping id stays out: by it alone a platform may show a customer of another log-in.
  if (kind === 'create-customer') return { userid, customermappingid: connection.unknownMappingId, crmService }
  if (kind === 'bind-user') return { userid, password: identity['password'] ?? '0', crmService }
  return { ...identity, crmService }
}

/** What keeps a console's job from being made: parameter -> rule. The values themselves are judged by the catalogue. */
export function consoleFaults({ operation: id, values }: ConsoleIntent): Readonly<Record<string, string>> {
  const call = isOperationId(id) ? operation(id) : undefined
  if (call === undefined || call.effect === 'read') return { operation: 'unknown' }
  const faults: Record<string, string> = {}
  for (const name of Object.keys(values)) if (ofConnection.has(name)) faults[name] = 'unknown'
  for (const name of ['uuid', 'macAddress'])
    if (takes(call, name) && readBox(values[name]) === undefined)
      faults[name] = values[name] ? 'device-format' : 'required'
  const hasBody = values['userid'] || (takes(call, 'customermappingid') && values['customermappingid'])
  if (call.effect !== 'create' && takes(call, 'userid') && !hasBody) faults['userid'] = 'required'
  if (takes(call, 'hostname') && !values['hostname']) faults['hostname'] = 'required'
  return faults
}
