import { expect, test } from 'vitest'
import { hasMovedAsAsked, mayStay } from '../../../../../src/main/jobs/steps/subscription.ts'
import { readDay } from '../../../../../src/shared/domain/day.ts'

const day = (text: string): number => readDay(text) ?? Number.NaN
const sentOn = '2027-06-15'

test.each([
  [
    'moved the end date if the new date is later by the asked months',
    'end-date',
    3,
    0,
    '2027-09-02',
    '2027-12-02',
    true,
  ],
  [
    'moved the end date if the new date is later by the asked days',
    'end-date',
    0,
    10,
    '2027-09-02',
    '2027-09-12',
    true,
  ],
  [
    'from the end date did not take effect if the new date counts from the day of sending',
    'end-date',
    3,
    0,
    '2027-09-02',
    '2027-09-15',
    false,
  ],
  [
    'moved an end date of today if the new date is later by the asked months',
    'end-date',
    3,
    0,
    sentOn,
    '2027-09-15',
    true,
  ],
  [
    'moved a lapsed end date if the new date counts from the lapsed one',
    'end-date',
    3,
    0,
    '2027-02-01',
    '2027-05-01',
    true,
  ],
  [
    'moved a lapsed end date if the new date counts from the day of sending',
    'end-date',
    3,
    0,
    '2027-02-01',
    '2027-09-15',
    true,
  ],
  ['from today took effect if the new date counts from today', 'today', 3, 0, '2027-09-02', '2027-09-15', true],
  [
    'from today did not take effect if the new date counts from the end date',
    'today',
    3,
    0,
    '2027-09-02',
    '2027-12-02',
    false,
  ],
  ['took effect if the new date is a day short', 'end-date', 3, 0, '2027-09-02', '2027-12-01', true],
  ['took effect if the new date is a day over', 'end-date', 3, 0, '2027-09-02', '2027-12-03', true],
  ['did not take effect if the new date is two days short', 'end-date', 3, 0, '2027-09-02', '2027-11-30', false],
  ['did not take effect if the new date is two days over', 'end-date', 3, 0, '2027-09-02', '2027-12-04', false],
  [
    'of one day took effect twice if the end date moved by two days',
    'end-date',
    0,
    1,
    '2027-09-02',
    '2027-09-04',
    false,
  ],
  [
    'of one day took effect twice if it moved an end date of today by two days',
    'end-date',
    0,
    1,
    sentOn,
    '2027-06-17',
    false,
  ],
  [
    'took effect if a subscription that lapsed by as long as the asked months counts from the day of sending',
    'end-date',
    3,
    0,
    '2027-03-15',
    '2027-09-15',
    true,
  ],
  ['of one day took effect if the end date moved by a day', 'end-date', 0, 1, '2027-09-02', '2027-09-03', true],
  ['of one day did not take effect if the end date is unchanged', 'end-date', 0, 1, '2027-09-02', '2027-09-02', false],
] as const)('a renewal %s', (_, from, months, days, before, now, hasMoved) => {
  expect(hasMovedAsAsked({ months, days, from }, day(before), day(now), day(sentOn))).toBe(hasMoved)
})

test.each([
  ['may leave the end date unchanged if it is the asked day already', 'today', 3, 0, '2027-09-15', true],
  ['may leave the end date unchanged if it is the day before the asked one', 'today', 3, 0, '2027-09-14', true],
  ['may leave the end date unchanged if it is the day after the asked one', 'today', 3, 0, '2027-09-16', true],
  ['must move an end date that is two days off the asked one', 'today', 3, 0, '2027-09-17', false],
  ['must move the end date if it adds a day', 'end-date', 0, 1, '2027-09-02', false],
  ['may leave the end date unchanged if it adds nothing', 'end-date', 0, 0, '2027-09-02', true],
] as const)('a renewal that took effect %s', (_, from, months, days, before, isStill) => {
  expect(mayStay({ months, days, from }, day(before), day(sentOn))).toBe(isStill)
})

test('a renewal from the last day of a month may leave the end date unchanged by either convention for the end of a month', () => {
  const asked = { months: 3, days: 0, from: 'today' } as const
  for (const end of ['2027-11-29', '2027-12-02']) expect(mayStay(asked, day(end), day('2027-08-31'))).toBe(true)
  for (const end of ['2027-11-28', '2027-12-03']) expect(mayStay(asked, day(end), day('2027-08-31'))).toBe(false)
})
