import { describe, expect, it } from 'vitest'
import { operation, operations } from '../../../../src/platform/catalogue/catalogue.ts'
import {
  isSupplied,
  validateParameters,
  type FittingTexts,
  type ParameterValues,
} from '../../../../src/platform/catalogue/operation.ts'

const creation: ParameterValues = {
  firstname: 'Anna',
  lastname: 'de Vries',
  street: 'Kerkstraat 1 & 2',
  zipcode: '1017 GA',
  city: 'Amsterdam',
  state: 'Noord-Holland',
  country: 'NETHERLANDS',
  phone: '+31201234567',
  mobile: '+31612345678',
  email: 'anna@example.com',
  productid: '12',
  subscriptionlengthinmonths: '1',
  subscriptionlengthindays: '0',
  renewalinterval: '1',
  cmsService: 'cms',
  crmService: 'crm',
}
const withBox: ParameterValues = { ...creation, uuid: 'AA:BB:CC:DD:EE:FF' }
const create = operation('addCustomerWithDevice')
const status = operation('GetCustomerStatus')
const statusValues: ParameterValues = {
  customermappingid: 'm1',
  userid: 'u1',
  password: '0',
  crmService: 'c',
  authToken: 't',
}

const created = (changes: ParameterValues) => validateParameters(create, { ...withBox, ...changes })

