import type { CustomerStatus } from '../../shared/domain/customer/customer.ts'
import type { FailureCode } from '../call.ts'
import type { HostnameBinding } from '../store/bindings.ts'
import type { StoredCustomer } from '../store/stored-customers.ts'
import { jsonReply, oneOrMany, textReply, type Dialect, type DialectReply } from './dialect.ts'

/** Only a wrong token or password has an HTTP status other than 200. */
const httpStatusOf: Readonly<Partial<Record<FailureCode, number>>> = {
  'wrong-token': 401,
  'wrong-password': 401,
}

/** Refusals in words that Setdesk does not know. */
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
 * An unknown platform: Dutch names in its own wrappers, words and statuses that Setdesk's readers do not know, and status 200 for every
 * refusal except those of a token or password. The tests of the field mapping use this dialect.
 */
export const foreign: Dialect = {
  failure: ({ code }) => answer({ uitkomst: 'mislukt', toelichting: wordsOf[code] }, httpStatusOf[code]),
  created: ({ customer }) => answer({ uitkomst: 'gelukt', klantgegevens: { inlognaam: customer.userid } }),
  done: () => answer({ uitkomst: 'gelukt' }),
  customer: ({ customers }) => answer({ klantgegevens: oneOrMany(customers.map(person)) }),
  status: ({ customer }) => answer({ toestanden: [state(customer)] }),
  statuses: ({ customers }) => answer({ klantenlijst: customers.map(state) }),
  devices: ({ devices }) =>
    answer({ toestellen: devices.map(({ uuid, model }) => ({ kastnummer: uuid, uitvoering: model })) }),
  'mac-addresses': ({ bindings }) => answer({ kastadressen: bindings.map(({ macAddress }) => macAddress) }),
  customers: ({ customers, cursor }) =>
    answer({ klantenlijst: customers.map(person), meer_volgt: cursor !== undefined, vervolg: cursor ?? '' }),
}

type Values = Readonly<Record<string, string | number>>

const personText = (customer: StoredCustomer): Values => ({
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

const stateText = ({ userid, status, endDate }: StoredCustomer): Values => ({
  inlognaam: userid,
  toestand: statusOf[status],
  loopt_tot: endDate,
})

/** An unknown platform that answers in plain text. */
function createTextDialect(writing: {
  readonly write: (record: Values) => string
  readonly lineBreak: string
  /** The text after an answer that is not a list. */
  readonly end: string
  /** The answer for an empty list. */
  readonly nothing: Values
  readonly binding: (binding: HostnameBinding) => Values
}): Dialect {
  const { write, lineBreak, end, nothing, binding } = writing
  const reply = (values: Values, status = 200): DialectReply => textReply(write(values) + end, status)
  const list = (records: readonly Values[]): DialectReply =>
    records.length === 0 ? reply(nothing) : textReply(records.map(write).join(lineBreak))
  return {
    failure: ({ code }) => reply({ uitkomst: 'mislukt', toelichting: wordsOf[code] }, httpStatusOf[code]),
    created: ({ customer }) => reply({ uitkomst: 'gelukt', inlognaam: customer.userid, sleutel: customer.password }),
    done: () => reply({ uitkomst: 'gelukt', tijdstip: '12:00' }),
    customer: ({ customers }) => list(customers.map(personText)),
    status: ({ customer }) => list([stateText(customer)]),
    statuses: ({ customers }) => list(customers.map(stateText)),
    devices: ({ devices }) => list(devices.map(({ uuid, model }) => ({ kastnummer: uuid, uitvoering: model }))),
    'mac-addresses': ({ bindings }) => list(bindings.map(binding)),
    customers: ({ customers }) => list(customers.map(personText)),
  }
}

export const lines = createTextDialect({
  write: (record) =>
    Object.entries(record)
      .map(([name, value]) => `${name}=${value}`)
      .join(';'),
  lineBreak: '\r\n',
  end: '\r\n',
  nothing: { melding: 'geen gegevens' },
  binding: ({ macAddress }) => ({ kastnummer: macAddress }),
})

export const table = createTextDialect({
  write: (record) => Object.values(record).join('|'),
  lineBreak: '\n',
  end: '',
  nothing: { uitkomst: 'leeg', melding: 'Geen gegevens' },
  binding: ({ macAddress, hostname }) => ({ kastnummer: macAddress, adres: hostname }),
})
