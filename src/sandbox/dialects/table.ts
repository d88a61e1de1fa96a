import type { StoredCustomer } from '../store/customers.ts'
import { textReply, type Dialect, type DialectReply } from './dialect.ts'
import { foreignStatus, foreignStatuses, foreignWords } from './foreign.ts'

type Row = readonly (string | number)[]

const reply = (row: Row, status = 200): DialectReply => textReply(row.join('|'), status)
const list = (rows: readonly Row[]): DialectReply =>
  rows.length === 0 ? reply(['leeg', 'Geen gegevens']) : textReply(rows.map((row) => row.join('|')).join('\n'))

const person = (customer: StoredCustomer): Row => [
  customer.userid,
  customer.password,
  customer.firstname,
  customer.lastname,
  customer.mobile,
  customer.mappingId,
  foreignStatuses[customer.status],
  customer.endDate,
  customer.productid,
]
const state = ({ userid, status, endDate }: StoredCustomer): Row => [userid, foreignStatuses[status], endDate]

/** An unknown platform that answers in plain text, in columns without names. */
export const table: Dialect = {
  failure: ({ code }) => reply(['mislukt', foreignWords[code]], foreignStatus[code]),
  created: ({ customer }) => reply(['gelukt', customer.userid, customer.password]),
  done: () => reply(['gelukt', '12:00']),
  customer: ({ customers }) => list(customers.map(person)),
  status: ({ customer }) => list([state(customer)]),
  statuses: ({ customers }) => list(customers.map(state)),
  devices: ({ devices }) => list(devices.map(({ uuid, model }) => [uuid, model])),
  'mac-addresses': ({ bindings }) => list(bindings.map(({ macAddress, hostname }) => [macAddress, hostname])),
  customers: ({ customers }) => list(customers.map(person)),
}
