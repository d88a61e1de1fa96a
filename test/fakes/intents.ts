import { randomBytes, randomInt } from 'node:crypto'
import type { Activation, Box, IntentOf } from '../../src/shared/domain/activation.ts'
import type { DeviceIdentifier } from '../../src/shared/domain/device-identifier.ts'

/** Work with a box. */
export type BoxWork = Activation & { readonly box: Box }

/** A new customer who gets a box. */
export type NewBoxOwner = IntentOf<'new-customer'> & { readonly box: Box }

const allMacs = 2 ** 24
let lastMac = randomInt(allMacs)

/** A MAC address that was not returned before. Of 300 random addresses, two are equal in one of 400 lists. */
export function anyMac(): DeviceIdentifier {
  lastMac = (lastMac + 1) % allMacs
  return { kind: 'mac', value: `001A79${lastMac.toString(16).padStart(6, '0').toUpperCase()}` }
}

/** A random draft id. */
export const anyDraftId = (): string => randomBytes(12).toString('hex')

/** A new customer with a box. Setdesk generates the user ID and the password. */
export function newCustomer(productid: string, changed: Partial<NewBoxOwner> = {}): NewBoxOwner {
  const number = String(randomInt(1e7, 1e8))
  return {
    kind: 'new-customer',
    box: { identifier: anyMac(), raw: 'scanned', model: '' },
    customer: {
      firstname: 'Amélie',
      lastname: `Okonkwo ${number}`,
      street: '14 Rue des Lilas & Söhne',
      zipcode: '75020',
      city: 'Paris',
      state: 'Île-de-France',
      country: 'France',
      phone: `+336${number}`,
      mobile: `+336${number}`,
      email: 'amelie+tv@north.example',
    },
    plan: { productid, months: 12, days: 0, renewalinterval: 1 },
    logIn: {},
    ...changed,
  }
}
