import { describe, expect, it } from 'vitest'
import {
  customerFields,
  customerInputSchema,
  customerSchema,
  fillFromDefaults,
  type CustomerField,
  type CustomerInput,
} from '../../../../src/shared/domain/customer/customer.ts'

const amelie: CustomerInput = {
  firstname: 'Amélie',
  lastname: 'Okonkwo',
  street: '14 Rue des Lilas',
  zipcode: '75020',
  city: 'Paris',
  state: 'Île-de-France',
  country: 'France',
  phone: '+33145678901',
  mobile: '+33612345678',
  email: 'amelie@example.com',
}
const nobody = Object.fromEntries(customerFields.map((field) => [field, ''])) as CustomerInput

function problemsOf(customer: CustomerInput): Record<string, string> {
  const issues = customerSchema.safeParse(customer).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]))
}

describe('the data of a new customer', () => {
  it('is accepted with all fields, and spaces around them are removed', () => {
    const typed = { ...amelie, firstname: ' Amélie ', email: 'amelie@example.com ', mobile: ' +33612345678' }
    expect(customerSchema.parse(typed)).toEqual(amelie)
  })

  it('is accepted without the unseen characters of a copied text, and with a blank for a line break', () => {
    const typed = {
      ...amelie,
      street: '14 Rue\u00A0des\tLilas\u200B',
      email: '\u202Aamelie@example.com\u202C',
      mobile: '\u2066+33612345678\u2069\n',
    }
    expect(customerSchema.parse(typed)).toEqual({ ...amelie, street: '14 Rue\u00A0des Lilas' })
    expect(problemsOf({ ...amelie, city: '\u200E\n' })).toEqual({ city: 'required' })
  })

  it('requires every field that the platform requires', () => {
    expect(problemsOf(nobody)).toEqual(Object.fromEntries(customerFields.map((field) => [field, 'required'])))
    expect(problemsOf({ ...amelie, city: '  ' })).toEqual({ city: 'required' })
  })

  it.each<[CustomerField, string, string]>([
    ['email', 'amelie@', 'email-format'],
    ['email', 'amelie example.com', 'email-format'],
    ['mobile', '0612345678', 'mobile-format'],
    ['street', 'x'.repeat(201), 'text-long'],
    ['email', `${'x'.repeat(190)}@example.com`, 'text-long'],
  ])('is rejected if %s is %j: %s', (field, value, problem) => {
    expect(problemsOf({ ...amelie, [field]: value })).toEqual({ [field]: problem })
  })

  it('may contain any text while it is typed, up to a maximum length', () => {
    expect(customerInputSchema.safeParse(nobody).success).toBe(true)
    expect(customerInputSchema.safeParse({ ...nobody, city: 'x'.repeat(501) }).success).toBe(false)
  })
})

describe('filling in the default values of a connection', () => {
  it('fills empty fields, keeps typed ones, and returns which fields were filled', () => {
    const { customer, filled } = fillFromDefaults(
      { ...amelie, email: '', state: '  ', city: 'Lyon' },
      { email: 'no-mail@north.example', state: 'none', city: 'Paris' },
    )
    expect(customer).toEqual({ ...amelie, email: 'no-mail@north.example', state: 'none', city: 'Lyon' })
    expect(filled).toEqual(['state', 'email'])
  })

  it('fills a missing phone with the mobile, typed or from the defaults', () => {
    expect(fillFromDefaults({ ...amelie, phone: '' }, {})).toEqual({
      customer: { ...amelie, phone: '+33612345678' },
      filled: ['phone'],
    })
    expect(fillFromDefaults(nobody, { mobile: '+33600000000' }).customer.phone).toBe('+33600000000')
    expect(fillFromDefaults({ ...amelie, phone: '' }, { phone: '' }).customer.phone).toBe('+33612345678')
    expect(fillFromDefaults({ ...amelie, phone: '' }, { phone: '0' }).customer.phone).toBe('0')
  })

  it('ignores blank default values, and does not change the data that it was given', () => {
    const input = { ...nobody }
    expect(fillFromDefaults(input, { city: ' ', state: '' })).toEqual({ customer: nobody, filled: [] })
    expect(input).toEqual(nobody)
  })
})
