import { describe, expect, test } from 'vitest'
import {
  makeDraft,
  beginOptions,
  optionProblems,
  optionsSent,
  questionsFor,
  readOptions,
} from '../../../../../../src/renderer/src/features/activation/draft/make-draft.ts'
import { readDraft } from '../../../../../../src/renderer/src/features/activation/draft/read-draft.ts'
import type { Connection } from '../../../../../../src/shared/domain/connection/connection.ts'
import { creationQuestions, settleCreation } from '../../../../../../src/shared/domain/customer/creation.ts'
import { northConnection } from '../../../../../fakes/world.ts'

const asking = (changed: Partial<Connection>): Connection => ({ ...northConnection, ...changed })

describe('the creation options', () => {
  test('are not asked for if the connection has default settings', () => {
    const draft = makeDraft('draft-0001', northConnection)
    expect([draft.options, draft.flags]).toEqual([undefined, undefined])
    expect(questionsFor(draft, northConnection)).toEqual([])
    expect(readOptions(draft, northConnection)).toBeUndefined()
  })

  test('start with the values of the connection', () => {
    const connection = asking({
      creationQuestions: [...creationQuestions],
      resellerId: '501',
      creationDefaults: { currency: 'EUR', sendMail: true },
    })
    expect(beginOptions(connection)).toMatchObject({
      options: { creation: '', reseller_id: '501', order_id: '', currency: 'EUR' },
      flags: { sendMail: true, sendSMS: false },
    })
  })

  test('leave out a flag that is off, unless the connection turns the flag on', () => {
    const connection = asking({ creationQuestions: ['sendMail', 'sendSMS'], creationDefaults: { sendMail: true } })
    expect(readOptions({ flags: { sendMail: false, sendSMS: false } }, connection)).toEqual({ sendMail: false })
  })

  test('include the currency and the product check only for a call that takes them', () => {
    const connection = asking({ creationQuestions: ['checkProduct'], creationAlone: 'addCustomerAsync' })
    const draft = { ...makeDraft('draft-0001', connection), withoutBox: true }
    expect(questionsFor(draft, connection)).toEqual(['currency', 'checkProduct'])
    expect(optionProblems(draft, connection)).toEqual({ currency: 'required' })
    expect(readDraft(draft, connection).problems['options.currency']).toBe('required')
    expect(optionProblems({ ...draft, options: { currency: 'EUR' } }, connection)).toEqual({})
    expect(questionsFor({ ...draft, withoutBox: false }, connection)).toEqual([])
  })

  test('start with the values that were sent if the draft is a correction', () => {
    const connection = asking({
      creationAlone: 'addCustomerAsync',
      resellerId: '501',
      creationDefaults: { currency: 'EUR', currencyCheck: true, sendSMS: true },
    })
    const said = { order_id: 'PO-1', sendSMS: false }
    expect(optionsSent(said, false, connection)).toMatchObject({
      options: { creation: '', reseller_id: '501', order_id: 'PO-1', currency: 'EUR', productmappingid: '' },
      flags: { currencyCheck: true, sendSMS: false, sendMail: false },
    })
    // The call with a box takes neither an order nor a currency, and sends the reseller under another name.
    const boxed = { ...connection, creation: 'addCustomerResellerWithDevice' as const }
    expect(optionsSent({}, true, boxed)).toMatchObject({
      options: { reseller_id: '501', order_id: '', currency: '' },
      flags: { currencyCheck: false, sendSMS: true },
    })
  })

  test('include every option that a correction may need, even if the connection does not ask for it', () => {
    const lone = { kind: 'new-customer' as const, withoutBox: true, correcting: 'job-1' }
    const common = ['StartSubscriptionFromFirstLogin', 'sendMail', 'sendSMS']
    const ids = ['reseller_id', 'order_id', 'productmappingid']
    expect(questionsFor(lone, northConnection)).toEqual([...ids, ...common])
    expect(questionsFor({ ...lone, withoutBox: false }, northConnection)).toEqual([...ids, ...common])
    expect(questionsFor({ ...lone, kind: 'existing-customer' }, northConnection)).toEqual([])
    const asynchronous = asking({ creationAlone: 'addCustomerAsync', creationDefaults: { currency: 'EUR' } })
    expect(questionsFor(lone, asynchronous)).toEqual(creationQuestions.filter((name) => name !== 'creation'))
  })

  test('stay the same if a correction changes nothing', () => {
    const connection = asking({
      creationAlone: 'addCustomerAsync',
      resellerId: '501',
      creationDefaults: { currency: 'EUR', sendSMS: true },
    })
    const said = { order_id: 'PO-1', checkProduct: true, sendSMS: false }
    const again = readOptions(optionsSent(said, false, connection), connection)
    expect(settleCreation(again, false, connection)).toEqual(settleCreation(said, false, connection))
  })
})

describe('the draft of a customer without a box', () => {
  test('is complete, and becomes a job without a box', () => {
    const draft = {
      ...makeDraft('draft-0001', northConnection),
      withoutBox: true,
      customer: {
        firstname: 'Ines',
        lastname: 'Duarte',
        street: '3 Quai',
        zipcode: '75019',
        city: 'Paris',
        state: '-',
        country: 'France',
        phone: '',
        mobile: '+33612345999',
        email: 'i@north.example',
      },
      plan: { productid: '12', months: '12', days: '', renewalinterval: '12' },
    }
    const { problems, intent } = readDraft(draft, northConnection)
    expect(problems).toEqual({})
    expect(intent).toMatchObject({ kind: 'new-customer', plan: { productid: '12' } })
    expect(intent).not.toHaveProperty('box')
    expect(intent).not.toHaveProperty('hostname')
  })
})
