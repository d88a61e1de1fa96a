import type { SandboxOptions } from '../options.ts'
import { classic } from './classic.ts'
import { type Dialect, textReply, type DialectReply, jsonReply } from './dialect.ts'
import { foreign, foreignStatus, foreignStatuses, foreignWords } from './foreign.ts'
import { modern } from './modern.ts'
import { table } from './table.ts'
import type { StoredCustomer } from '../store/customers.ts'
import type { FailureCode } from '../outcome.ts'

/** Most refusals come with 200, as from similar services; only wrong credentials and missing records have their own status. */
const statusOf: Readonly<Partial<Record<FailureCode, number>>> = {
  'wrong-token': 401,
  'wrong-password': 401,
  'no-such-customer': 404,
  'no-such-hostname': 404,
}

const minimal = ({ userid, firstname, lastname }: StoredCustomer) => ({ userid, firstname, lastname })

const withSubscription = (customer: StoredCustomer) => ({
  ...minimal(customer),
  product: customer.productid,
  expires: customer.endDate,
})

/** Plain strings: `OK`, `ERROR: ...`, boxes as bare strings or separated by commas, and as few customer fields as possible. */
const terse: Dialect = {
  failure: ({ code, text }) => textReply(`ERROR: ${text}`, statusOf[code] ?? 200),
  created: ({ customer, passwordWasGenerated }) =>
    passwordWasGenerated ? jsonReply({ userid: customer.userid, password: customer.password }) : textReply('OK'),
  done: () => textReply('OK'),
  customer: ({ customers, version }) => {
    const records = customers.map(version === 1 ? minimal : withSubscription)
    return jsonReply(records.length === 1 ? records[0] : records)
  },
  status: ({ customer }) => textReply(customer.status),
  statuses: ({ customers }) =>
    jsonReply(
      customers.length === 0 ? [] : Object.fromEntries(customers.map(({ userid, status }) => [userid, status])),
    ),
  devices: ({ devices }) => jsonReply(devices.map(({ uuid }) => uuid)),
  'mac-addresses': ({ bindings }) =>
    bindings.length === 0 ? jsonReply([]) : textReply(bindings.map(({ macAddress }) => macAddress).join(',')),
  customers: ({ customers, cursor }) =>
    jsonReply({
      customers: customers.map(({ userid }) => ({ userid })),
      has_next: cursor !== undefined,
      ...(cursor === undefined ? {} : { cursor }),
    }),
}

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
const lines: Dialect = {
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

/** Every dialect by its name. */
export const dialects: Readonly<Record<SandboxOptions['dialect'], Dialect>> = {
  classic,
  modern,
  terse,
  foreign,
  lines,
  table,
}
