import { describe, expect, test } from 'vitest'
import { customerStatuses } from '../../../../../src/shared/domain/customer/customer.ts'
import {
  fieldMappingSchema,
  type FieldMapping,
  mappedStatus,
  mapStatus,
} from '../../../../../src/shared/domain/field-mapping/field-mapping.ts'

describe('the mapping of a word to a status', () => {
  test('is stored in the field mapping, for each of the five statuses', () => {
    const names = customerStatuses.reduce<FieldMapping>((all, status) => mapStatus(all, `x ${status}`, status), {})
    expect(fieldMappingSchema.parse(names)).toEqual({
      activeWord: ['x Active'],
      expiredWord: ['x Expired'],
      pendingWord: ['x Pending'],
      disabledWord: ['x Disabled'],
      trialWord: ['x Trial'],
    })
    for (const status of customerStatuses) expect(mappedStatus(names, `x ${status}`)).toBe(status)
  })

  test('allows several words for one status', () => {
    const names = mapStatus(mapStatus({}, '3', 'Disabled'), 'suspendu', 'Disabled')
    expect(names).toEqual({ disabledWord: ['3', 'suspendu'] })
  })

  test('replaces the earlier status of the word, ignoring case', () => {
    expect(mapStatus({ disabledWord: ['Suspendu', '3'] }, 'suspendu ', 'Expired')).toEqual({
      disabledWord: ['3'],
      expiredWord: ['suspendu '],
    })
  })

  test('is removed completely, and no other mapping is removed', () => {
    const names: FieldMapping = { status: ['toestand'], disabledWord: ['3'], trialWord: ['2'] }
    expect(mapStatus(names, '3', undefined)).toEqual({ status: ['toestand'], trialWord: ['2'] })
    expect(mappedStatus(names, '4')).toBe(undefined)
  })
})
