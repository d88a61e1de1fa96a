import { describe, expect, test } from 'vitest'
import { customerStatuses } from '../../../../../src/shared/domain/status.ts'
import {
  taughtNamesSchema,
  type TaughtNames,
  taughtStatus,
  teachStatus,
} from '../../../../../src/shared/domain/teach/taught-names.ts'

describe('mapping a word to a status', () => {
  test('stores it with the names, for each of the five statuses', () => {
    const names = customerStatuses.reduce<TaughtNames>((all, status) => teachStatus(all, `x ${status}`, status), {})
    expect(taughtNamesSchema.parse(names)).toEqual({
      activeWord: ['x Active'],
      expiredWord: ['x Expired'],
      pendingWord: ['x Pending'],
      disabledWord: ['x Disabled'],
      trialWord: ['x Trial'],
    })
    for (const status of customerStatuses) expect(taughtStatus(names, `x ${status}`)).toBe(status)
  })

  test('allows several words for one status', () => {
    const names = teachStatus(teachStatus({}, '3', 'Disabled'), 'suspendu', 'Disabled')
    expect(names).toEqual({ disabledWord: ['3', 'suspendu'] })
  })

  test('replaces the earlier status of the word, ignoring case', () => {
    expect(teachStatus({ disabledWord: ['Suspendu', '3'] }, 'suspendu ', 'Expired')).toEqual({
      disabledWord: ['3'],
      expiredWord: ['suspendu '],
    })
  })

  test('is removed completely, and nothing else is', () => {
    const names: TaughtNames = { status: ['toestand'], disabledWord: ['3'], trialWord: ['2'] }
    expect(teachStatus(names, '3', undefined)).toEqual({ status: ['toestand'], trialWord: ['2'] })
    expect(taughtStatus(names, '4')).toBe(undefined)
  })
})
