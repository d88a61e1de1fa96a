import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../../src/platform/answer.ts'
import type { SubscriptionSeen } from '../../../../../src/main/jobs/ledger/rows.ts'
import {
  changeProductRule,
  hasStartedAnew,
  renewRule,
  toggleRule,
} from '../../../../../src/main/jobs/steps/subscription.ts'
import type { Found } from '../../../../../src/main/jobs/steps/step-parts.ts'
import { readDay } from '../../../../../src/shared/domain/day.ts'
import type { IntentOf } from '../../../../../src/shared/domain/activation.ts'
import { payloadOf } from '../make-job.ts'

const today = readDay('2027-06-15') ?? 0
const answer = (data: Readonly<Record<string, string>>): Answer => ({
  verdict: 'accepted',
  reach: 'answered',
  status: 200,
  data,
  raw: JSON.stringify(data),
})
const noSuchCustomer: Answer = { verdict: 'absent', reach: 'answered', status: 404, raw: 'No such customer.' }
const silence: Answer = { verdict: 'unclear', reach: 'answered', status: 200, raw: '???' }
const renewal = (changed: Partial<IntentOf<'renewal'>> = {}): IntentOf<'renewal'> => ({
  kind: 'renewal',
  userid: 'rosa',
  months: 3,
  days: 0,
  from: 'end-date',
  ...changed,
})
const change = (changed: Partial<IntentOf<'product-change'>> = {}): IntentOf<'product-change'> => ({
  kind: 'product-change',
  userid: 'rosa',
  productid: '102',
  months: 12,
  days: 0,
  from: 'today',
  keepExtraPackages: false,
  ...changed,
})
const sent = (before: SubscriptionSeen | undefined, isAccepted = false) => ({
  mayHaveArrived: true,
  isAccepted,
  tries: [{ sentOn: today, ...(before && { before }) }],
})
const unsent = { mayHaveArrived: false, isAccepted: false, tries: [] }

const judgeRenewal = (endDate: string, before: string, intent = renewal()): Found['finding'] =>
  renewRule.judge(answer({ Userid: 'rosa', Subscription_expire: endDate }), {
    payload: payloadOf(intent),
    ...sent({ endDate: before }),
  }).finding

describe('the finding for a renewal', () => {
  test('is "absent" before the renewal is sent, and includes the end date', () => {
    const found = renewRule.judge(answer({ Userid: 'rosa', Subscription_expire: '2027-09-02' }), {
      payload: payloadOf(renewal()),
      ...unsent,
    })
    expect(found).toMatchObject({ finding: 'absent', provesRead: true, customer: { endDate: '2027-09-02' } })
  })
  test.each([
    ['to the day', '2027-12-02', '2027-09-02'],
    ['a day early', '2027-12-01', '2027-09-02'],
    ['a day late', '2027-12-03', '2027-09-02'],
    ['clamped to the end of a month', '2027-11-30', '2027-08-31'],
    ['over the end of a month', '2027-12-01', '2027-08-31'],
  ])('is "present" if the end date moved as asked: %s', (_, now, before) => {
    expect(judgeRenewal(now, before)).toBe('present')
  })
  test('of a lapsed subscription is "present" whether the renewal counted from the end date or from today', () => {
    expect(judgeRenewal('2027-05-01', '2027-02-01')).toBe('present')
    expect(judgeRenewal('2027-09-15', '2027-02-01')).toBe('present')
  })
  test('from today is based on the day of sending, whatever the end date was', () => {
    expect(judgeRenewal('2027-09-15', '2027-07-01', renewal({ from: 'today' }))).toBe('present')
    expect(judgeRenewal('2027-10-01', '2027-07-01', renewal({ from: 'today' }))).toBe('somebody-else')
  })
  test('is "absent" while the end date is unchanged', () => {
    expect(judgeRenewal('2027-09-02', '2027-09-02')).toBe('absent')
  })
  test('is "somebody-else" if the end date moved, but not as asked', () => {
    expect(judgeRenewal('2027-10-02', '2027-09-02')).toBe('somebody-else')
  })
  test.each([
    ['the end date cannot be read', { Userid: 'rosa', Subscription_expire: 'soon' }, { endDate: '2027-09-02' }],
    ['the end date before the renewal is not known', { Userid: 'rosa', Subscription_expire: '2027-12-02' }, {}],
  ])('is "unclear" if %s', (_, data, before) => {
    expect(renewRule.judge(answer(data), { payload: payloadOf(renewal()), ...sent(before) }).finding).toBe('unclear')
  })
  test('is "unclear" if the answer is not understood', () => {
    expect(renewRule.judge(silence, { payload: payloadOf(renewal()), ...unsent }).finding).toBe('unclear')
  })
})

