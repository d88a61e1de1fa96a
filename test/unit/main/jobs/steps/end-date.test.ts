import { expect, test } from 'vitest'
import { hasMovedAsAsked, mayStay } from '../../../../../src/main/jobs/steps/subscription.ts'
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

test.each([
  ['says that it may, where it is already the day that was asked for', 'today', 3, 0, '2027-09-15', true],
  ['says that it may, where it is the day before', 'today', 3, 0, '2027-09-14', true],
  ['says that it may, where it is the day after', 'today', 3, 0, '2027-09-16', true],
  ['says that it may not, where it is two days off', 'today', 3, 0, '2027-09-17', false],
  ['says that it may not, where a day is added', 'end-date', 0, 1, '2027-09-02', false],
  ['says that it may, where nothing is added', 'end-date', 0, 0, '2027-09-02', true],
] as const)('asked whether an end date may stand still, %s', (_, from, months, days, before, isStill) => {
  expect(mayStay({ months, days, from }, day(before), day(sentOn))).toBe(isStill)
})
