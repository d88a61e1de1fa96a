import { describe, expect, it } from 'vitest'
import {
  readCorrection,
  toCorrection,
  type CorrectionValues,
} from '../../../../../src/renderer/src/features/queue/correction-values.ts'
import { customerActs } from '../../../../fakes/act-jobs.ts'

const { 'customer-alone': _, ...knownActs } = customerActs

const problemsOf = (kind: keyof typeof knownActs, part: Partial<CorrectionValues>) => {
  const reading = readCorrection({ ...toCorrection(knownActs[kind]), ...part }, kind)
  return reading.ok ? [] : reading.problems.map(({ path, code }) => `${path} ${code}`)
}

describe('the correction of an action', () => {
  it.each(Object.values(knownActs))('leaves the values of $kind unchanged', (act) => {
    expect(readCorrection(toCorrection(act), act.kind)).toEqual({ ok: true, act })
  })

  it('changes the length and its unit together', () => {
    const values = { ...toCorrection(knownActs.renewal), count: '14', unit: 'days' as const, from: 'today' as const }
    expect(readCorrection(values, 'renewal')).toMatchObject({ ok: true, act: { months: 0, days: 14, from: 'today' } })
  })

  it('leaves out an emptied field', () => {
    const reading = readCorrection({ ...toCorrection(knownActs.renewal), password: '' }, 'renewal')
    expect(reading.ok && reading.act).not.toHaveProperty('password')
  })

  it.each([
    ['renewal', { count: '' }, ['count months-or-days']],
    ['renewal', { count: 'two' }, ['count whole-number']],
    ['renewal', { userid: ' ' }, ['userid required']],
    ['product-change', { productid: '' }, ['productid required']],
    ['disable', { password: '0' }, ['password password-zero']],
  ] as const)('reports the invalid field of %s in %j', (kind, part, problems) => {
    expect(problemsOf(kind, part)).toEqual(problems)
  })
})
