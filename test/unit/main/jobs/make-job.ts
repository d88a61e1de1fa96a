import type { Answer } from '../../../../src/platform/answer.ts'
import type { Payload } from '../../../../src/main/jobs/ledger/rows.ts'
import type { Intent, IntentOf } from '../../../../src/shared/domain/activation.ts'
import { connectionDefaults, type Connection } from '../../../../src/shared/domain/connection/connection.ts'
import type { NewBoxOwner } from '../../../fakes/intents.ts'

/** A connection with everything that a test may look for on the wire. */
export const makeConnection = (changed: Partial<Connection> = {}): Connection => ({
  ...connectionDefaults,
  id: 'north',
  kind: 'platform',
  name: 'North',
  baseUrl: 'https://tv.north.example',
  crmService: 'north-crm',
  cmsService: 'north-cms',
  ...changed,
})

export const macBox = {
  identifier: { kind: 'mac', value: '001A79AB12CD' },
  raw: '00-1a-79-ab-12-cd',
  model: '',
} as const
export const serialBox = {
  identifier: { kind: 'serial', value: 'Sn-0042/x' },
  raw: 'Sn-0042/x',
  model: 'MAG 540',
} as const

/** A new customer, complete, with the log-in that a save would have chosen. */
export const newCustomer = (changed: Partial<NewBoxOwner> = {}): NewBoxOwner => ({
  kind: 'new-customer',
  box: macBox,
  customer: {
    firstname: 'Amélie',
    lastname: 'Okonkwo',
    street: '14 Rue des Lilas & Söhne',
    zipcode: '75020',
    city: 'Paris',
    state: 'Île-de-France',
    country: 'France',
    phone: '+33612345678',
    mobile: '+33612345678',
    email: 'amelie+tv@north.example',
  },
  plan: { productid: '101', months: 12, days: 0, renewalinterval: 1 },
  logIn: { userid: '4820913775', password: 'kv7tm2xwpa' },
  ...changed,
})

export const existingCustomer = (
  changed: Partial<IntentOf<'existing-customer'>> = {},
): IntentOf<'existing-customer'> => ({
  kind: 'existing-customer',
  box: serialBox,
  userid: 'rosa.marin',
  ...changed,
})

export const hostnameOnly = (changed: Partial<IntentOf<'hostname'>> = {}): IntentOf<'hostname'> => ({
  kind: 'hostname',
  box: macBox,
  hostname: 'tv.north.example',
  ...changed,
})

/** What is sealed in a job's row. */
export const payloadOf = (intent: Intent, changed: Partial<Payload> = {}): Payload => ({
  intent,
  technician: 'Sam',
  ...(intent.kind === 'new-customer' && { customermappingid: 'AB23CD-01JZZZZZZZZZZZZZZZZZZZZZZZ' }),
  ...changed,
})

/** An answer of the platform; by default it was accepted and carries nothing. */
export const makeAnswer = (changed: Partial<Answer> = {}): Answer => ({
  verdict: 'accepted',
  reach: 'answered',
  status: 200,
  raw: '',
  ...changed,
})
