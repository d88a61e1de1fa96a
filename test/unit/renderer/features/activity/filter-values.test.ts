import { expect, it } from 'vitest'
import { emptyForm, isNarrowed, readFilter } from '../../../../../src/renderer/src/features/activity/activity-table.tsx'

it('an empty filter form filters nothing', () => {
  expect(readFilter(emptyForm)).toEqual({})
  expect(isNarrowed({ ...emptyForm, text: '   ' })).toBe(false)
})

it('a filter by days covers whole local days, including the last one', () => {
  const { from, to } = readFilter({ ...emptyForm, fromDay: '2027-01-15', toDay: '2027-01-15' })
  expect(from).toBe(new Date(2027, 0, 15).getTime())
  expect(to).toBe(new Date(2027, 0, 16).getTime())
})

it('the filter form ignores spaces at the ends of texts', () => {
  const form = { ...emptyForm, technician: ' Sam ', kind: 'hostname', outcome: 'drop', text: ' 001A79 ' } as const
  expect(readFilter(form)).toEqual({ technician: 'Sam', kind: 'hostname', outcome: 'drop', text: '001A79' })
  expect(isNarrowed(form)).toBe(true)
})
