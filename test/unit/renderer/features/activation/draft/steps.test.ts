import { describe, expect, it } from 'vitest'
import { makeDraft } from '../../../../../../src/renderer/src/features/activation/draft/make-draft.ts'
import { readDraft } from '../../../../../../src/renderer/src/features/activation/draft/read-draft.ts'
import {
  isOpen,
  problemsIn,
  stepAfter,
  stepBefore,
  stepOfPath,
  stepsOf,
} from '../../../../../../src/renderer/src/features/activation/draft/steps.ts'
import type { Draft } from '../../../../../../src/shared/domain/activation.ts'
import { northConnection } from '../../../../../fakes/world.ts'

const empty = makeDraft('draft-0001', northConnection)
const withBox: Draft = { ...empty, box: { raw: '001A794EB20F', asSerial: false, model: '' } }
const withPlan: Draft = { ...withBox, plan: { productid: '12', months: '12', days: '', renewalinterval: '1' } }
const read = (draft: Draft) => readDraft(draft, northConnection)

describe('the steps', () => {
  it('include a plan only if a customer is created', () => {
    expect(stepsOf('new-customer')).toEqual(['box', 'customer', 'plan', 'check'])
    expect(stepsOf('existing-customer')).toEqual(['box', 'customer', 'check'])
    expect(stepsOf('hostname')).toEqual(['box', 'customer', 'check'])
  })

  it('go forward and back one by one', () => {
    expect(stepAfter(withBox, read(withBox), false)).toBe('customer')
    const atCustomer: Draft = { ...withBox, step: 'customer' }
    expect(stepAfter(atCustomer, read(atCustomer), false)).toBe('plan')
    expect(stepAfter({ ...atCustomer, kind: 'hostname' }, read(atCustomer), false)).toBe('check')
    expect(stepBefore(atCustomer)).toBe('box')
    expect(stepBefore(withBox)).toBeUndefined()
    expect(stepBefore({ ...withBox, step: 'check' })).toBe('plan')
    expect(stepBefore({ ...withBox, kind: 'hostname', step: 'check' })).toBe('customer')
  })

  it('skip a settled plan unless it has a problem', () => {
    const settled: Draft = { ...withPlan, step: 'customer' }
    expect(stepAfter(settled, read(settled), true)).toBe('check')
    const wrong: Draft = { ...settled, plan: { ...settled.plan, months: '' } }
    expect(stepAfter(wrong, read(wrong), true)).toBe('plan')
    const wrongHost: Draft = { ...settled, hostname: 'two words' }
    expect(stepAfter(wrongHost, read(wrongHost), true)).toBe('plan')
  })

  it('are open only if all steps before them are valid', () => {
    expect(isOpen('customer', empty, read(empty))).toBe(false)
    expect(isOpen('box', empty, read(empty))).toBe(true)
    expect(isOpen('customer', withBox, read(withBox))).toBe(true)
    expect(isOpen('plan', withBox, read(withBox))).toBe(false)
    expect(isOpen('check', { ...withBox, kind: 'hostname' }, read({ ...withBox, kind: 'hostname' }))).toBe(true)
  })
})

describe('a problem', () => {
  it('belongs to the step that asks for its field', () => {
    expect(stepOfPath('new-customer', 'box.raw')).toBe('box')
    expect(stepOfPath('new-customer', 'customer.city')).toBe('customer')
    expect(stepOfPath('new-customer', 'logIn.password')).toBe('plan')
    expect(stepOfPath('new-customer', 'hostname')).toBe('plan')
    expect(stepOfPath('existing-customer', 'logIn.userid')).toBe('customer')
    expect(stepOfPath('hostname', 'hostname')).toBe('customer')
  })

  it('is found only in its step', () => {
    expect(problemsIn('plan', 'new-customer', read(withBox).problems)).toEqual(['plan.productid', 'plan.months'])
    expect(problemsIn('box', 'new-customer', read(withBox).problems)).toEqual([])
  })
})
