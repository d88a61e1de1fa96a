import { expect, test } from 'vitest'
import { customerActions, makeActionJob } from '../../../../fakes/action-jobs.ts'
import { makeJob, northConnection } from '../../../../fakes/world.ts'
import { handoutOfCustomer } from '../../../../../src/renderer/src/features/actions/customer-actions.tsx'

const preferences = { stationName: 'Counter 2', technician: 'A. Moreau' }
const customer = { userid: '4820913790', endDate: '2027-01-01' }

test('the handout of a customer created elsewhere has the user ID and no password', () => {
  const handout = handoutOfCustomer(customer, {}, { settings: northConnection }, preferences, 5)
  expect(handout).toMatchObject({
    outcome: 'done',
    operator: 'North TV',
    ticket: { customer: { userid: '4820913790' }, endDate: '2027-01-01' },
    from: ['Counter 2', 'A. Moreau'],
    savedAt: 5,
  })
  expect(handout.logIn).toBeUndefined()
})

test('the handout of a customer created here has user ID, password and the present end date', () => {
  const made = makeActionJob(customerActions['new-customer'], 'done', 1, 1000)
  const handout = handoutOfCustomer(customer, { made }, { settings: northConnection }, preferences, 5)
  expect(handout.logIn).toEqual({ userid: '4820913790', password: 'kv7tm2xwpa' })
  expect(handout.ticket.endDate).toBe('2027-01-01')
})

test('the handout of a customer created elsewhere has the customer’s name if the platform provides it', () => {
  const named = { ...customer, name: 'Rosa Marín' }
  const handout = handoutOfCustomer(named, {}, { settings: northConnection }, preferences, 5)
  expect(handout.ticket.customer).toMatchObject({ name: 'Rosa Marín', userid: '4820913790' })
})

test.each([
  [[], {}, false],
  [[{ id: '00:1A:79:4E:B2:99' }], {}, false],
  [undefined, { isBoxOld: true }, false],
  [undefined, {}, true],
  [[{ id: '00:1A:79:4E:B2:99' }, { id: 'MADE' }], {}, true],
] as const)(
  'the handout of a customer has the first box only if the customer still has it: %j, %j',
  (listed, later, isThere) => {
    const made = makeJob('done', 1, 1000)
    const box = made.summary.box?.value ?? ''
    const devices = listed?.map(({ id }) => ({ id: id === 'MADE' ? box : id }))
    const told = { ...customer, ...(devices && { devices }) }
    const { ticket } = handoutOfCustomer(told, { made, ...later }, { settings: northConnection }, preferences, 5)
    expect(ticket.box !== undefined).toBe(isThere)
  },
)
