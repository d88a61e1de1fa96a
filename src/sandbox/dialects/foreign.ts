import type { CustomerStatus } from '../../shared/domain/status.ts'
import type { FailureCode } from '../outcome.ts'
import type { StoredCustomer } from '../store/customers.ts'
import { jsonReply, type Dialect, type DialectReply } from './dialect.ts'

/** Only a wrong token or password has an HTTP status other than 200. */
export const foreignStatus: Readonly<Partial<Record<FailureCode, number>>> = {
  'wrong-token': 401,
  'wrong-password': 401,
}

/** Refusals in words that the readers do not know. */
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

/** Statuses as numbers and one word, as on a platform that grew over time. */
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
 * An unknown platform: Dutch names in wrappers of its own, words and statuses that the readers do not know, and every refusal
 * with 200, except those of a token or password. The readers know no name in it; it serves the tests of field mapping.
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
