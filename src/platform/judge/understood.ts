import { knownStatus } from '../../shared/domain/customer/customer.ts'
import type { Json } from '../answer.ts'
import { isObject } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import type { FieldNames } from '../field-names.ts'
import { asText, findAll, findMapped } from '../find-fields.ts'
import type { AnswerFinding } from './finding.ts'
import { readCustomer, readCustomerPage, readStatus, tellsMore } from '../read/read-customers.ts'
import { mapsBoxes, readDevices } from '../read/read-devices.ts'

type Read = Pick<Operation, 'returns'>
type Told = Pick<AnswerFinding, 'data' | 'names'>

export const isStatusRead = ({ returns }: Read): boolean => returns === 'status'

export const isCustomerList = ({ returns }: Read): boolean => returns === 'customers' || returns === 'statuses'

export const isDeviceList = ({ returns }: Read): boolean => returns === 'devices' || returns === 'macs'

/**
 * Whether the data can hold boxes. It must be or contain one of these: a list, an object whose keys are MAC addresses, an object under the
 * name of a box list, or a text under a mapped name for a box or a wrapper.
 */
const holdsBoxes = (data: Json | undefined, names: FieldNames): boolean => {
  if (!isObject(data)) return Array.isArray(data)
  if (mapsBoxes(data) || findAll(data, 'deviceList', names).some(isObject)) return true
  const mapped = [...findMapped(data, 'deviceIdentifier', names), ...findMapped(data, 'wrapper', names)]
  if (mapped.some((value) => asText(value) !== undefined)) return true
  return Object.values(data).some((part) => holdsBoxes(part, names))
}

/** Whether the data is what this read returns. An empty result counts, too. */
export function isUnderstood(read: Read, told: Told): boolean {
  if (told.data === undefined) return false
  if (isDeviceList(read)) return readDevices(told) !== undefined
  if (isCustomerList(read)) {
    const page = readCustomerPage(told)
    // A list of statuses may contain requested customers that do not exist. These customers have no status, so the list is not understood.
    return page !== undefined && (read.returns === 'customers' || page.customers.every(tellsMore))
  }
  return (isStatusRead(read) ? readStatus(told) : readCustomer(told)) !== undefined
}

/** Whether the data is an empty list. */
export function showsNothing(read: Read, told: Told): boolean {
  if (isDeviceList(read)) return readDevices(told)?.length === 0
  return isCustomerList(read) && readCustomerPage(told)?.customers.length === 0
}

/** The fields that a request carries. An answer with no other fields may only repeat the request. */
const asked: ReadonlySet<string> = new Set(['userid', 'password', 'customermappingid', 'status'])

/**
 * Whether an answer may only repeat the request. For a read of one customer: the answer shows no known status and no field that the request
 * did not carry. For a list of boxes: the answer is only an object with an identifier, which a message could also have.
 */
export function tellsLittle(read: Read, told: Told): boolean {
  if (isDeviceList(read)) return !holdsBoxes(told.data, told.names)
  const isOfStatus = isStatusRead(read)
  if (!isOfStatus && read.returns !== 'customer') return false
  const record = readCustomer(told)
  const status = isOfStatus ? readStatus(told) : record?.status
  return knownStatus(status) === undefined && Object.keys(record ?? {}).every((field) => asked.has(field))
}
