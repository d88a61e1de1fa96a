import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeDraft } from '../../../../../../src/renderer/src/features/activation/draft/make-draft.ts'
import { readDraft, readPlan } from '../../../../../../src/renderer/src/features/activation/draft/read-draft.ts'
import { english } from '../../../../../../src/renderer/src/english.ts'
import { intentSchema, type Draft } from '../../../../../../src/shared/domain/activation.ts'
import { identifierCautions, identifierProblems } from '../../../../../../src/shared/domain/device-identifier.ts'
import { northConnection } from '../../../../../fakes/world.ts'

const empty = makeDraft('draft-0001', northConnection)
const filled: Draft = {
  ...empty,
  box: { raw: '001a794eb20f', asSerial: false, model: ' MAG 540 ' },
  customer: {
    ...empty.customer,
    firstname: 'Amélie ',
    lastname: 'Okonkwo',
    street: '14 Rue des Lilas',
    zipcode: '75020',
    city: 'Paris',
    mobile: '+33612345678',
  },
  plan: { productid: '12', months: '12', days: '', renewalinterval: '12' },
}

describe('a complete draft', () => {
  it('gives the job to save, with the defaults of the connection', () => {
    const { intent, problems } = readDraft(filled, northConnection)
    expect(problems).toEqual({})
    expect(intent).toEqual({
      kind: 'new-customer',
      box: { identifier: { kind: 'mac', value: '001A794EB20F' }, raw: '001a794eb20f', model: 'MAG 540' },
      customer: {
        firstname: 'Amélie',
        lastname: 'Okonkwo',
        street: '14 Rue des Lilas',
        zipcode: '75020',
        city: 'Paris',
        state: 'Île-de-France',
        country: 'FRANCE',
        phone: '+33612345678',
        mobile: '+33612345678',
        email: 'no-mail@north.example',
      },
      plan: { productid: '12', months: 12, days: 0, renewalinterval: 12 },
      hostname: 'tv.north.example',
      logIn: {},
    })
  })

  it('tells which values are defaults, such as the mobile number used as the phone number', () => {
    expect([...readDraft(filled, northConnection).fromDefaults].toSorted()).toEqual([
      'country',
      'email',
      'phone',
      'state',
    ])
    const typedOver = {
      ...filled,
      customer: { ...filled.customer, email: 'amelie@example.com', phone: '+33145678901' },
    }
    expect([...readDraft(typedOver, northConnection).fromDefaults].toSorted()).toEqual(['country', 'state'])
  })

  it('may have a user ID without a password', () => {
    const typed = readDraft({ ...filled, logIn: { userid: ' amelie ', password: '' } }, northConnection)
    expect(typed.intent).toMatchObject({ logIn: { userid: 'amelie' } })
    expect(typed.intent).not.toHaveProperty('logIn.password')
  })

  it('for an existing customer needs no password', () => {
    const draft: Draft = { ...filled, kind: 'existing-customer', logIn: { userid: 'rosa', password: '' } }
    expect(readDraft(draft, northConnection).intent).toEqual({
      kind: 'existing-customer',
      box: expect.objectContaining({ raw: '001a794eb20f' }) as unknown,
      userid: 'rosa',
      hostname: 'tv.north.example',
    })
  })

  it('needs a hostname only if its job has no customer', () => {
    expect(readDraft({ ...filled, hostname: ' ' }, northConnection).intent).not.toHaveProperty('hostname')
    const alone = readDraft({ ...filled, kind: 'hostname', hostname: '' }, northConnection)
    expect(alone).toMatchObject({ intent: undefined, problems: { hostname: 'required' } })
  })
})

