import { expect, test } from 'vitest'
import { dayOfInstant, laterDays, readDay } from '../../../../src/shared/domain/day.ts'

const day = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / 86_400_000

test.each([
  ['2027-01-31', '2027-01-31'],
  ['2027-1-5', '2027-01-05'],
  ['2027-01-31T23:59:59', '2027-01-31'],
  ['2027-01-31 08:00', '2027-01-31'],
  ['31/01/2027', '2027-01-31'],
  ['31.01.2027 08:00', '2027-01-31'],
  ['01/31/2027', '2027-01-31'],
  ['05/05/2027', '2027-05-05'],
  ['31-01-2027', '2027-01-31'],
  ['2027/01/31', '2027-01-31'],
  ['2027/01/31 08:00', '2027-01-31'],
  ['2027.01.31', '2027-01-31'],
  ['2027.02.03 08:00', '2027-02-03'],
  ['20270131', '2027-01-31'],
  ['20270131235959', '2027-01-31'],
  ['31 Jan 2027', '2027-01-31'],
  ['31-JAN-2027', '2027-01-31'],
  ['1 february 2027', '2027-02-01'],
  ['Jan 31, 2027', '2027-01-31'],
  ['January 31 2027 08:00', '2027-01-31'],
  ['1801353600000', '2027-01-31'],
  ['/Date(1801353600000+0200)/', '2027-01-31'],
  ['/Date(1801353600000)/', '2027-01-31'],
  ['1801353600', '2027-01-31'],
])('the text %s is read as a day', (text, iso) => {
  expect(readDay(text)).toBe(day(iso))
})

test.each([
  '',
  'soon',
  '02/03/2027',
  '02.03.2027',
  '02-03-2027 08:00',
  '31/01-2027',
  '2027-01/31',
  '2027-02-30',
  '0000-00-00',
  '31/13/2027',
  '31-01-27',
  '31-JAN-27',
  '31 Foo 2027',
  '31 Jan',
  '31 Marraskuu 2027',
  '01022027',
  '20271301',
  '2034010108',
  '20270131245959',
  '12345678901',
  '18013536000000000',
])('the text %s is not read as a day', (text) => {
  expect(readDay(text)).toBeUndefined()
})

test('one month after January 31 is the last day of February or a day in March', () => {
  expect(laterDays(day('2027-01-31'), 1, 0)).toEqual([day('2027-02-28'), day('2027-03-03')])
  expect(laterDays(day('2027-01-15'), 12, 0)).toEqual([day('2028-01-15')])
  expect(laterDays(day('2028-02-29'), 12, 0)).toEqual([day('2029-02-28'), day('2029-03-01')])
})

test('days are counted across the end of the year', () => {
  expect(laterDays(day('2027-12-20'), 0, 30)).toEqual([day('2028-01-19')])
})

test('the last millisecond of a day belongs to that day', () => {
  expect(dayOfInstant(Date.parse('2027-01-31T23:59:59.999Z'))).toBe(day('2027-01-31'))
})
