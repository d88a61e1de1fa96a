import type { RuleName } from './operation.ts'

/** Each rule of `rules.ts` in words, for the generated documents. */
export const ruleMeanings: Readonly<Record<RuleName, string>> = {
  text: 'Any text.',
  mobile: 'International format: plus sign, country code, number, digits only.',
  email: 'An e-mail address.',
  months: 'A whole number of months; 0 means that days are used. Exactly one of the two is above 0.',
  days: 'A whole number of days; 0 means that months are used. Exactly one of the two is above 0.',
  'renewal-interval': 'A whole number of months, at least 1.',
  password: 'Letters, digits and the special characters ! # @ = ( ) _ $ + - alone; 0 stands for none.',
  uuid: 'A MAC address or a serial number.',
  'mac-address': 'A MAC address; where nothing else is at hand, a serial number is sent as it was read.',
  status: 'One of Active, Expired, Pending, Disabled, Trial.',
  page: 'A whole number, at least 1.',
  date: 'A day as yyyy-MM-dd.',
  flag: 'true or false, in lower case.',
  'user-ids': 'At least one user id.',
}
