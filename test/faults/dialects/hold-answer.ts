import type { Answer } from '../../../src/platform/answer.ts'
import type { CatalogueOperation } from '../../../src/platform/catalogue/catalogue.ts'
import { readDevices } from '../../../src/platform/read/read-devices.ts'
import {
  readCreatedLogIn,
  readCustomer,
  readCustomerPage,
  readStatus,
} from '../../../src/platform/read/read-records.ts'
import type { CustomerRecord, DeviceRecord } from '../../../src/platform/find-fields.ts'
import { readDay } from '../../../src/shared/domain/day.ts'
import { readDeviceIdentifier, identifierKey } from '../../../src/shared/domain/device-identifier.ts'
import { knownStatus } from '../../../src/shared/domain/customer/customer.ts'
import type { Platform, Told, TrueCustomer } from '../../platforms/platform.ts'

/** An answer, to be compared with the truth. */
export interface Held {
  readonly operation: CatalogueOperation
  readonly answer: Answer
  readonly told: Told
  readonly platform: Platform
}

/** The wrong conclusions from an answer, one per line; none if it was judged correctly or as unclear. */
export function holdAnswer(held: Held): readonly string[] {
  const { operation, answer, told } = held
  if (operation.effect !== 'read') return [...holdChange(answer, told), ...holdLogIn(held)]
  return [...holdRead(held), ...holdReading(held)]
}

function holdChange({ verdict }: Answer, { outcome, reason }: Told): readonly string[] {
  if (outcome === 'done' && (verdict === 'refused' || verdict === 'absent')) return [`done, and called ${verdict}`]
  if (outcome === 'not-done' && verdict === 'accepted') return [`not done (${reason ?? ''}), and called accepted`]
  return []
}

function holdLogIn({ operation, answer, told }: Held): readonly string[] {
  const made = answer.verdict === 'accepted' && operation.effect === 'create' ? readCreatedLogIn(answer) : undefined
  if (made === undefined) return []
  const [customer] = told.customers ?? []
  if (made.userid !== customer?.userid) return [`made the user ID ${customer?.userid ?? ''}, and read ${made.userid}`]
  return []
}

function holdRead({ operation, answer: { verdict }, told }: Held): readonly string[] {
  const isTurnedDown = told.reason !== undefined && told.isUnknown !== true
  if (isTurnedDown && (verdict === 'accepted' || verdict === 'absent'))
    return [`turned down (${told.reason ?? ''}), and called ${verdict}`]
  if (told.isUnknown === true && verdict === 'accepted' && !isList(operation)) return ['unknown, and called accepted']
  const isThere = (told.customers?.length ?? 0) > 0 || (told.devices?.length ?? 0) > 0
  if (isThere && (verdict === 'absent' || verdict === 'refused')) return [`there, and called ${verdict}`]
  if (told.reason === undefined && verdict === 'refused') return ['answered, and called refused']
  return []
}

const deviceLists: ReadonlySet<string> = new Set(['devices', 'GetMacAddressesUnderHostname'])
const customerLists: ReadonlySet<string> = new Set([
  'getCustomers',
  'GetCustomerStatusByReseller',
  'GetCustomerStatusByReseller_GET',
  'GetCustomerStatusByIds',
])
const isList = ({ id }: CatalogueOperation): boolean => deviceLists.has(id) || customerLists.has(id)

/** Checks what the readers return, whatever the verdict: some screens use a reading without the verdict. */
function holdReading(held: Held): readonly string[] {
  const { operation, answer, told } = held
  if (deviceLists.has(operation.id)) return holdDevices(readDevices(answer), told)
  if (customerLists.has(operation.id)) return holdPage(held)
  if (operation.id.startsWith('GetCustomerStatus')) {
    const status = knownStatus(readStatus(answer))
    const is = told.customers?.[0]?.status
    return status === undefined || status === is ? [] : [`status ${is ?? 'none'}, and read ${status}`]
  }
  const record = readCustomer(answer)
  if (record === undefined) return []
  const whose = told.customers?.find(({ userid }) => userid === record.userid) ?? told.customers?.[0]
  return whose === undefined ? ['nobody, and read a customer'] : holdRecord(record, whose, held)
}

function holdDevices(read: readonly DeviceRecord[] | undefined, { devices, isUnknown }: Told): readonly string[] {
  if (read === undefined) return []
  const is = isUnknown === true ? [] : (devices ?? [])
  // A device that is listed twice counts once.
  const [found, there] = [read.map(({ id }) => id), is].map((ids) => [...new Set(ids.map(keyOf))].toSorted())
  return found?.join() === there?.join() ? [] : [`devices ${there?.join()}, and read ${found?.join()}`]
}

function keyOf(text: string): string {
  const reading = readDeviceIdentifier(text)
  return reading.ok ? identifierKey(reading.identifier) : `unread:${text}`
}

function holdPage(held: Held): readonly string[] {
  const page = readCustomerPage(held.answer)
  if (page === undefined) return []
  const { customers = [], hasNext } = held.told
  const [read, is] = [
    page.customers.map(({ userid }) => userid ?? '').toSorted(),
    customers.map(({ userid }) => userid).toSorted(),
  ]
  const wrong = read.join() === is.join() ? [] : [`customers ${is.join()}, and read ${read.join()}`]
  if (hasNext !== undefined && hasNext !== page.hasNext)
    wrong.push(`more follows: ${hasNext}, and read ${page.hasNext}`)
  if (wrong.length > 0) return wrong
  return page.customers.flatMap((record) => {
    const whose = customers.filter(({ userid }) => userid === record.userid)
    const faults = whose.map((customer) => holdRecord(record, customer, held))
    return faults.some((some) => some.length === 0) ? [] : (faults[0] ?? [])
  })
}

const plain = [
  'userid',
  'firstname',
  'lastname',
  'email',
  'customermappingid',
  'street',
  'city',
  'state',
  'country',
] as const

function holdRecord(record: CustomerRecord, customer: TrueCustomer, { platform }: Held): readonly string[] {
  const wrong = plain.flatMap((field) =>
    record[field] === undefined || record[field] === customer[field]
      ? []
      : [`${field} ${customer[field]}, and read ${record[field]}`],
  )
  const product = platform.products.find(({ productid }) => productid === customer.productid)
  const hold = (field: keyof CustomerRecord, isSo: boolean, is: string): void => {
    if (record[field] !== undefined && !isSo) wrong.push(`${field} ${is}, and read ${record[field]}`)
  }
  hold('mobile', digits(record.mobile) === digits(customer.mobile), customer.mobile)
  hold('product', record.product === product?.productid || record.product === product?.name, JSON.stringify(product))
  const status = knownStatus(record.status)
  if (status !== undefined && status !== customer.status) wrong.push(`status ${customer.status}, and read ${status}`)
  // With instants of another time zone, the day before or after cannot be told apart.
  const slack = platform.description.notes.some((one) => one.includes('fall on another day')) ? 1 : 0
  for (const [field, is] of [
    ['endDate', customer.endDay],
    ['startDate', customer.startDay],
  ] as const) {
    const day = readDay(record[field] ?? '')
    if (day !== undefined && Math.abs(day - is) > slack)
      wrong.push(`${field} ${is}, and read ${day} (${record[field]})`)
  }
  return wrong
}

const digits = (text = ''): string => text.replaceAll(/\D/g, '').replace(/^00/, '')
