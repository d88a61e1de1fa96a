import type { CustomerStatus } from '../../shared/domain/status.ts'
import type { FailureCode } from '../outcome.ts'
import type { StoredCustomer } from '../store/customers.ts'
import { jsonReply, type Dialect, type DialectReply } from './dialect.ts'

/** Only what is wrong with a log-in is told by the HTTP status. */
export const foreignStatus: Readonly<Partial<Record<FailureCode, number>>> = {
  'wrong-token': 401,
  'wrong-password': 401,
}

/** Refusals in words that mean nothing elsewhere. */
export const foreignWords: Readonly<Record<FailureCode, string>> = {
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

/** Statuses as numbers and a word, as a platform that grew has them. */
export const foreignStatuses: Readonly<Record<CustomerStatus, number | string>> = {
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
    toestand: foreignStatuses[customer.status],
    loopt_tot: customer.endDate,
    pakketcode: customer.productid,
  },
})
const state = ({ userid, mappingId, status, endDate }: StoredCustomer) => ({
  inlognaam: userid,
  extern_kenmerk: mappingId,
  toestand: foreignStatuses[status],
  loopt_tot: endDate,
})

/**
 * A platform that nobody has met: Dutch names under wrappers of its own, words and statuses that mean nothing elsewhere, and every refusal but
 * that of a log-in with 200. No name here is known to the readers; it is for tests of what is taught.
 */
export const foreign: Dialect = {
  failure: ({ code }) => answer({ uitkomst: 'mislukt', toelichting: foreignWords[code] }, foreignStatus[code]),
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