describe('a problem in a draft', () => {
  it('is reported at each required field of an empty form', () => {
    expect(readDraft(empty, { ...northConnection, defaults: {} }).problems).toEqual({
      'box.raw': 'empty',
      'customer.firstname': 'required',
      'customer.lastname': 'required',
      'customer.street': 'required',
      'customer.zipcode': 'required',
      'customer.city': 'required',
      'customer.mobile': 'required',
      'plan.productid': 'required',
    })
  })

  it.each<[Partial<Draft>, Record<string, string>]>([
    [{ box: { raw: 'OO:1A:79:4E:B2:OF', asSerial: false, model: '' } }, { 'box.raw': 'mac-letters' }],
    [{ box: { raw: '00:1A:79:4E:B2:0', asSerial: false, model: '' } }, { 'box.raw': 'mac-length' }],
    [{ customer: { ...filled.customer, mobile: '0612345678' } }, { 'customer.mobile': 'mobile-format' }],
    [{ plan: { ...filled.plan, days: '30' } }, { 'plan.months': 'months-and-days' }],
    [{ plan: { ...filled.plan, months: 'a year' } }, { 'plan.months': 'whole-number' }],
    [{ plan: { ...filled.plan, renewalinterval: '' } }, { 'plan.renewalinterval': 'renewal-interval' }],
    [{ plan: { ...filled.plan, renewalinterval: '0' } }, { 'plan.renewalinterval': 'renewal-interval' }],
    [
      { logIn: { userid: 'a b', password: 'a&b' } },
      { 'logIn.userid': 'userid-characters', 'logIn.password': 'password-characters' },
    ],
    [{ hostname: 'two words' }, { hostname: 'hostname' }],
    [{ kind: 'existing-customer' }, { 'logIn.userid': 'required' }],
    [{ kind: 'existing-customer', logIn: { userid: 'rosa', password: '0' } }, { 'logIn.password': 'password-zero' }],
  ])('caused by %j is reported as %j, and there is no job to save', (change, problems) => {
    expect(readDraft({ ...filled, ...change }, northConnection)).toMatchObject({ intent: undefined, problems })
    expect(Object.keys(readDraft({ ...filled, ...change }, northConnection).problems)).toEqual(Object.keys(problems))
  })

  it('disappears if the technician says that an unclear box text is a serial number', () => {
    const box = { raw: '001A794EB20', asSerial: true, model: '' }
    expect(readDraft({ ...filled, box }, northConnection).intent).toMatchObject({
      box: { identifier: { kind: 'serial', value: '001A794EB20' } },
    })
  })

  it('has a message, and is reported whenever the draft gives no valid job', () => {
    const typed = fc.oneof(fc.constant(''), fc.string({ maxLength: 80 }), fc.stringMatching(/^[0-9+. -]{1,20}$/))
    const draft = fc.record({
      ...Object.fromEntries(Object.entries(filled).map(([key, value]) => [key, fc.constant(value)])),
      kind: fc.constantFrom('new-customer', 'existing-customer', 'hostname'),
      box: fc.record({ raw: typed, asSerial: fc.boolean(), model: typed }),
      customer: fc.record(Object.fromEntries(Object.keys(filled.customer).map((key) => [key, typed]))),
      plan: fc.record({ productid: typed, months: typed, days: typed, renewalinterval: typed }),
      logIn: fc.record({ userid: typed, password: typed }),
      hostname: typed,
    }) as fc.Arbitrary<Draft>
    fc.assert(
      fc.property(draft, (draft) => {
        const { problems, intent } = readDraft(draft, northConnection)
        for (const [path, code] of Object.entries(problems)) {
          const words = path === 'box.raw' ? english.scan.problems : english.rules
          expect(words, `${path} ${code}`).toHaveProperty([code])
        }
        expect(intent === undefined).toBe(Object.keys(problems).length > 0)
        expect(intent === undefined || intentSchema.safeParse(intent).success).toBe(true)
      }),
    )
  })
})

describe('the messages for a box', () => {
  it('exist for every problem and every warning', () => {
    expect(Object.keys(english.scan.problems).toSorted()).toEqual([...identifierProblems].toSorted())
    expect(Object.keys(english.scan.cautions).toSorted()).toEqual([...identifierCautions].toSorted())
  })
})

describe('the reading of a plan', () => {
  it('accepts only digits, and counts an empty field as 0', () => {
    expect(readPlan({ productid: '12', months: ' 12 ', days: '', renewalinterval: '1' })).toEqual({
      productid: '12',
      months: 12,
      days: 0,
      renewalinterval: 1,
    })
    expect(readPlan({ productid: '', months: '1.5', days: '-3', renewalinterval: '1e3' })).toEqual({
      productid: '',
      months: Number.NaN,
      days: Number.NaN,
      renewalinterval: Number.NaN,
    })
  })
})
