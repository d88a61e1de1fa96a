import { describe, expect, it } from 'vitest'
import {
  readCorrection,
  toCorrection,
  type CorrectionValues,
} from '../../../../../src/renderer/src/features/queue/correction-fields.tsx'
import { customerActions } from '../../../../fakes/action-jobs.ts'

const { 'new-customer': _, ...knownActions } = customerActions

const problemsOf = (kind: keyof typeof knownActions, part: Partial<CorrectionValues>) => {
  const reading = readCorrection({ ...toCorrection(knownActions[kind]), ...part }, kind)
  return reading.ok ? [] : reading.problems.map(({ path, code }) => `${path} ${code}`)
}

describe('the correction of an action', () => {
  it.each(Object.values(knownActions))('leaves the values of $kind unchanged', (action) => {
    expect(readCorrection(toCorrection(action), action.kind)).toEqual({ ok: true, action })
  })

  it('changes the length and its unit together', () => {
    const values = { ...toCorrection(knownActions.renewal), count: '14', unit: 'days' as const, from: 'today' as const }
    expect(readCorrection(values, 'renewal')).toMatchObject({
      ok: true,
      action: { months: 0, days: 14, from: 'today' },
    })
  })

  it('removes a value whose field was emptied', () => {
    const reading = readCorrection({ ...toCorrection(knownActions.renewal), password: '' }, 'renewal')
    expect(reading.ok && reading.action).not.toHaveProperty('password')
  })

  it.each([
    ['renewal', { count: '' }, ['count months-or-days']],
    ['renewal', { count: 'two' }, ['count whole-number']],
    ['renewal', { userid: ' ' }, ['userid required']],
    ['product-change', { productid: '' }, ['productid required']],
    ['disable', { password: '0' }, ['password password-zero']],
  ] as const)('reports the invalid field in a correction of %s with %j', (kind, part, problems) => {
    expect(problemsOf(kind, part)).toEqual(problems)
  })
})
