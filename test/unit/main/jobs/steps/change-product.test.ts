import { describe, expect, test } from 'vitest'
import type { SubscriptionSeen } from '../../../../../src/main/jobs/ledger/rows.ts'
import { takesMoney } from '../../../../../src/shared/domain/job-kinds.ts'
import { changeProductRule, renewRule, toggleRule } from '../../../../../src/main/jobs/steps/subscription.ts'
import type { Found, StepKnowledge } from '../../../../../src/main/jobs/steps/step-parts.ts'
import { readDay } from '../../../../../src/shared/domain/day.ts'
import type { IntentOf } from '../../../../../src/shared/domain/activation.ts'
import { makeAnswer, newCustomer, payloadOf } from '../make-job.ts'

const change: IntentOf<'product-change'> = {
  kind: 'product-change',
  userid: 'rosa',
  productid: 'Kids-2',
  months: 12,
  days: 0,
  from: 'today',
  keepExtraPackages: false,
}
const knowledge = (before: SubscriptionSeen | undefined, changed: Partial<StepKnowledge> = {}): StepKnowledge => ({
  payload: { ...payloadOf(change), productName: ' Sports ' },
  mayHaveArrived: true,
  isAccepted: false,
  tries: [{ sentOn: readDay('2027-06-15') ?? 0, ...(before && { before }) }],
  ...changed,
})
const shows = ({ product, endDate, startDate }: SubscriptionSeen) =>
  makeAnswer({
    data: {
      Userid: 'rosa',
      ...(product !== undefined && { Subscription_name: product }),
      ...(endDate !== undefined && { Subscription_expire: endDate }),
      ...(startDate !== undefined && { StartDate: startDate }),
    },
  })
const judge = (
  now: SubscriptionSeen,
  before: SubscriptionSeen | undefined,
  changed: Partial<StepKnowledge> = {},
): Found => changeProductRule.judge(shows(now), knowledge(before, changed))

test.each<[string, string, Found['finding']]>([
  ['once', '2028-09-02', 'present'],
  ['twice, as a proxy that repeats calls does it', '2029-09-02', 'somebody-else'],
])('a product change whose length was added %s is judged by the end date, too', (_, endDate, finding) => {
  const payload = { ...payloadOf({ ...change, from: 'end-date' }), productName: 'Sports' }
  const before = { product: 'Basic', endDate: '2027-09-02' }
  expect(judge({ product: 'Sports', endDate }, before, { payload }).finding).toBe(finding)
})

