import { describe, expect, it } from 'vitest'
import {
  bulkFields,
  bulkKinds,
  guessColumns,
  isHeader,
} from '../../../../../../src/renderer/src/features/bulk/list/bulk-fields.ts'

describe('the columns of a list', () => {
  it('are known by their names in any order, case and spelling', () => {
    expect(guessColumns(['Town', 'MAC address', 'LAST_NAME', 'Prénom', 'zip-code'], 'new-customer')).toEqual([
      'customer.city',
      'box.raw',
      'customer.lastname',
      undefined,
      'customer.zipcode',
    ])
  })

  it('fill a field once: the first that claims it', () => {
    expect(guessColumns(['mac', 'serial', 'host'], 'hostname')).toEqual(['box.raw', undefined, 'hostname'])
  })

  it('fill only what the list is for', () => {
    expect(guessColumns(['mac', 'city', 'userid'], 'hostname')).toEqual(['box.raw', undefined, undefined])
  })

  it('are those of the template, each of which is guessed', () => {
    for (const kind of bulkKinds) {
      const titles = bulkFields[kind].map(({ title }) => title)
      expect(guessColumns(titles, kind)).toEqual(bulkFields[kind].map(({ path }) => path))
    }
  })

  it('have names where the first line is no row', () => {
    expect(isHeader(['MAC', 'Remark'])).toBe(true)
    expect(isHeader(['001A79123456', 'Paris'])).toBe(false)
  })
})