const judgeChange = (
  now: SubscriptionSeen,
  before: SubscriptionSeen,
  intent = change(),
  productName = 'Sports',
): Found['finding'] =>
  changeProductRule.judge(
    answer({ Userid: 'rosa', Subscription_name: now.product ?? '', Subscription_expire: now.endDate ?? '' }),
    { payload: { ...payloadOf(intent), productName }, ...sent(before) },
  ).finding

const sameDay = renewal({ from: 'today' })
const judgeStart = (start: string, before: string): Found['finding'] =>
  renewRule.judge(answer({ Userid: 'rosa', Subscription_expire: '2027-09-15', StartDate: start }), {
    payload: payloadOf(sameDay),
    ...sent({ endDate: '2027-09-15', startDate: before }),
  }).finding

describe('the finding for a renewal from today that asks for the end date 2027-09-15', () => {
  test.each(['2027-09-14', '2027-09-15', '2027-09-16'])('is "cannot-tell" while the end date stays %s', (end) => {
    expect(judgeRenewal(end, end, sameDay)).toBe('cannot-tell')
  })
  test.each(['2027-09-12', '2027-09-18'])('is "absent" while the end date stays %s', (end) => {
    expect(judgeRenewal(end, end, sameDay)).toBe('absent')
  })
  test('is "present" if the subscription started anew', () => {
    expect(judgeStart('2027-06-15', '2027-03-15')).toBe('present')
    expect(judgeStart('2027-06-14', '2027-03-15')).toBe('present')
    expect(judgeStart('2027-06-16', '2027-03-15')).toBe('present')
    expect(judgeStart('2027-06-17', '2027-03-15')).toBe('cannot-tell')
    expect(judgeStart('2027-03-15', '2027-03-15')).toBe('cannot-tell')
    expect(judgeStart('2027-06-01', '2027-03-15')).toBe('cannot-tell')
  })
})

test('the finding for a renewal from today is "cannot-tell" if the renewal of one day may leave the end date unchanged', () => {
  const tries = ['2027-06-15', '2027-06-25'].map((sentOn) => ({
    sentOn: readDay(sentOn) ?? 0,
    before: { endDate: '2027-09-15' },
  }))
  const data = { Userid: 'rosa', Subscription_expire: '2027-09-15' }
  const knowledge = { payload: payloadOf(sameDay), mayHaveArrived: true, isAccepted: false, tries }
  expect(renewRule.judge(answer(data), knowledge).finding).toBe('cannot-tell')
})

const judgeAll = (end: string, ...befores: readonly (string | undefined)[]): string =>
  renewRule.judge(answer({ Userid: 'rosa', Subscription_expire: end }), {
    payload: payloadOf(renewal()),
    mayHaveArrived: true,
    isAccepted: false,
    tries: befores.map((endDate) => ({ sentOn: today, ...(endDate !== undefined && { before: { endDate } }) })),
  }).finding

describe('the finding for a renewal that was sent more than once', () => {
  test.each([
    ['present', 'the first took effect before the second', '2027-12-02', ['2027-09-02', '2027-12-02']],
    ['present', 'the second took effect as well', '2028-03-02', ['2027-09-02', '2027-12-02']],
    ['absent', 'the end date is unchanged since the first', '2027-09-02', ['2027-09-02', '2027-09-02']],
    ['somebody-else', 'the end date moved, but not as asked', '2027-10-02', ['2027-09-02', '2027-09-02']],
    ['unclear', 'the end date before one of them is not known', '2027-09-02', ['2027-09-02', undefined]],
    ['unclear', 'no attempt is on record', '2027-09-02', []],
    ['somebody-else', 'the end date moved otherwise before the second', '2027-10-10', ['2027-09-02', '2027-10-10']],
  ] as const)('is "%s" if %s', (expected, _, end, befores) => {
    expect(judgeAll(end, ...befores)).toBe(expected)
  })
})