describe('the finding after a product change was sent', () => {
  const basic = { product: 'Basic', endDate: '2027-09-02' }
  test.each<[string, SubscriptionSeen, SubscriptionSeen | undefined, Found['finding']]>([
    ['the product by its name', { product: 'Sports' }, { product: 'Basic' }, 'present'],
    ['the product by its name in other case', { product: ' SPORTS' }, { product: 'Basic' }, 'present'],
    ['the product by its id in other case', { product: 'KIDS-2 ' }, { product: 'Basic' }, 'present'],
    ['the product, and none was read before', { product: 'Sports' }, { endDate: '2027-09-02' }, 'present'],
    ['another product', { product: 'Movies' }, { product: 'Basic' }, 'somebody-else'],
    ['the product and end date from before', basic, basic, 'absent'],
    [
      'the same product, with the end date moved as asked',
      { product: 'Sports', endDate: '2028-06-15' },
      sports('2027-09-02'),
      'present',
    ],
    ['the same product, with another end date', sports('2028-01-01'), sports('2027-09-02'), 'somebody-else'],
    ['the same product, with the same end date', sports('2027-09-02'), sports('2027-09-02'), 'cannot-tell'],
    ['the same product, and no end date before', sports('2028-06-15'), { product: 'Sports' }, 'somebody-else'],
    ['the same product, and no end date now', { product: 'Sports' }, sports('2027-09-02'), 'somebody-else'],
    [
      'another product, with the end date moved as asked',
      { product: 'Basic', endDate: '2028-06-15' },
      basic,
      'somebody-else',
    ],
    ['only an unchanged end date', { endDate: '2027-09-02' }, { endDate: '2027-09-02' }, 'cannot-tell'],
    ['only an end date that moved as asked', { endDate: '2028-06-15' }, { endDate: '2027-09-02' }, 'somebody-else'],
    ['the product, and nothing is known from before', { product: 'Sports' }, undefined, 'unclear'],
  ])('from an answer that shows %s is "%s"', (_, now, before, expected) => {
    const found = judge(now, before)
    expect(found.finding).toBe(expected)
    // Any answer with the customer proves that the read works, whatever the finding is.
    expect(found.provesRead).toBe(true)
  })

  test('depends only on the id if the name of the product is not known', () => {
    const payload = payloadOf(change)
    expect(judge({ product: 'Kids-2' }, { product: 'Basic' }, { payload }).finding).toBe('present')
    expect(judge({ product: 'Sports' }, { product: 'Basic' }, { payload }).finding).toBe('somebody-else')
  })

  test('is "absent" only while the end date is unchanged if the name of the new product is not known', () => {
    const payload = payloadOf(change)
    const after = (endDate: string | undefined): Found['finding'] => {
      const subscription = { product: 'Basic', ...(endDate !== undefined && { endDate }) }
      return judge(subscription, subscription, { payload }).finding
    }
    expect(after('2028-06-15')).toBe('cannot-tell')
    expect(after('2028-06-14')).toBe('cannot-tell')
    expect(after(undefined)).toBe('cannot-tell')
    expect(after('2027-09-02')).toBe('absent')
  })

  test('is "absent" if the name of the new product is known and the customer still has another one', () => {
    const subscription = { product: 'Basic', endDate: '2028-06-15' }
    expect(judge(subscription, subscription).finding).toBe('absent')
  })

  test('is "present" after a change to the same product if the subscription started anew', () => {
    const before = { ...sports('2028-06-15'), startDate: '2027-01-01' }
    expect(judge({ ...before, startDate: '2027-06-15' }, before).finding).toBe('present')
    expect(judge(before, before).finding).toBe('cannot-tell')
  })

  test('depends on the subscription before each attempt', () => {
    const tries = [
      { sentOn: 0, before: { product: 'Basic' } },
      { sentOn: 0, before: { product: 'Sports' } },
    ]
    expect(judge({ product: 'Sports' }, undefined, { tries }).finding).toBe('present')
    expect(judge({ product: 'Movies' }, undefined, { tries }).finding).toBe('somebody-else')
  })

  test('is "unclear" if the answer has neither product nor end date, or was not accepted', () => {
    const nothing = { finding: 'unclear', provesRead: false }
    expect(judge({}, basic)).toEqual(nothing)
    expect(changeProductRule.judge({ ...shows(basic), verdict: 'unclear' }, knowledge(basic))).toEqual(nothing)
    expect(changeProductRule.judge(makeAnswer(), knowledge(basic))).toEqual(nothing)
  })

  test('is "unclear" for a job of another kind', () => {
    const payload = { ...payloadOf(newCustomer()), productName: 'Sports' }
    expect(judge({ product: 'Sports' }, { product: 'Basic' }, { payload }).finding).toBe('unclear')
  })
})

function sports(endDate: string): SubscriptionSeen {
  return { product: 'Sports', endDate }
}

test('the finding before a product change is sent is "absent", and proves that the read works', () => {
  expect(judge({ endDate: '2027-09-02' }, undefined, { mayHaveArrived: false })).toMatchObject({
    finding: 'absent',
    provesRead: true,
    customer: { endDate: '2027-09-02' },
  })
})

