import { describe, expect, test } from 'vitest'
import {
  beginOptions,
  optionProblems,
  optionsSent,
  questionsFor,
  readOptions,
} from '../../../../../../src/renderer/src/features/activation/draft/draft-options.ts'
import { makeDraft } from '../../../../../../src/renderer/src/features/activation/draft/make-draft.ts'
import { readDraft } from '../../../../../../src/renderer/src/features/activation/draft/read-draft.ts'
import type { Connection } from '../../../../../../src/shared/domain/connection/connection.ts'
import { creationQuestions, settleCreation } from '../../../../../../src/shared/domain/creation.ts'
import { northConnection } from '../../../../../fakes/world.ts'

const asking = (changed: Partial<Connection>): Connection => ({ ...northConnection, ...changed })

describe('how a customer is created', () => {
  test('is asked of nobody with the settings that a connection begins with', () => {
    const draft = makeDraft('draft-0001', northConnection)
    expect([draft.options, draft.flags]).toEqual([undefined, undefined])
    expect(questionsFor(draft, northConnection)).toEqual([])
    expect(readOptions(draft, northConnection)).toBeUndefined()
  })

  test('begins from what the connection settles', () => {
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

  test('a switch that is off where nothing is settled is not sent, and one that was turned off is', () => {
    const connection = asking({ creationQuestions: ['sendMail', 'sendSMS'], creationDefaults: { sendMail: true } })
    expect(readOptions({ flags: { sendMail: false, sendSMS: false } }, connection)).toEqual({ sendMail: false })
  })

  test('asks for a currency where the call needs one that nobody settled, and for its checks only then', () => {
    const connection = asking({ creationQuestions: ['checkProduct'], creationAlone: 'addCustomerAsync' })
    const draft = { ...makeDraft('draft-0001', connection), kind: 'customer-alone' as const }
    expect(questionsFor(draft, connection)).toEqual(['currency', 'checkProduct'])
    expect(optionProblems(draft, connection)).toEqual({ currency: 'required' })
    expect(readDraft(draft, connection).problems['options.currency']).toBe('required')
    expect(optionProblems({ ...draft, options: { currency: 'EUR' } }, connection)).toEqual({})
    expect(questionsFor({ ...draft, kind: 'new-customer' }, connection)).toEqual([])
  })

  test('a creation that is corrected begins from what was sent: what was said, and what the connection settled', () => {
    const connection = asking({
      creationAlone: 'addCustomerAsync',
      resellerId: '501',
      creationDefaults: { currency: 'EUR', currencyCheck: true, sendSMS: true },
    })
    const said = { order_id: 'PO-1', sendSMS: false }
    expect(optionsSent(said, 'customer-alone', connection)).toMatchObject({
      options: { creation: '', reseller_id: '501', order_id: 'PO-1', currency: 'EUR', productmappingid: '' },
      flags: { currencyCheck: true, sendSMS: false, sendMail: false },
    })
    // With a box the call takes neither an order nor a currency, and its reseller has another name on the wire.
    const boxed = { ...connection, creation: 'addCustomerResellerWithDevice' as const }
    expect(optionsSent({}, 'new-customer', boxed)).toMatchObject({
      options: { reseller_id: '501', order_id: '', currency: '' },
      flags: { currencyCheck: false, sendSMS: true },
    })
  })

  test('all that can be at fault is asked once a creation was refused, whatever the operator wants asked', () => {
    const lone = { kind: 'customer-alone' as const, correcting: 'job-1' }
    const common = ['StartSubscriptionFromFirstLogin', 'sendMail', 'sendSMS']
    const ids = ['reseller_id', 'order_id', 'productmappingid']
    expect(questionsFor(lone, northConnection)).toEqual([...ids, ...common])
    expect(questionsFor({ ...lone, kind: 'new-customer' }, northConnection)).toEqual([...ids, ...common])
    expect(questionsFor({ ...lone, kind: 'existing-customer' }, northConnection)).toEqual([])
    const asynchronous = asking({ creationAlone: 'addCustomerAsync', creationDefaults: { currency: 'EUR' } })
    expect(questionsFor(lone, asynchronous)).toEqual(creationQuestions.filter((name) => name !== 'creation'))
  })

  test('a correction in which nothing is changed says what was sent', () => {
    const connection = asking({
      creationAlone: 'addCustomerAsync',
      resellerId: '501',
      creationDefaults: { currency: 'EUR', sendSMS: true },
    })
    const said = { order_id: 'PO-1', checkProduct: true, sendSMS: false }
    const again = readOptions(optionsSent(said, 'customer-alone', connection), connection)
    expect(settleCreation(again, false, connection)).toEqual(settleCreation(said, false, connection))
  })
})

describe('a customer without a box', () => {
  test('needs none, and becomes work of its own kind', () => {
    const draft = {
      ...makeDraft('draft-0001', northConnection),
      kind: 'customer-alone' as const,
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
    expect(intent).toMatchObject({ kind: 'customer-alone', plan: { productid: '12' } })
    expect(intent).not.toHaveProperty('box')
    expect(intent).not.toHaveProperty('hostname')
  })
})
