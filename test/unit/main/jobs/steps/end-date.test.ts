import { expect, test } from 'vitest'
import { hasMovedAsAsked } from '../../../../../src/main/jobs/steps/end-date.ts'
import { readDay } from '../../../../../src/shared/domain/day.ts'

const day = (text: string): number => readDay(text) ?? Number.NaN
const sentOn = '2027-06-15'

test.each([
  ['from a later end date, by the months', 'end-date', 3, 0, '2027-09-02', '2027-12-02', true],
  ['from a later end date, by the days', 'end-date', 0, 10, '2027-09-02', '2027-09-12', true],
  ['from a later end date, and not from the day of sending', 'end-date', 3, 0, '2027-09-02', '2027-09-15', false],
  ['from the end date of today', 'end-date', 3, 0, sentOn, '2027-09-15', true],
  ['from a lapsed end date', 'end-date', 3, 0, '2027-02-01', '2027-05-01', true],
  ['from the day of sending, where it had lapsed', 'end-date', 3, 0, '2027-02-01', '2027-09-15', true],
  ['from today', 'today', 3, 0, '2027-09-02', '2027-09-15', true],
  ['from today, and not from the end date', 'today', 3, 0, '2027-09-02', '2027-12-02', false],
  ['a day short', 'end-date', 3, 0, '2027-09-02', '2027-12-01', true],
  ['a day over', 'end-date', 3, 0, '2027-09-02', '2027-12-03', true],
  ['two days short', 'end-date', 3, 0, '2027-09-02', '2027-11-30', false],
  ['two days over', 'end-date', 3, 0, '2027-09-02', '2027-12-04', false],
  ['not at all, though a day was asked for', 'end-date', 0, 1, '2027-09-02', '2027-09-02', false],
] as const)('%s', (_, from, months, days, before, now, hasMoved) => {
  expect(hasMovedAsAsked({ months, days, from }, day(before), day(now), day(sentOn))).toBe(hasMoved)
})
