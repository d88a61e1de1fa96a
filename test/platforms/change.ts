import { isMac, readBox } from './boxes.ts'
import { refuse, type Action } from './action.ts'
import { findCustomer } from './identify.ts'
import type { Behaviour } from './description.ts'
import type { Operation } from './operations.ts'
import type { Effect, LedgerEntry } from './platform.ts'
import type { YesSlot } from './sentences.ts'
import type { Customer, World } from './world.ts'

type Query = Readonly<Record<string, string>>

/** A changing call to the platform. */
export interface Change {
  readonly world: World
  readonly behaviour: Behaviour
  readonly operation: Operation
  readonly query: Query
  /** Whether a renewal sets the start date to today. */
  readonly doesMoveStart: boolean
}

const demandedAlways = ['firstname', 'lastname', 'productid', 'crmService']
const contact = ['street', 'zipcode', 'city', 'state', 'country', 'phone', 'mobile', 'email']
const lengths = ['subscriptionlengthinmonths', 'subscriptionlengthindays', 'renewalinterval']
const demandedByDocument = [...demandedAlways, ...contact, ...lengths, 'cmsService']

/** Creates a customer, and binds its device if the platform does so. */
export function create({ world, behaviour, operation, query }: Change): Action {
  const isStrict = behaviour.strictness === 'all'
  const demanded = [
    ...(isStrict ? demandedByDocument : demandedAlways),
    ...(operation.hasDevice === true ? ['uuid'] : []),
    ...(isStrict && operation.isAsync ? ['currency'] : []),
  ]
  if (demanded.some((name) => (query[name] ?? '') === '')) return refuse('missing', 'bad-value')
  const product = world.products.find(({ productid }) => productid === query['productid'])
  const length = readLength(query['subscriptionlengthinmonths'], query['subscriptionlengthindays'])
  if (product === undefined || length === null) return refuse('bad-value', 'bad-value')
  if (!/^[\w!#@=()$+.-]*$/.test(query['password'] ?? '')) return refuse('bad-value', 'bad-value')
  if (isStrict && !/^\+\d{7,15}$/.test(query['mobile'] ?? '')) return refuse('bad-value', 'bad-value')
  if (isStrict && !/^[1-9]\d*$/.test(query['renewalinterval'] ?? '')) return refuse('bad-value', 'bad-value')
  const box = operation.hasDevice === true ? readBox(query['uuid'] ?? '') : null
  if (operation.hasDevice === true && box === null) return refuse('bad-value', 'bad-value')
  const userid = query['userid'] ?? ''
  const isTaken = world.customers.some(({ part }) => part.userid === userid)
  if (isTaken && behaviour.duplicateUserids === 'refused') return refuse('userid-taken', 'taken')
  const binds = box !== null && behaviour.doesUuidBind
  if (binds && behaviour.deviceElsewhere === 'refused' && ownersOf(box, world).length > 0)
    return refuse('device-taken', 'taken')

  const mapping = query['customermappingid'] ?? ''
  const customer = world.add({
    ...(userid === '' ? {} : { userid }),
    ...((query['password'] ?? '') === '' ? {} : { password: query['password'] ?? '' }),
    ...Object.fromEntries(contact.map((name) => [name, query[name] ?? ''])),
    firstname: query['firstname'] ?? '',
    lastname: query['lastname'] ?? '',
    customermappingid: mapping,
    productid: product.productid,
    resellerId: readReseller(operation.reseller === undefined ? '' : (query[operation.reseller] ?? '')),
    endDay: world.later(world.today(), length.months, length.days),
    isPending: behaviour.newStatus === 'pending' || /^(true|1)$/i.test(query['StartSubscriptionFromFirstLogin'] ?? ''),
  })
  customer.history.push({ day: world.today(), action: 'create' })
  const about = { operation: operation.name, userid: customer.part.userid, customerId: customer.id }
  const created = world.write({
    effect: 'create',
    ...about,
    ...length,
    product: product.productid,
    customermappingid: mapping,
    after: customer.endDay,
    ...(binds ? { box } : {}),
  })
  const bound = binds ? [giveDevice(box, customer, world, behaviour, about)] : []
  return { kind: 'yes', slot: 'created', entries: [created, ...bound], customer }
}

/** Renews a subscription or changes its product. */
export function prolong(change: Change): Action {
  const { world, behaviour, operation, query, doesMoveStart } = change
  const isChange = operation.does === 'change'
  const found = findCustomer({ world, behaviour, query, isRead: false })
  if (found.kind !== 'customers') return found
  const customer = found.customers[0] as Customer
  const length = isChange
    ? readLength(query['subscriptionlengthinmonths'], query['subscriptionlengthindays'])
    : readLength(query['months'], query['days'])
  const product = world.products.find(({ productid }) => productid === query['productid'])
  const flag = readFlag(query['fromExpireDate'])
  if (length === null || (isChange && product === undefined)) return refuse('bad-value', 'bad-value')
  if (isChange && behaviour.strictness === 'all') {
    if (flag === null) return refuse('missing', 'bad-value')
    if (operation.isAsync && readFlag(query['keepExtraPackages']) === null) return refuse('missing', 'bad-value')
  }
  if (customer.isDisabled && behaviour.renewalOfDisabled === 'refused') return refuse('not-allowed', 'rule')
  if (isChange && behaviour.changeToSame === 'refused' && product?.productid === customer.productid)
    return refuse('already-product', 'already')

  const before = customer.endDay
  const isLapsed = before < world.today()
  const byRule = isLapsed && behaviour.lapsedFrom === 'today' ? world.today() : before
  const isFlagRead = isChange || behaviour.renewalFlag === 'honoured'
  const byFlag = flag === true ? before : flag === false || isChange ? world.today() : byRule
  customer.endDay = world.later(isFlagRead ? byFlag : byRule, length.months, length.days)
  if (isChange && product !== undefined) customer.productid = product.productid
  customer.renewedDay = world.today()
  if (doesMoveStart) customer.startDay = world.today()
  const effect = isChange ? 'change' : 'renew'
  return done(change, customer, effect, isChange ? 'changed' : 'renewed', {
    ...length,
    before,
    after: customer.endDay,
    product: customer.productid,
  })
}

/** Disables or enables a customer. */
export function toggle(change: Change): Action {
  const { world, behaviour, operation, query } = change
  const found = findCustomer({ world, behaviour, query, isRead: false })
  if (found.kind !== 'customers') return found
  const customer = found.customers[0] as Customer
  const isDisabling = operation.does === 'disable'
  if (customer.isDisabled === isDisabling && behaviour.repeatedStatus === 'refused')
    return refuse(isDisabling ? 'already-disabled' : 'already-enabled', 'already')
  customer.isDisabled = isDisabling
  return isDisabling
    ? done(change, customer, 'disable', 'disabled', {})
    : done(change, customer, 'enable', 'enabled', {})
}

/** Binds a device to a customer. */
export function bindToUser(change: Change): Action {
  const { world, behaviour, operation, query } = change
  const found = findCustomer({ world, behaviour, query, isRead: false })
  if (found.kind !== 'customers') return found
  const customer = found.customers[0] as Customer
  const box = readBox(query['macAddress'] ?? '')
  if (box === null || !(isMac(box) || behaviour.isSerialTakenAsMac)) return refuse('bad-value', 'bad-value')
  const owners = ownersOf(box, world)
  if (owners.includes(customer) && behaviour.sameDevice === 'refused') return refuse('device-already', 'already')
  if (owners.some((owner) => owner !== customer) && behaviour.deviceElsewhere === 'refused')
    return refuse('device-taken', 'taken')
  const isFull = behaviour.deviceLimit > 0 && customer.devices.length >= behaviour.deviceLimit
  if (isFull && !owners.includes(customer)) return refuse('device-limit', 'rule')
  if ((query['model'] ?? '') !== '') world.models.set(box, query['model'] ?? '')
  const about = { operation: operation.name, userid: customer.part.userid, customerId: customer.id }
  const entry = giveDevice(box, customer, world, behaviour, about)
  return { kind: 'yes', slot: 'bound-user', entries: [entry], customer }
}

/** Binds a MAC address to a hostname. */
export function bindToHostname({ world, behaviour, operation, query }: Change): Action {
  const hostname = query['hostname'] ?? ''
  const box = readBox(query['macAddress'] ?? '')
  const macs = world.macs.get(hostname)
  if (macs === undefined) return refuse('no-hostname', 'unknown-hostname')
  if (box === null || !(isMac(box) || behaviour.isSerialTakenAsMac)) return refuse('bad-value', 'bad-value')
  if (macs.includes(box) && behaviour.sameMacAtHostname === 'refused') return refuse('device-already', 'already')
  const elsewhere = [...world.macs].filter(([name, list]) => name !== hostname && list.includes(box))
  if (elsewhere.length > 0 && behaviour.macAtOtherHostname === 'refused') return refuse('device-taken', 'taken')
  if (behaviour.macAtOtherHostname === 'moved') for (const [, list] of elsewhere) removeFrom(list, box)
  if (!macs.includes(box) || behaviour.sameMacAtHostname === 'listed-twice') macs.push(box)
  const entry = world.write({ effect: 'bind-hostname', operation: operation.name, userid: '', box, hostname })
  return { kind: 'yes', slot: 'bound-hostname', entries: [entry], customer: null }
}

function done(
  { world, operation }: Change,
  customer: Customer,
  effect: Effect,
  slot: YesSlot,
  more: Partial<LedgerEntry>,
): Action {
  customer.history.push({ day: world.today(), action: effect })
  const { userid, customermappingid } = customer.part
  const about = { operation: operation.name, userid, customerId: customer.id, customermappingid }
  return { kind: 'yes', slot, entries: [world.write({ effect, ...about, ...more })], customer }
}

function giveDevice(
  box: string,
  customer: Customer,
  world: World,
  { deviceElsewhere, sameDevice }: Behaviour,
  about: Pick<LedgerEntry, 'operation' | 'userid' | 'customerId'>,
): LedgerEntry {
  const others = ownersOf(box, world).filter((owner) => owner !== customer)
  if (deviceElsewhere === 'moved') for (const { devices } of others) removeFrom(devices, box)
  if (!customer.devices.includes(box) || sameDevice === 'listed-twice') customer.devices.push(box)
  return world.write({ effect: 'bind-user', ...about, box })
}

function ownersOf(box: string, world: World): readonly Customer[] {
  return world.customers.filter(({ devices }) => devices.includes(box))
}

function removeFrom(list: string[], box: string): void {
  for (let index = list.indexOf(box); index >= 0; index = list.indexOf(box)) list.splice(index, 1)
}

function readLength(months = '0', days = '0'): { readonly months: number; readonly days: number } | null {
  const [inMonths, inDays] = [months || '0', days || '0']
  if (!/^\d{1,4}$/.test(inMonths) || !/^\d{1,4}$/.test(inDays)) return null
  const length = { months: Number(inMonths), days: Number(inMonths) > 0 ? 0 : Number(inDays) }
  return length.months + length.days === 0 ? null : length
}

function readFlag(text = ''): boolean | null {
  if (/^(true|1|yes)$/i.test(text)) return true
  return /^(false|0|no)$/i.test(text) ? false : null
}

function readReseller(text: string): string {
  return text === '0' ? '' : text
}
