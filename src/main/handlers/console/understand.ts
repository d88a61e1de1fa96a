import type { Understood } from '../../../shared/bridge/console-channels.ts'
import { defined } from '../../../shared/defined.ts'
import { mappableCustomer } from '../../../shared/domain/field-mapping/field-mapping.ts'
import type { Answer } from '../../../platform/answer.ts'
import type { CatalogueOperation } from '../../../platform/catalogue/catalogue.ts'
import { findLack, readCustomer, readCustomerPage, readDevices, readStatus } from '../../../platform/read/fields.ts'
import type { CustomerRecord, DeviceRecord } from '../../../platform/read/records.ts'
import { redacted } from '../../../platform/redact.ts'
import { isCustomerList, isDeviceList, isStatusRead } from '../../../platform/judge/understood.ts'

type Found = Pick<Understood, 'records' | 'total' | 'hasNext' | 'cursor' | 'lacks'>
type Shown = Understood['records'][number]

/** The most records that are shown of a list. The total is shown beside them. */
const mostRecords = 20

/** What Setdesk understands of an answer to this operation. Uses the same readers as the jobs do. */
export function understand(call: CatalogueOperation, answer: Answer): Understood {
  const { verdict, message } = answer
  return { ...defined({ verdict, message }), ...findIn(call, answer) }
}

function findIn(call: CatalogueOperation, answer: Answer): Found {
  if (isDeviceList(call)) return listed((readDevices(answer) ?? []).map(showDevice))
  if (isCustomerList(call)) {
    const page = readCustomerPage(answer)
    const lacks = findLack(answer)
    if (page === undefined) return { ...listed([]), ...(lacks && { lacks }) }
    const { customers, hasNext, cursor } = page
    return { ...listed(customers.map(showCustomer)), ...defined({ hasNext, cursor }) }
  }
  if (isStatusRead(call)) {
    const status = readStatus(answer)
    return listed(status === undefined ? [] : [showCustomer({ ...readCustomer(answer), status })])
  }
  const customer = call.effect === 'read' || call.effect === 'create' ? readCustomer(answer) : undefined
  return listed(customer === undefined ? [] : [showCustomer(customer)])
}

const listed = (records: readonly Shown[]): Found => ({ records: records.slice(0, mostRecords), total: records.length })

const showCustomer = (customer: CustomerRecord): Shown =>
  mappableCustomer.flatMap((field) => {
    const value = customer[field]
    return value === undefined ? [] : [{ field, value: field === 'password' ? redacted : value }]
  })

const showDevice = ({ id, also = [], model }: DeviceRecord): Shown => [
  ...[id, ...also].map((value) => ({ field: 'deviceIdentifier' as const, value })),
  ...(model === undefined ? [] : [{ field: 'deviceModel' as const, value: model }]),
]
