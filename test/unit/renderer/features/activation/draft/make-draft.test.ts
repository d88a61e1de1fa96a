import { describe, expect, it } from 'vitest'
import {
  draftOf,
  isWorthSaving,
  makeDraft,
  planOf,
} from '../../../../../../src/renderer/src/features/activation/draft/make-draft.ts'
import { readDraft } from '../../../../../../src/renderer/src/features/activation/draft/read-draft.ts'
import { draftSchema, type Activation } from '../../../../../../src/shared/domain/activation.ts'
import { customerActions } from '../../../../../fakes/action-jobs.ts'
import { makeJob, northConnection } from '../../../../../fakes/world.ts'

const [family, , weekend] = northConnection.products

describe('a new draft', () => {
  it('has the connection’s defaults and its first hostname', () => {
    const draft = makeDraft('draft-0001', northConnection)
    expect(draft).toMatchObject({
      kind: 'new-customer',
      hostname: 'tv.north.example',
      customer: { email: 'no-mail@north.example', country: 'FRANCE', firstname: '' },
      plan: { productid: '' },
    })
    expect(draftSchema.safeParse(draft).success).toBe(true)
  })

  it('has the usual plan of the product filled in if there is only one product', () => {
    expect(
      makeDraft('draft-0001', { ...northConnection, products: family === undefined ? [] : [family] }).plan,
    ).toEqual({
      productid: '12',
      months: '12',
      days: '',
      renewalinterval: '12',
    })
  })

  it('starts with the town and product of the last customer where the connection has no default', () => {
    const last = { place: { city: 'Lyon', zipcode: '69001', country: 'SPAIN' }, productid: '31' }
    const draft = makeDraft('draft-0001', { ...northConnection, last })
    expect(draft.customer).toMatchObject({ city: 'Lyon', zipcode: '69001', country: 'FRANCE', street: '' })
    expect(draft.plan).toMatchObject({ productid: '31', days: '3' })
    expect(isWorthSaving(draft, { ...northConnection, last })).toBe(false)
    const gone = makeDraft('draft-0001', { ...northConnection, last: { ...last, productid: 'no longer offered' } })
    expect(gone.plan.productid).toBe('')
  })

  it('is not worth saving until something was typed', () => {
    const draft = makeDraft('draft-0001', northConnection)
    expect(isWorthSaving(draft, northConnection)).toBe(false)
    expect(isWorthSaving({ ...draft, box: { ...draft.box, raw: '00:1A' } }, northConnection)).toBe(true)
    expect(isWorthSaving({ ...draft, customer: { ...draft.customer, city: 'Lyon' } }, northConnection)).toBe(true)
    expect(isWorthSaving({ ...draft, customer: { ...draft.customer, email: '' } }, northConnection)).toBe(true)
    expect(isWorthSaving({ ...draft, plan: { ...draft.plan, productid: '7' } }, northConnection)).toBe(true)
    expect(isWorthSaving({ ...draft, hostname: 'tv.south.example' }, northConnection)).toBe(true)
    expect(isWorthSaving({ ...draft, box: { ...draft.box, model: 'MAG520' } }, northConnection)).toBe(true)
    expect(isWorthSaving({ ...draft, logIn: { userid: 'rosa', password: '' } }, northConnection)).toBe(true)
  })
})

describe('the usual plan of a product', () => {
  it('leaves the unused unit of its length empty', () => {
    expect(weekend === undefined ? undefined : planOf(weekend)).toEqual({
      productid: '31',
      months: '',
      days: '3',
      renewalinterval: '1',
    })
  })
})

describe('the draft of a job', () => {
  const job = makeJob('refused', 3, 1_800_000_000_000)

  it('has the values of the job', () => {
    const draft = draftOf('draft-0001', job, northConnection)
    expect(draft).toMatchObject({ correcting: 'job-3' })
    expect(readDraft(draft, northConnection).intent).toEqual({ ...job.intent, options: {} })
  })

  it('leaves a phone that is the mobile number empty, so that a corrected mobile number is not sent beside the wrong one', () => {
    const intent = customerActions['new-customer']
    const read = (phone: string, mobile: string, defaults = northConnection.defaults) => {
      const settings = { ...northConnection, defaults }
      const draft = draftOf(
        'draft-0001',
        { ...job, intent: { ...intent, customer: { ...intent.customer, phone, mobile: '+33612345678' } } },
        settings,
      )
      return readDraft({ ...draft, customer: { ...draft.customer, mobile } }, settings).customer.phone
    }
    expect(read('+33612345678', '+33687654321')).toBe('+33687654321')
    expect(read('+33140000000', '+33687654321')).toBe('+33140000000')
    expect(read('+33612345678', '+33687654321', { phone: '+33100000000' })).toBe('+33612345678')
  })

  it('has the creation options of the job, and no box if the job had none', () => {
    const intent = { ...customerActions['new-customer'], options: { order_id: 'PO-1', sendMail: true } }
    const draft = draftOf('draft-0001', { ...job, intent }, northConnection)
    expect(draft).toMatchObject({
      kind: 'new-customer',
      withoutBox: true,
      box: { raw: '' },
      options: { order_id: 'PO-1' },
    })
    expect(readDraft(draft, northConnection).intent).toEqual(intent)
  })

  it.each<Activation>([
    {
      kind: 'existing-customer',
      box: { ...job.intent.box },
      userid: 'rosa',
      password: 'ab',
      hostname: 'tv.north.example',
    },
    {
      kind: 'hostname',
      box: { identifier: { kind: 'serial', value: 'AB12CD' }, raw: 'AB12CD', model: '' },
      hostname: 'tv',
    },
    { kind: 'existing-customer', box: { ...job.intent.box }, userid: 'rosa' },
  ])('becomes the same job again, whatever the kind of the job: %j', (intent) => {
    const draft = draftOf('draft-0001', { ...job, intent }, northConnection)
    expect(readDraft(draft, northConnection).intent).toEqual(intent)
  })
})
