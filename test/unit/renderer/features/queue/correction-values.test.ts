import { describe, expect, it } from 'vitest'
import {
  readCorrection,
  toCorrection,
  type CorrectionValues,
} from '../../../../../src/renderer/src/features/queue/correction-values.ts'
import { customerActs } from '../../../../fakes/act-jobs.ts'

const problemsOf = (kind: keyof typeof customerActs, part: Partial<CorrectionValues>) => {
  const reading = readCorrection({ ...toCorrection(customerActs[kind]), ...part }, kind)
  return reading.ok ? [] : reading.problems.map(({ path, code }) => `${path} ${code}`)
}

describe('the correction of work on a customer', () => {
  it.each(Object.values(customerActs))('says of $kind what it said before', (act) => {
    expect(readCorrection(toCorrection(act), act.kind)).toEqual({ ok: true, act })
  })

  it('changes the length and its unit together', () => {
    const values = { ...toCorrection(customerActs.renewal), count: '14', unit: 'days' as const, from: 'today' as const }
    expect(readCorrection(values, 'renewal')).toMatchObject({ ok: true, act: { months: 0, days: 14, from: 'today' } })
  })

  it('leaves out what was emptied', () => {
    const reading = readCorrection({ ...toCorrection(customerActs.renewal), password: '' }, 'renewal')
    expect(reading.ok && reading.act).not.toHaveProperty('password')
  })

  it.each([
    ['renewal', { count: '' }, ['count months-or-days']],
    ['renewal', { count: 'two' }, ['count whole-number']],
    ['renewal', { userid: ' ' }, ['userid required']],
    ['product-change', { productid: '' }, ['productid required']],
    ['disable', { password: '0' }, ['password password-zero']],
    ['customer-alone', { renewalinterval: '0' }, ['renewalinterval renewal-interval']],
    ['customer-alone', { count: '0' }, ['count months-or-days']],
    ['customer-alone', { password: 'abc' }, ['password password-short']],
  ] as const)('names the field of %s at fault in %j', (kind, part, problems) => {
    expect(problemsOf(kind, part)).toEqual(problems)
  })

  it('names a field of the customer at fault', () => {
    const { customer } = toCorrection(customerActs['customer-alone'])
    expect(problemsOf('customer-alone', { customer: { ...customer, city: '' } })).toEqual(['customer.city required'])
  })
})
