import type { StoredCustomer } from '../store/customers.ts'
import { textReply, type Dialect, type DialectReply } from './dialect.ts'
import { foreignStatus, foreignStatuses, foreignWords } from './foreign.ts'

type Values = Readonly<Record<string, string | number>>

const line = (values: Values): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
const reply = (values: Values, status = 200): DialectReply => textReply(`${line(values)}\r\n`, status)
const list = (records: readonly Values[]): DialectReply =>
  records.length === 0 ? reply({ melding: 'geen gegevens' }) : textReply(records.map(line).join('\r\n'))

const person = (customer: StoredCustomer): Values => ({
  inlognaam: customer.userid,
  sleutel: customer.password,
  roepnaam: customer.firstname,
  achternaam: customer.lastname,
  gsm: customer.mobile,
  kenmerk: customer.mappingId,
  toestand: foreignStatuses[customer.status],
  loopt_tot: customer.endDate,
  pakket: customer.productid,
})
const state = ({ userid, status, endDate }: StoredCustomer): Values => ({
  inlognaam: userid,
  toestand: foreignStatuses[status],
  loopt_tot: endDate,
})

/** An unknown platform that answers in plain text: one record per line, as Dutch names with values. */
export const lines: Dialect = {
  failure: ({ code }) => reply({ uitkomst: 'mislukt', toelichting: foreignWords[code] }, foreignStatus[code]),
  created: ({ customer }) => reply({ uitkomst: 'gelukt', inlognaam: customer.userid, sleutel: customer.password }),
  done: () => reply({ uitkomst: 'gelukt', tijdstip: '12:00' }),
  customer: ({ customers }) => list(customers.map(person)),
  status: ({ customer }) => list([state(customer)]),
  statuses: ({ customers }) => list(customers.map(state)),
  devices: ({ devices }) => list(devices.map(({ uuid, model }) => ({ kastnummer: uuid, uitvoering: model }))),
  'mac-addresses': ({ bindings }) => list(bindings.map(({ macAddress }) => ({ kastnummer: macAddress }))),
  customers: ({ customers }) => list(customers.map(person)),
}
