import { assert, date, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addLength, addMonths, dayOf } from '../../../src/sandbox/days.ts'

test.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2027-08-31', 1, '2027-09-30'],
  ['2027-12-15', 1, '2028-01-15'],
  ['2027-03-31', -1, '2027-02-28'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2027-05-10', 0, '2027-05-10'],
])('%s plus %i months is %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected)
})

test('days are added across the ends of months and years, regardless of daylight saving time', () => {
  expect(addDays('2027-12-30', 3)).toBe('2028-01-02')
  expect(addDays('2027-03-27', 2)).toBe('2027-03-29')
})

test('no day has more than four digits for its year', () => {
  expect(addDays('9999-12-30', 1)).toBe('9999-12-31')
  expect(addMonths('9999-06-30', 9999)).toBe('9999-12-31')
  expect(addDays(addDays('9999-12-31', 9999), -1)).toBe('9999-12-30')
})

test('a length is added in months or in days', () => {
  expect(addLength('2027-01-31', { months: 1, days: 0 })).toBe('2027-02-28')
  expect(addLength('2027-01-31', { months: 0, days: 30 })).toBe('2027-03-02')
})

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

test('adding months never ends in a later month than requested, nor on a later day of the month', () => {
  const days = date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  assert(
    property(days, integer({ min: 0, max: 120 }), (moment, months) => {
      const [from, to] = [dayOf(moment.getTime()), addMonths(dayOf(moment.getTime()), months)]
      expect(monthOf(to) - monthOf(from)).toBe(months)
      expect(to.slice(8) <= from.slice(8)).toBe(true)
    }),
  )
})
