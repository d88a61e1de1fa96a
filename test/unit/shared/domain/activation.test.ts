import { describe, expect, it, test } from 'vitest'
import { activationSchema, draftSchema, intentSchema, type Draft } from '../../../../src/shared/domain/activation.ts'
import { activationKinds, jobKinds } from '../../../../src/shared/domain/job-kinds.ts'

const box = { identifier: { kind: 'mac', value: '001A794EB20F' }, raw: '001A794EB20F', model: '' } as const
const customer = {
  firstname: 'Amélie',
  lastname: 'Okonkwo',
  street: '14 Rue des Lilas',
  zipcode: '75020',
  city: 'Paris',
  state: 'none',
  country: 'France',
  phone: '+33612345678',
  mobile: '+33612345678',
  email: 'amelie@example.com',
}
const plan = { productid: 'FAMILY', months: 12, days: 0, renewalinterval: 1 }

function problemsOf(intent: unknown): string[] {
  return intentSchema.safeParse(intent).error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
}

describe('the request for a box', () => {
  it('may be for a new customer, with or without a hostname and a typed user ID', () => {
    const intent = { kind: 'new-customer', box, customer, plan, logIn: {} }
    expect(problemsOf(intent)).toEqual([])
    expect(problemsOf({ ...intent, hostname: 'tv.north.example', logIn: { userid: 'amelie' } })).toEqual([])
  })

  it("is saved without the customer's name if the name is invalid", () => {
    const intent = { kind: 'existing-customer', box, userid: 'rosa' }
    const read = (customerName: unknown) => JSON.stringify(intentSchema.parse({ ...intent, customerName }))
    expect(read(' Rosa Marín ')).toContain('"Rosa Marín"')
    for (const name of ['', 'x'.repeat(201), 7])
      expect(read(name)).toBe(JSON.stringify(intent, ['kind', 'box', ...Object.keys(box), 'value', 'userid']))
  })

  it('names the field of a value that cannot be sent', () => {
    const intent = {
      kind: 'new-customer',
      box,
      customer: { ...customer, mobile: '06' },
      plan,
      logIn: { password: '0' },
    }
    expect(problemsOf({ ...intent, plan: { ...plan, days: 3 }, hostname: 'two words' })).toEqual([
      'customer.mobile mobile-format',
      'plan.months months-and-days',
      'hostname hostname',
      'logIn.password password-zero',
    ])
  })

  it('may name an existing customer by a user ID that Setdesk would never generate', () => {
    expect(problemsOf({ kind: 'existing-customer', box, userid: 'jo&co' })).toEqual([])
    expect(problemsOf({ kind: 'existing-customer', box, userid: 'jo&co', password: 'ab' })).toEqual([])
    expect(problemsOf({ kind: 'existing-customer', box, userid: ' ' })).toEqual(['userid required'])
  })

  it('may name only a hostname, but not an empty one', () => {
    expect(problemsOf({ kind: 'hostname', box, hostname: 'tv.north.example' })).toEqual([])
    expect(problemsOf({ kind: 'hostname', box, hostname: ' ' })).toEqual(['hostname required'])
  })
})

describe('the draft of a job', () => {
  const draft: Draft = {
    id: 'draft-0001',
    kind: 'new-customer',
    box: { raw: 'OO1A', asSerial: false, model: '' },
    customer: { ...customer, mobile: 'not yet' },
    plan: { productid: '', months: 'x', days: '', renewalinterval: '' },
    logIn: { userid: '', password: '' },
    hostname: '',
  }

  it('accepts any typed text', () => {
    expect(draftSchema.parse(draft)).toEqual(draft)
    expect(draftSchema.safeParse({ ...draft, correcting: '01JD' }).success).toBe(true)
  })

  it('rejects a text above the maximum length', () => {
    expect(draftSchema.safeParse({ ...draft, hostname: 'x'.repeat(501) }).success).toBe(false)
  })
})

test('every kind of job has an intent, and every intent is a kind of job', () => {
  const kinds = intentSchema.options.map(({ shape }) => shape.kind.value)
  expect(kinds.toSorted()).toEqual([...jobKinds].toSorted())
  expect(activationSchema.options.map(({ shape }) => shape.kind.value)).toEqual([...activationKinds])
})
