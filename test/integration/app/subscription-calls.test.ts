import { expect, test } from 'vitest'
import type { KnownCustomerAction } from '../../../src/shared/domain/action.ts'
import { productChanges, renewals, type Connection } from '../../../src/shared/domain/connection/connection.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { openBoth, productOf, save } from './activate.ts'

const length = { months: 1, days: 0, from: 'end-date' } as const

/** Creates a customer, carries out an action, and returns the calls it led to. */
async function carryOut(
  changed: Partial<Connection>,
  action: (userid: string, productid: string) => KnownCustomerAction,
) {
  const { app, platform } = await openBoth(changed)
  const { intent } = await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')
  if (intent.kind !== 'new-customer') throw new Error('another kind')
  const { userid = '', password = '' } = intent.logIn
  const before = platform.ledger().length
  const asked = { ...action(userid, platform.products[1]?.id ?? ''), password }
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: asked })
  const { summary } = await app.jobIn(id, 'done', 'unconfirmed', 'refused', 'needs-you')
  const calls = platform.ledger().slice(before)
  return { state: summary.state, calls: calls.map(({ operation, effect }) => `${operation} ${effect}`) }
}

test.each(renewals)('a renewal by the call %s is sent once', async (renewal) => {
  const done = await carryOut({ renewal }, (userid) => ({ kind: 'renewal', userid, ...length }))
  expect(done).toEqual({ state: 'done', calls: [`${renewal} renew`] })
})

test.each(productChanges)('a product change by the call %s is sent once', async (productChange) => {
  const done = await carryOut({ productChange }, (userid, productid) => ({
    kind: 'product-change',
    userid,
    productid,
    ...length,
    keepExtraPackages: false,
  }))
  expect(done).toEqual({ state: 'done', calls: [`${productChange} change`] })
})
