import type { Intent } from '../../../shared/domain/activation.ts'
import type { ConsoleIntent, ConsoleValues } from '../../../shared/domain/console.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { customerFields, type Customer } from '../../../shared/domain/customer/customer.ts'
import { readDeviceIdentifier, type DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import type { StepKind } from '../../../shared/domain/job-kinds.ts'
import type { Policy, PolicyField } from '../../../shared/domain/policy.ts'
import { isOperationId, operation, type CatalogueOperation } from '../../../platform/catalogue/catalogue.ts'
import type { ParameterValues } from '../../../platform/catalogue/operation.ts'
import type { Parameters, Payload, PlannedStep } from '../ledger/rows.ts'
import { planBindings } from './bind-box.ts'
import { identityOf } from './step-parts.ts'

/** Every intent except a console operation. The rules for reading back know only these intents. */
export type OrdinaryIntent = Exclude<Intent, ConsoleIntent>

/** Parameters that the connection supplies, so the engineer cannot type them. */
export const ofConnection: ReadonlySet<string> = new Set(['authToken', 'crmService', 'crmServices', 'cmsService'])

/**
 * The values of a console operation as they are sent, without the token. The connection's services are added. A required password or
 * mapping id that was not typed gets the value that stands for an unknown password or mapping id, and so does the password with which a box
 * is bound to a customer (MAC addresses). A list becomes an array if the operation takes an array.
 */
export function completeValues(
  { id, parameters }: Pick<CatalogueOperation, 'id' | 'parameters'>,
  values: ConsoleValues,
  { crmService, cmsService, unknownMappingId }: Pick<Connection, 'crmService' | 'cmsService' | 'unknownMappingId'>,
): ParameterValues {
  const services: Readonly<Record<string, string>> = { crmService, crmServices: crmService, cmsService }
  const unknown: Readonly<Record<string, string>> = { password: '0', customermappingid: unknownMappingId }
  const known = parameters.flatMap(({ name, requirement, type }) => {
    const typed = values[name] ?? ''
    const isRequired = requirement === 'required' || (name === 'password' && id === 'AddMacAddressForUser')
    const value = services[name] ?? (typed === '' && isRequired ? unknown[name] : typed)
    if (value === undefined || (value === '' && !(name in unknown && isRequired))) return []
    return [[name, type === 'string[]' ? splitList(value) : value] as const]
  })
  const strange = Object.keys(values).filter((name) => !parameters.some((one) => one.name === name))
  return Object.fromEntries([...known, ...strange.map((name) => [name, values[name] ?? ''] as const)])
}

const splitList = (text: string): readonly string[] => text.split(/[\s,;]/).filter((one) => one !== '')

/**
 * The ordinary work that a changing console operation means. The job is queued, shown and read back like that work. Undefined if the
 * operation is unknown or changes nothing, or if its box cannot be read.
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
    case 'disable':
    case 'enable':
      return { kind: call.effect, ...whoOf(values) }
  }
}

export const ordinaryOf = (intent: Intent): Intent => meaningOf(intent) ?? intent

/** The field of the operator's policy that forbids this work. Undefined if the work is allowed. */
export function findForbidden(intent: Intent, policy: Policy): PolicyField | undefined {
  if (intent.kind === 'console' && !policy.console) return 'console'
  const { kind } = ordinaryOf(intent)
  if (kind === 'disable' && !policy.disableCustomers) return 'disableCustomers'
  if (kind === 'product-change' && !policy.productChange) return 'productChange'
  return undefined
}

/** The product that work asks for. Undefined for work without a product. */
export function productIdOf(intent: Intent): string | undefined {
  const meant = ordinaryOf(intent)
  return 'plan' in meant ? meant.plan.productid : 'productid' in meant ? meant.productid : undefined
}

const takes = ({ parameters }: CatalogueOperation, name: string): boolean => parameters.some((one) => one.name === name)

function meanCreation(values: ConsoleValues, hasBox: boolean): OrdinaryIntent | undefined {
  const customer = Object.fromEntries(customerFields.map((field) => [field, values[field] ?? ''])) as Customer
  const { userid, password, uuid = '' } = values
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
  if (!hasBox) return { kind: 'new-customer', ...common }
  const identifier = readBox(uuid)
  return identifier && { kind: 'new-customer', box: { identifier, raw: uuid, model: '' }, ...common }
}

function meanBinding(values: ConsoleValues, toHostname: boolean): OrdinaryIntent | undefined {
  const { macAddress: raw = '', model = '', hostname = '', userid = '', password } = values
  const identifier = readBox(raw)
  if (identifier === undefined) return undefined
  const box = { identifier, raw, model }
  if (toHostname) return { kind: 'hostname', box, hostname }
  return { kind: 'existing-customer', box, userid, ...(isKnown(password) && { password }) }
}

export function readBox(text = ''): DeviceIdentifier | undefined {
  const reading = readDeviceIdentifier(text)
  return reading.ok ? reading.identifier : undefined
}

const isKnown = (password: string | undefined): password is string => password !== undefined && !/^0?$/.test(password)

function whoOf({ userid = '', password, customermappingid }: ConsoleValues) {
  return { userid, ...(isKnown(password) && { password }), ...(customermappingid && { customermappingid }) }
}

/** Without `fromExpireDate`, a renewal counts from the end date, as the interface document says (Renewal). */
const fromOf = ({ fromExpireDate = 'true' }: ConsoleValues): 'end-date' | 'today' =>
  /^(?:true|1|yes)$/i.test(fromExpireDate) ? 'end-date' : 'today'

/**
 * The steps of a console job. The chosen operation is sent and read back by its effect. After a creation with a box, the binding is read,
 * and made if it is missing. There are no steps if the operation is unknown or changes nothing, or if its box cannot be read.
 */
export function planConsole(intent: ConsoleIntent, payload: Payload, connection: Connection): readonly PlannedStep[] {
  const meaning = meaningOf(intent)
  if (meaning === undefined || !isOperationId(intent.operation)) return []
  const { values } = intent
  const call = operation(intent.operation)
  const made = call.effect === 'create' ? { customermappingid: payload.customermappingid ?? '' } : {}
  const send = completeValues(call, { ...made, ...dropEmpty(values) }, connection)
  const kind = stepOf[meaning.kind]
  const step: PlannedStep = {
    kind,
    operation: call.id,
    payload: { send: send as Parameters, read: readOf(kind, values, connection) },
  }
  return meaning.kind === 'new-customer' ? [step, ...planBindings(meaning, connection)] : [step]
}

const dropEmpty = (values: ConsoleValues): ConsoleValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** The step that does each kind of ordinary work with one call. */
const stepOf: Readonly<Record<OrdinaryIntent['kind'], StepKind>> = {
  'new-customer': 'create-customer',
  'existing-customer': 'bind-user',
  hostname: 'bind-hostname',
  renewal: 'renew',
  'product-change': 'change-product',
  disable: 'disable',
  enable: 'enable',
}

function readOf(kind: StepKind, values: ConsoleValues, connection: Connection): Parameters {
  const { crmService } = connection
  const { userid = '', password, customermappingid } = values
  const identity = identityOf({ userid, ...(isKnown(password) && { password }), customermappingid }, connection)
  if (kind === 'bind-hostname') return { hostname: values['hostname'] ?? '', crmService }
  // The mapping id is sent as unknown. With a mapping id, a platform may ignore the user ID and return a customer with another user ID.
  if (kind === 'create-customer') return { userid, customermappingid: connection.unknownMappingId, crmService }
  if (kind === 'bind-user') return { userid, password: identity.password, crmService }
  return { ...identity, crmService }
}

/** The faults that keep a console job from being saved, each with the broken rule. The catalogue's rules are checked elsewhere. */
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
