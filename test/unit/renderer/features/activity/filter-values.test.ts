import { expect, it } from 'vitest'
import { emptyForm, isNarrowed, readFilter } from '../../../../../src/renderer/src/features/activity/filter-values.ts'

it('a form that was not filled in narrows nothing', () => {
  expect(readFilter(emptyForm)).toEqual({})
  expect(isNarrowed({ ...emptyForm, text: '   ' })).toBe(false)
})

it('days are whole days of this calendar, the last one included', () => {
  const { from, to } = readFilter({ ...emptyForm, fromDay: '2027-01-15', toDay: '2027-01-15' })
  expect(from).toBe(new Date(2027, 0, 15).getTime())
  expect(to).toBe(new Date(2027, 0, 16).getTime())
})

it('what is filled in is asked for, without blanks at its ends', () => {
  const form = { ...emptyForm, technician: ' Sam ', kind: 'hostname', outcome: 'drop', text: ' 001A79 ' } as const
  expect(readFilter(form)).toEqual({ technician: 'Sam', kind: 'hostname', outcome: 'drop', text: '001A79' })
  expect(isNarrowed(form)).toBe(true)
})