describe("the validation of an operation's parameters", () => {
  it('accepts a creation with all its parameters and one with only the required ones', () => {
    expect(created({})).toEqual([])
    expect(created({ sendMail: true, sendSMS: 'false', userid: undefined, productmappingid: '' })).toEqual([])
  })

  it('reports every required parameter that is missing, for every operation', () => {
    for (const entry of operations) {
      const missing = entry.parameters.filter(({ requirement }) => requirement === 'required').map(({ name }) => name)
      const found = validateParameters(entry, {}).filter(({ problem }) => problem === 'required')
      expect(found.map(({ name }) => name)).toEqual(missing)
    }
  })

  it('treats an empty text as missing', () => {
    expect(created({ firstname: '' })).toEqual([{ name: 'firstname', problem: 'required' }])
  })

  it('accepts an empty mapping id, but not a missing one', () => {
    expect(validateParameters(status, { ...statusValues, customermappingid: '' })).toEqual([])
    const { customermappingid: _, ...without } = statusValues
    expect(validateParameters(status, without)).toEqual([{ name: 'customermappingid', problem: 'required' }])
    expect(isSupplied('customermappingid', '')).toBe(true)
    expect(isSupplied('userid', '')).toBe(false)
  })

  it('rejects parameters that the operation does not have, such as misspellings', () => {
    expect(created({ reellerid: '4' })).toEqual([{ name: 'reellerid', problem: 'unknown' }])
    expect(validateParameters(operation('renewCustomer'), { crmService: 'crm', months: '1' })).toEqual([
      { name: 'crmService', problem: 'unknown' },
    ])
    expect(created({ reseller_id: undefined })).toEqual([])
  })

  it.each([
    ['mobile', '0612345678', 'mobile-format'],
    ['mobile', '+31 6 12345678', 'mobile-format'],
    ['mobile', ' +31612345678 ', 'mobile-format'],
    ['mobile', '+31612345678\n', 'mobile-format'],
    ['city', '  ', 'required'],
    ['firstname', '\u0000', 'required'],
    ['phone', '\n', 'required'],
    ['email', 'anna@', 'email-format'],
    ['password', 'abc%def', 'password-characters'],
    ['password', 'with space', 'password-characters'],
    ['subscriptionlengthindays', '1.5', 'whole-number'],
    ['subscriptionlengthinmonths', '-1', 'whole-number'],
    ['renewalinterval', '0', 'renewal-interval'],
    ['uuid', 'AA:BB:CC:DD:EE:F', 'device-format'],
    ['sendMail', 'True', 'flag-value'],
    ['lastname', 'lone \ud800 surrogate', 'not-sendable'],
  ])('rejects %s = %s with the problem %s', (name, value, problem) => {
    expect(created({ [name]: value })).toEqual([{ name, problem }])
  })

  it('accepts 0, which means no password, and every special character that the platform allows', () => {
    expect(created({ password: '0' })).toEqual([])
    expect(created({ password: 'aZ9!#@=()_$+-' })).toEqual([])
  })

  it('requires either the months or the days of a creation to be above 0, but not both', () => {
    expect(created({ subscriptionlengthinmonths: '0' })).toEqual([
      { name: 'subscriptionlengthinmonths', problem: 'months-or-days' },
    ])
    expect(created({ subscriptionlengthindays: '7' })).toEqual([
      { name: 'subscriptionlengthinmonths', problem: 'months-and-days' },
    ])
    expect(created({ subscriptionlengthinmonths: '0', subscriptionlengthindays: '7' })).toEqual([])
  })

  it('requires either the months or the days of a renewal to be above 0, and counts a missing value as 0', () => {
    const renew = operation('renewCustomerV2')
    expect(validateParameters(renew, { userid: 'u1' })).toEqual([{ name: 'months', problem: 'months-or-days' }])
    expect(validateParameters(renew, { userid: 'u1', days: '30' })).toEqual([])
    expect(validateParameters(renew, { months: '1', days: '30' })).toEqual([
      { name: 'months', problem: 'months-and-days' },
    ])
  })

  it('does not check months against days while one of them is invalid', () => {
    expect(created({ subscriptionlengthinmonths: 'one' })).toEqual([
      { name: 'subscriptionlengthinmonths', problem: 'whole-number' },
    ])
  })

  it('rejects a value of the wrong type', () => {
    expect(created({ city: true })).toEqual([{ name: 'city', problem: 'type' }])
    expect(created({ city: ['Amsterdam', 'Utrecht'] })).toEqual([{ name: 'city', problem: 'type' }])
    const byIds = operation('GetCustomerStatusByIds')
    const services = { crmService: 'crm', authToken: 't' }
    expect(validateParameters(byIds, { ...services, user_ids: 'u1' })).toEqual([{ name: 'user_ids', problem: 'type' }])
    expect(validateParameters(byIds, { ...services, user_ids: [] })).toEqual([
      { name: 'user_ids', problem: 'user-ids' },
    ])
    expect(validateParameters(byIds, { ...services, user_ids: ['u1', 'u2'] })).toEqual([])
  })

  it('rejects invalid filters of getCustomers', () => {
    const list = operation('getCustomers')
    expect(validateParameters(list, { status: 'active', subscription_end_date: '2026-02-30' })).toEqual([
      { name: 'status', problem: 'status-value' },
      { name: 'subscription_end_date', problem: 'date-format' },
    ])
    expect(validateParameters(list, { mobile: '0612', status: 'Trial', customer_created_to: '2026-02-28' })).toEqual([])
  })

  it('rejects page 0', () => {
    const byReseller = operation('GetCustomerStatusByReseller')
    const page = (text: string) =>
      validateParameters(byReseller, { reseller_id: '0', crmService: 'crm', authToken: 't', page: text })
    expect(page('0')).toEqual([{ name: 'page', problem: 'page-number' }])
    expect(page('1')).toEqual([])
  })

  it('reports all problems of a call at once', () => {
    expect(created({ mobile: '12', email: '', nickname: 'An' })).toEqual([
      { name: 'nickname', problem: 'unknown' },
      { name: 'mobile', problem: 'mobile-format' },
      { name: 'email', problem: 'required' },
    ])
  })

  it('finds the same problems if several rows share a cache of valid texts', () => {
    const fitting: FittingTexts = new Map()
    const row = (changes: ParameterValues) => validateParameters(create, { ...withBox, ...changes }, fitting)

    expect(row({})).toEqual([])
    expect(fitting.get('mobile')).toEqual(new Set(['+31612345678']))
    expect(row({})).toEqual([])
    // A text that fits the rule of one parameter need not fit that of another.
    expect(row({ mobile: 'Amsterdam' })).toEqual([{ name: 'mobile', problem: 'mobile-format' }])
    expect(row({ mobile: 'Amsterdam', city: 'lone \ud800 surrogate' })).toEqual([
      { name: 'city', problem: 'not-sendable' },
      { name: 'mobile', problem: 'mobile-format' },
    ])
    expect(row({ email: 'x', city: ['Amsterdam'] })).toEqual([
      { name: 'city', problem: 'type' },
      { name: 'email', problem: 'email-format' },
    ])
  })
})
