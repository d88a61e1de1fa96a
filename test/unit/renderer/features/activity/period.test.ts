import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dividePeriod, type PeriodForm } from '../../../../../src/renderer/src/features/activity/work-filter.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 15, 30), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const own = (fromDay: string | undefined, toDay: string | undefined): PeriodForm => ({ period: 'own', fromDay, toDay })
const chosen = (period: PeriodForm['period']): PeriodForm => ({ period, fromDay: undefined, toDay: undefined })

/** The days on which the parts of a period begin, and the day on which the last part ends. */
const days = (form: PeriodForm, tag = 'en-GB') =>
  dividePeriod(form, tag)?.edges.map((edge) => {
    const at = new Date(edge)
    expect([at.getHours(), at.getMinutes()]).toEqual([0, 0])
    return `${at.getMonth() + 1}-${at.getDate()}`
  })

test('the periods “today” and “yesterday” are one day each, from midnight to midnight', () => {
  expect(days(chosen('today'))).toEqual(['11-18', '11-19'])
  expect(days(chosen('yesterday'))).toEqual(['11-17', '11-18'])
})

test('a week begins on the day that is usual for the language', () => {
  expect(days(chosen('this-week'), 'en-GB')?.at(0)).toBe('11-16')
  expect(days(chosen('this-week'), 'en-US')?.at(0)).toBe('11-15')
  expect(days(chosen('this-week'))).toHaveLength(8)
  expect(days(chosen('last-week'))).toEqual(['11-9', '11-10', '11-11', '11-12', '11-13', '11-14', '11-15', '11-16'])
})

test('the period of thirty days ends with today, and the period of twelve months with this month', () => {
  const thirty = days(chosen('thirty-days'))
  expect([thirty?.at(0), thirty?.at(-1), thirty?.length]).toEqual(['10-20', '11-19', 31])
  const year = days(chosen('year'))
  expect([year?.at(0), year?.at(-1), year?.length]).toEqual(['12-1', '12-1', 13])
  expect(dividePeriod(chosen('year'), 'en-GB')?.division).toBe('month')
})

describe('a period with chosen dates', () => {
  test('includes its last day', () => {
    expect(days(own('2026-11-03', '2026-11-04'))).toEqual(['11-3', '11-4', '11-5'])
  })

  test('is counted by week if it is longer than a month, and its first and last week may be shorter', () => {
    expect(dividePeriod(own('2026-09-30', '2026-11-04'), 'en-GB')?.division).toBe('week')
    expect(days(own('2026-09-30', '2026-11-04'))).toEqual(['9-30', '10-5', '10-12', '10-19', '10-26', '11-2', '11-5'])
  })

  test('is counted by month if it is several years long, so that it fits into one request', () => {
    const long = dividePeriod(own('2001-01-15', '2026-11-18'), 'en-GB')
    expect(long?.division).toBe('month')
    expect(long?.edges.length).toBeLessThanOrEqual(400)
    expect(long?.edges).toEqual([...(long?.edges ?? [])].sort((one, other) => one - other))
  })

  test.each([
    ['without a first day', undefined, '2026-11-04'],
    ['without a last day', '2026-11-04', undefined],
    ['that ends before it begins', '2026-11-05', '2026-11-04'],
  ])('%s does not count as a period', (_, from, to) => {
    expect(dividePeriod(own(from, to), 'en-GB')).toBeUndefined()
  })
})