describe('the finding from the read of a renewal', () => {
  const renewal = payloadOf({ kind: 'renewal', userid: 'rosa', months: 3, days: 0, from: 'end-date' })
  const judgeRenewal = (now: SubscriptionSeen, before: SubscriptionSeen | undefined, payload = renewal): Found =>
    renewRule.judge(shows(now), knowledge(before, { payload }))

  test('is "unclear" unless the end dates before and after the renewal are known', () => {
    const unclear = { finding: 'unclear', provesRead: false }
    expect(judgeRenewal({}, { endDate: '2027-09-02' })).toEqual(unclear)
    expect(judgeRenewal({ endDate: '2027-12-02' }, undefined)).toMatchObject(unclear)
    expect(judgeRenewal({ endDate: '2027-12-02' }, {})).toMatchObject({
      ...unclear,
      customer: { endDate: '2027-12-02' },
    })
    const refused = { ...shows({ endDate: '2027-12-02' }), verdict: 'refused' } as const
    expect(renewRule.judge(refused, knowledge({ endDate: '2027-09-02' }, { payload: renewal }))).toEqual(unclear)
  })
  test('proves that the read works, whether the renewal took effect or not', () => {
    for (const now of ['2027-12-02', '2027-09-02', '2029-01-01'])
      expect(judgeRenewal({ endDate: now }, { endDate: '2027-09-02' })).toMatchObject({
        provesRead: true,
        customer: { endDate: now },
      })
  })
  test('is "unclear" for a job of another kind', () => {
    expect(judgeRenewal({ endDate: '2027-12-02' }, { endDate: '2027-09-02' }, payloadOf(change)).finding).toBe(
      'unclear',
    )
  })
})

test('a known status is returned with the finding, and proves that the read works', () => {
  const answer = makeAnswer({ data: { Status: 'Disabled' } })
  expect(toggleRule('disable').judge(answer, knowledge(undefined))).toEqual({
    finding: 'present',
    provesRead: true,
    customer: { status: 'Disabled' },
  })
})

test("an unknown status is returned in the platform's words", () => {
  const answer = makeAnswer({ data: { Status: 'suspendu' } })
  expect(toggleRule('disable').judge(answer, knowledge(undefined))).toEqual({
    finding: 'unclear',
    provesRead: false,
    customer: { status: 'suspendu' },
  })
})

test.each([
  ['renew', () => renewRule, 'getCustomer_V2', true],
  ['change-product', () => changeProductRule, 'getCustomer_V2', true],
  ['enable', () => toggleRule('enable'), 'GetCustomerStatus', false],
] as const)('the step "%s" has its read, and it is known whether it costs money', (kind, rule, reads, spends) => {
  expect(rule()).toMatchObject({ reads, creates: false })
  expect(takesMoney(kind)).toBe(spends)
})

test.each([
  [
    'a renewal',
    () => renewRule,
    payloadOf({ kind: 'renewal', userid: change.userid, months: 3, days: 0, from: 'end-date' }),
    { enddate: '2027-12-02' },
  ],
  ['a product change', () => changeProductRule, payloadOf(change), { enddate: '2027-12-02', product: 'Premium TV' }],
  [
    'disabling',
    () => toggleRule('disable'),
    payloadOf({ kind: 'disable', userid: change.userid }),
    { status: 'Disabled' },
  ],
  ['enabling', () => toggleRule('enable'), payloadOf({ kind: 'enable', userid: change.userid }), { status: 'Active' }],
] as const)('the record of another customer says nothing about %s', (_, rule, payload, data) => {
  const before = { endDate: '2027-09-02', product: 'Basic TV' }
  const judge = (userid: string) => {
    const answer = makeAnswer({ data: { userid, ...data } })
    return rule().judge(answer, knowledge(before, { payload })).finding
  }
  expect(judge(change.userid)).not.toBe('unclear')
  expect(judge(`0${change.userid}`)).toBe(judge(change.userid))
  expect(judge('another')).toBe('unclear')
})

test('a renewal without a user ID can still be read back by its mapping id', () => {
  const payload = payloadOf({ kind: 'renewal', userid: '', months: 3, days: 0, from: 'end-date' })
  const answer = makeAnswer({ data: { userid: 'rosa', enddate: '2027-12-02' } })
  expect(renewRule.judge(answer, knowledge({ endDate: '2027-09-02' }, { payload })).finding).toBe('present')
})
