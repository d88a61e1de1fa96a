import { expect, test } from 'vitest'
import { customerActs, makeActJob } from '../../../../fakes/act-jobs.ts'
import { northConnection } from '../../../../fakes/world.ts'
import { slipOfCustomer } from '../../../../../src/renderer/src/features/acts/slip-dialog.tsx'

const preferences = { stationName: 'Counter 2', technician: 'A. Moreau' }
const customer = { userid: '4820913790', endDate: '2027-01-01' }

test('the handout of a customer created elsewhere has the user ID and no password', () => {
  const slip = slipOfCustomer(customer, undefined, { settings: northConnection }, preferences, 5)
  expect(slip).toMatchObject({
    standing: 'done',
    operator: 'North TV',
    ticket: { customer: { userid: '4820913790' }, endDate: '2027-01-01' },
    from: ['Counter 2', 'A. Moreau'],
    savedAt: 5,
  })
  expect(slip.logIn).toBeUndefined()
})

test('the handout of a customer created here has user ID, password and the present end date', () => {
  const made = makeActJob(customerActs['customer-alone'], 'done', 1, 1000)
  const slip = slipOfCustomer(customer, made, { settings: northConnection }, preferences, 5)
  expect(slip.logIn).toEqual({ userid: '4820913790', password: 'kv7tm2xwpa' })
  expect(slip.ticket.endDate).toBe('2027-01-01')
})

test('the handout of a customer created elsewhere has their name if the platform provides it', () => {
  const named = { ...customer, name: 'Rosa Marín' }
  const slip = slipOfCustomer(named, undefined, { settings: northConnection }, preferences, 5)
  expect(slip.ticket.customer).toMatchObject({ name: 'Rosa Marín', userid: '4820913790' })
})