describe('the finding for a product change', () => {
  test('is "unclear" if no attempt is on record', () => {
    const knowledge = { payload: payloadOf(change()), mayHaveArrived: true, isAccepted: false, tries: [] }
    expect(changeProductRule.judge(answer({ Userid: 'rosa', Subscription_name: 'Basic' }), knowledge).finding).toBe(
      'unclear',
    )
  })
  test('is "unclear" if neither the product nor an end date can be compared', () => {
    const knowledge = { payload: payloadOf(change()), ...sent({}) }
    expect(changeProductRule.judge(answer({ Userid: 'rosa', Subscription_expire: 'soon' }), knowledge).finding).toBe(
      'unclear',
    )
  })
  test('is "present" if the customer has the new product, by its id or its name', () => {
    const before = { product: 'Basic', endDate: '2027-09-02' }
    expect(judgeChange({ product: 'Sports', endDate: '2028-06-15' }, before)).toBe('present')
    expect(judgeChange({ product: '102', endDate: '2028-06-15' }, before)).toBe('present')
  })
  test('is "absent" while the product and the end date are unchanged', () => {
    const before = { product: 'Basic', endDate: '2027-09-02' }
    expect(judgeChange(before, before)).toBe('absent')
  })
  test('to the same product is "present" if the end date moved as asked, and "cannot-tell" if it did not', () => {
    const before = { product: 'Sports', endDate: '2027-09-02' }
    expect(judgeChange({ product: 'Sports', endDate: '2028-06-15' }, before)).toBe('present')
    expect(judgeChange(before, before)).toBe('cannot-tell')
  })
  test('is "somebody-else" if the customer has a third product', () => {
    expect(judgeChange({ product: 'Kids', endDate: '2027-09-02' }, { product: 'Basic', endDate: '2027-09-02' })).toBe(
      'somebody-else',
    )
  })
  test('includes the product before the change is sent', () => {
    const found = changeProductRule.judge(answer({ Userid: 'rosa', Subscription_name: 'Basic' }), {
      payload: payloadOf(change()),
      ...unsent,
    })
    expect(found).toMatchObject({ finding: 'absent', customer: { product: 'Basic' } })
  })
})

const judgeStatus = (kind: 'disable' | 'enable', status: string): Found['finding'] =>
  toggleRule(kind).judge(answer({ Status: status }), { payload: payloadOf({ kind, userid: 'rosa' }), ...unsent })
    .finding

describe('the finding for disabling and enabling', () => {
  test.each(['Active', 'Expired', 'Pending', 'Trial'])(
    'is "absent" for disabling and "present" for enabling if the status is "%s"',
    (status) => {
      expect(judgeStatus('disable', status)).toBe('absent')
      expect(judgeStatus('enable', status)).toBe('present')
    },
  )
  test('is "present" for disabling and "absent" for enabling if the status is "Disabled"', () => {
    expect(judgeStatus('disable', 'Disabled')).toBe('present')
    expect(judgeStatus('enable', 'Disabled')).toBe('absent')
  })
  test.each(['3', 'suspendu', 'Blocked'])(
    'is "unclear" if the platform shows a status that the interface does not have: %s',
    (status) => {
      expect(judgeStatus('disable', status)).toBe('unclear')
      expect(judgeStatus('enable', status)).toBe('unclear')
    },
  )
  test('is "unclear" if the status cannot be read', () => {
    expect(
      toggleRule('disable').judge(silence, { payload: payloadOf({ kind: 'disable', userid: 'r' }), ...unsent }).finding,
    ).toBe('unclear')
  })
})

test.each([
  ['a renewal', renewRule, renewal()],
  ['a product change', changeProductRule, change()],
  ['a disable', toggleRule('disable'), { kind: 'disable', userid: 'rosa' } as const],
  ['an enable', toggleRule('enable'), { kind: 'enable', userid: 'rosa' } as const],
])('the finding for %s of an unknown customer is "no-customer", not "unclear"', (_, rule, intent) => {
  for (const known of [unsent, sent({ endDate: '2027-09-02' })])
    expect(rule.judge(noSuchCustomer, { payload: payloadOf(intent), ...known })).toEqual({
      finding: 'no-customer',
      provesRead: false,
    })
})

test('a subscription has started anew only if its start date is later than before each attempt', () => {
  const customer = { startDate: '2027-06-15' }
  const known = { sentOn: today, before: { startDate: '2027-03-15' } }
  expect(hasStartedAnew(customer, [known, known])).toBe(true)
  expect(hasStartedAnew(customer, [known, { sentOn: today, before: {} }])).toBe(false)
  expect(hasStartedAnew(customer, [known, { sentOn: today }])).toBe(false)
  expect(hasStartedAnew(customer, [known, { sentOn: today, before: customer }])).toBe(false)
  expect(hasStartedAnew({}, [known])).toBe(false)
})
