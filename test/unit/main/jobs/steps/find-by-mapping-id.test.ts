import { describe, expect, test } from 'vitest'
import type { Found, StepKnowledge } from '../../../../../src/main/jobs/steps/step-parts.ts'
import type { Answer, Json } from '../../../../../src/platform/answer.ts'
import { newCustomer } from '../../../../fakes/intents.ts'
import { findByMappingId, findInNewest } from '../../../../../src/main/jobs/steps/create-customer.ts'

const intent = newCustomer('101')
const { firstname, lastname, mobile } = intent.customer
const knowledge: StepKnowledge = {
  payload: { intent, customermappingid: 'AB12-01J', technician: '' },
  mayHaveArrived: true,
  isAccepted: false,
  tries: [],
}
const answer = (data: Json): Answer => ({ verdict: 'accepted', reach: 'answered', status: 200, raw: '', data })
const ours = { userid: '7000000001', customermappingid: 'ab12-01j' }
const findingOf = (data: Json): Found['finding'] => findByMappingId(answer(data), knowledge).finding

describe('the answer to a search by our own mapping id', () => {
  test('shows the customer with that mapping id, or is "absent" if there is no such customer', () => {
    expect(findByMappingId(answer(ours), knowledge)).toMatchObject({ finding: 'present', customer: ours })
    expect(findByMappingId({ ...answer([]), verdict: 'absent' }, knowledge).finding).toBe('absent')
    expect(findingOf([])).toBe('absent')
  })

  test('is "unclear" if it shows no customer, but says that more follow', () => {
    expect(findingOf({ customers: [], has_next: true })).toBe('unclear')
    expect(findByMappingId({ ...answer([]), total: 250 }, knowledge).finding).toBe('unclear')
  })

  test('is "several" if two customers have that mapping id, but not if one customer is listed twice', () => {
    expect(findingOf([ours, { ...ours, userid: '7000000002' }])).toBe('several')
    expect(findingOf([ours, ours])).toBe('present')
  })

  test('is "unclear" if the customer with that mapping id is shown without a user ID', () => {
    expect(findingOf({ customermappingid: ours.customermappingid, firstname, lastname })).toBe('unclear')
  })

  test('shows a single customer without a mapping id as ours only if the name or the mobile is ours', () => {
    expect(findingOf({ userid: '7', firstname, lastname })).toBe('present')
    expect(findingOf({ userid: '7', mobile })).toBe('present')
    expect(findingOf({ userid: '7', firstname, lastname, customermappingid: '0' })).toBe('present')
    expect(findingOf({ userid: '7' })).toBe('unclear')
    expect(findingOf({ userid: '7', firstname: 'Nell', lastname: 'Harper' })).toBe('unclear')
    expect(findingOf([{ userid: '7', firstname, lastname }, { userid: '8' }])).toBe('unclear')
    expect(
      findByMappingId({ ...answer([{ userid: '7', firstname, lastname }, { userid: '8' }]), total: 2 }, knowledge)
        .finding,
    ).toBe('unclear')
  })

  test('is "unclear" if the customer has another mapping id, even with our name', () => {
    expect(findingOf({ userid: '7', firstname, lastname, customermappingid: 'AB12-01K' })).toBe('unclear')
  })
})

describe('the list of the newest customers', () => {
  const newest = (first: Found, data: Json): Found => findInNewest(first, answer(data), knowledge)
  const present = findByMappingId(answer(ours), knowledge)
  const absent: Found = { finding: 'absent', provesRead: false }

  test('changes no finding if it does not show our mapping id', () => {
    expect(newest(present, { customers: [{ userid: '9' }] })).toBe(present)
    expect(newest(absent, { customers: [{ userid: '9', customermappingid: 'other' }] })).toBe(absent)
    expect(findInNewest(present, { ...answer({}), verdict: 'unclear' }, knowledge)).toBe(present)
  })

  test('shows the customer whom the first search did not show, or a second customer', () => {
    expect(newest(absent, { customers: [ours, { userid: '9', customermappingid: 'ab12-other' }] })).toMatchObject({
      finding: 'present',
      customer: ours,
    })
    expect(newest(present, { customers: [ours] }).finding).toBe('present')
    expect(newest(present, { customers: [{ ...ours, userid: '9' }] }).finding).toBe('several')
  })

  test('does not decide between several customers even if it shows only one of them', () => {
    expect(newest({ finding: 'several', provesRead: false }, { customers: [ours] }).finding).toBe('several')
  })
})
