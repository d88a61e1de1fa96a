import { describe, expect, it } from 'vitest'
import type { StepKind } from '../../../../../src/shared/domain/job-kinds.ts'
import { t } from '../../../../../src/renderer/src/locale.ts'
import { customerActions, makeActionJob, makeUndecided } from '../../../../fakes/action-jobs.ts'
import { makeJob } from '../../../../fakes/world.ts'
import { valuesToLookFor } from '../../../../../src/renderer/src/features/queue/job-actions.tsx'
const now = Date.UTC(2026, 10, 21, 12)
const job = makeJob('needs-you', 1, now)
const inDoubt = (kind: StepKind) =>
  valuesToLookFor({
    ...job,
    steps: [{ kind, operation: 'any', state: 'undecided', attempts: [], readings: [], choices: [] }],
  }).map(({ of, value }) => `${of} ${value}`.trim())

describe('the values to look for on the platform after a step in doubt', () => {
  it('are the customer and the box if the step creates a customer', () => {
    expect(inDoubt('create-customer')).toEqual(['userid 4820913711', 'name Rosa Marín', 'box 00:1A:79:4E:B2:11'])
  })

  it('are the box and the customer or hostname if the step is a binding', () => {
    expect(inDoubt('bind-user')).toEqual(['userid 4820913711', 'box 00:1A:79:4E:B2:11'])
    expect(inDoubt('bind-hostname')).toEqual(['box 00:1A:79:4E:B2:11', 'hostname tv.north.example'])
  })

  it('include the requested end date of a renewal, or that the date has moved if the former date is unknown', () => {
    const subscription = { endDate: '2026-12-20' }
    const renewal = makeUndecided(customerActions.renewal, 'not-applied', 1, now, [subscription, subscription])
    expect(valuesToLookFor(renewal)).toEqual([
      { of: 'userid', value: '4820913702' },
      { of: 'endDate', value: '20 Jan 2027' },
    ])
    expect(valuesToLookFor(makeActionJob(customerActions.renewal, 'needs-you', 1, now))).toContainEqual({
      of: 'endDateMoved',
      value: '',
    })
  })

  it('include no date for a renewal from today, because the platform may be in another time zone', () => {
    const subscription = { endDate: '2026-12-20' }
    const fromToday = { ...customerActions.renewal, from: 'today' as const }
    expect(
      valuesToLookFor(makeUndecided(fromToday, 'not-applied', 1, now, [subscription, subscription])),
    ).toContainEqual({ of: 'endDateMoved', value: '' })
  })

  it('include the new product, or the new status after disabling or enabling', () => {
    expect(valuesToLookFor(makeActionJob(customerActions['product-change'], 'needs-you', 1, now))).toContainEqual({
      of: 'product',
      value: 'Sport weekend',
    })
    expect(valuesToLookFor(makeActionJob(customerActions.disable, 'needs-you', 1, now)).at(-1)).toEqual({
      of: 'disabled',
      value: '',
    })
    expect(valuesToLookFor(makeActionJob(customerActions.enable, 'needs-you', 1, now)).at(-1)).toEqual({
      of: 'enabled',
      value: '',
    })
  })

  it('each have a name on screen', () => {
    const all = ['create-customer', 'bind-hostname', 'renew', 'change-product', 'disable', 'enable'] as const
    for (const kind of all)
      for (const { of } of valuesToLookFor({
        ...job,
        steps: [{ kind, operation: 'any', state: 'undecided', attempts: [], readings: [], choices: [] }],
      }))
        expect(t(`queue.signs.${of}`)).toMatch(/^[A-Z]/)
  })
})
