import { formatMac } from '../../../src/shared/domain/device-identifier.ts'
import type { Box } from '../../../src/shared/domain/activation.ts'

/** A box whose MAC address is derived from this number. */
export function boxNumbered(number: number): Box {
  const value = `001A79${number.toString(16).toUpperCase().padStart(6, '0')}`
  return { identifier: { kind: 'mac', value }, raw: formatMac(value, 'colon'), model: '' }
}

/** The data of a new customer; `number` makes it unique. */
export const personNumbered = (number: number) => ({
  firstname: 'Amélie',
  lastname: `Okonkwo ${number}`,
  street: '14 Rue des Lilas & Söhne',
  zipcode: '75020',
  city: 'Paris',
  state: 'Île-de-France',
  country: 'France',
  phone: `+336${10_000_000 + (number % 80_000_000)}`,
  mobile: `+336${10_000_000 + (number % 80_000_000)}`,
  email: 'amelie+tv@north.example',
})

/** The first product for one year. */
export const aYear = { productid: '101', months: 12, days: 0, renewalinterval: 1 }
