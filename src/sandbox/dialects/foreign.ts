import type { CustomerStatus } from '../../shared/domain/status.ts'
import type { FailureCode } from '../outcome.ts'
import type { StoredCustomer } from '../store/customers.ts'
import { jsonReply, textReply, type Dialect, type DialectReply } from './dialect.ts'

/** Only a wrong token or password has an HTTP status other than 200. */
const httpStatusOf: Readonly<Partial<Record<FailureCode, number>>> = {
  'wrong-token': 401,
  'wrong-password': 401,
}

/** Refusals in words that the readers do not know. */
const wordsOf: Readonly<Record<FailureCode, string>> = {
  'wrong-token': 'Bedrijfssleutel klopt niet',
  'wrong-password': 'Inloggegevens kloppen niet',
  'no-such-customer': 'Klant onbekend',
  'no-such-hostname': 'Adres onbekend',
  'bad-request': 'Verzoek klopt niet',
  'unknown-service': 'Dienst bestaat niet',
  'unknown-product': 'Pakket bestaat niet',
  'unknown-reseller': 'Wederverkoper bestaat niet',
  'userid-taken': 'Inlognaam is bezet',
  'device-registered': 'Toestel is al vergeven',
  'device-limit': 'Te veel toestellen',
}

const answer = (content: Readonly<Record<string, unknown>>, status = 200): DialectReply =>
  jsonReply({ antwoord: { tijdstip: '12:00', ...content }, versie: 7 }, status)

/** Statuses as numbers and one word, as on a platform that grew over time. */
const statusOf: Readonly<Record<CustomerStatus, number | string>> = {
  Pending: 0,
  Active: 1,
  Trial: 2,
  Disabled: 3,
  Expired: 'verlopen',
}

const person = (customer: StoredCustomer) => ({
  inlognaam: customer.userid,
  toegangsCode: customer.password,
  roepnaam: customer.firstname,
  achternaam: customer.lastname,
  gsm: customer.mobile,
  extern_kenmerk: customer.mappingId,
  abonnement: {
    toestand: statusOf[customer.status],
    loopt_tot: customer.endDate,
    pakketcode: customer.productid,
  },
})
const state = ({ userid, mappingId, status, endDate }: StoredCustomer) => ({
  inlognaam: userid,
  extern_kenmerk: mappingId,
  toestand: statusOf[status],
  loopt_tot: endDate,
})

/**
 * An unknown platform: Dutch names in wrappers of its own, words and statuses that the readers do not know, and every refusal
 * with 200, except those of a token or password. The readers know no name in it; it serves the tests of field mapping.
 */
export const foreign: Dialect = {
  failure: ({ code }) => answer({ uitkomst: 'mislukt', toelichting: wordsOf[code] }, httpStatusOf[code]),
  created: ({ customer }) => answer({ uitkomst: 'gelukt', klantgegevens: { inlognaam: customer.userid } }),
  done: () => answer({ uitkomst: 'gelukt' }),
  customer: ({ customers }) => {
    const [only, ...more] = customers.map(person)
    return answer({ klantgegevens: more.length === 0 ? only : [only, ...more] })
  },
  status: ({ customer }) => answer({ toestanden: [state(customer)] }),
  statuses: ({ customers }) => answer({ klantenlijst: customers.map(state) }),
  devices: ({ devices }) =>
    answer({ toestellen: devices.map(({ uuid, model }) => ({ kastnummer: uuid, uitvoering: model })) }),
  'mac-addresses': ({ bindings }) => answer({ kastadressen: bindings.map(({ macAddress }) => macAddress) }),
  customers: ({ customers, cursor }) =>
    answer({ klantenlijst: customers.map(person), meer_volgt: cursor !== undefined, vervolg: cursor ?? '' }),
}

type Values = Readonly<Record<string, string | number>>

const toLine = (values: Values): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(';')

const replyLine = (values: Values, status = 200): DialectReply => textReply(`${toLine(values)}\r\n`, status)

const listLines = (records: readonly Values[]): DialectReply =>
  records.length === 0 ? replyLine({ melding: 'geen gegevens' }) : textReply(records.map(toLine).join('\r\n'))

const personLine = (customer: StoredCustomer): Values => ({
  inlognaam: customer.userid,
  sleutel: customer.password,
  roepnaam: customer.firstname,
  achternaam: customer.lastname,
  gsm: customer.mobile,
  kenmerk: customer.mappingId,
  toestand: statusOf[customer.status],
  loopt_tot: customer.endDate,
  pakket: customer.productid,
})

const stateLine = ({ userid, status, endDate }: StoredCustomer): Values => ({
  inlognaam: userid,
  toestand: statusOf[status],
  loopt_tot: endDate,
})

/** An unknown platform that answers in plain text: one record per line, as Dutch names with values. */
export const lines: Dialect = {
  failure: ({ code }) => replyLine({ uitkomst: 'mislukt', toelichting: wordsOf[code] }, httpStatusOf[code]),
  created: ({ customer }) => replyLine({ uitkomst: 'gelukt', inlognaam: customer.userid, sleutel: customer.password }),
  done: () => replyLine({ uitkomst: 'gelukt', tijdstip: '12:00' }),
  customer: ({ customers }) => listLines(customers.map(personLine)),
  status: ({ customer }) => listLines([stateLine(customer)]),
  statuses: ({ customers }) => listLines(customers.map(stateLine)),
  devices: ({ devices }) => listLines(devices.map(({ uuid, model }) => ({ kastnummer: uuid, uitvoering: model }))),
  'mac-addresses': ({ bindings }) => listLines(bindings.map(({ macAddress }) => ({ kastnummer: macAddress }))),
  customers: ({ customers }) => listLines(customers.map(personLine)),
}

type Row = readonly (string | number)[]

const replyRow = (row: Row, status = 200): DialectReply => textReply(row.join('|'), status)
const listRows = (rows: readonly Row[]): DialectReply =>
  rows.length === 0 ? replyRow(['leeg', 'Geen gegevens']) : textReply(rows.map((row) => row.join('|')).join('\n'))

const personRow = (customer: StoredCustomer): Row => [
  customer.userid,
  customer.password,
  customer.firstname,
  customer.lastname,
  customer.mobile,
  customer.mappingId,
  statusOf[customer.status],
  customer.endDate,
  customer.productid,
]
const stateRow = ({ userid, status, endDate }: StoredCustomer): Row => [userid, statusOf[status], endDate]

/** An unknown platform that answers in plain text, in columns without names. */
export const table: Dialect = {
  failure: ({ code }) => replyRow(['mislukt', wordsOf[code]], httpStatusOf[code]),
  created: ({ customer }) => replyRow(['gelukt', customer.userid, customer.password]),
  done: () => replyRow(['gelukt', '12:00']),
  customer: ({ customers }) => listRows(customers.map(personRow)),
  status: ({ customer }) => listRows([stateRow(customer)]),
  statuses: ({ customers }) => listRows(customers.map(stateRow)),
  devices: ({ devices }) => listRows(devices.map(({ uuid, model }) => [uuid, model])),
  'mac-addresses': ({ bindings }) => listRows(bindings.map(({ macAddress, hostname }) => [macAddress, hostname])),
  customers: ({ customers }) => listRows(customers.map(personRow)),
}
