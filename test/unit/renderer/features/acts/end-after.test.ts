import { describe, expect, test } from 'vitest'
import { createLocale } from '../../../../../src/renderer/src/locale.ts'
import { readDay } from '../../../../../src/shared/domain/day.ts'
import { sayEnd, endAfter } from '../../../../../src/renderer/src/features/acts/length-dialog.tsx'

const today = readDay('2026-11-21') ?? 0
const aMonth = { count: '1', unit: 'months', from: 'end-date' } as const
const { t } = createLocale({ strict: true })

describe('where a length leads', () => {
  test('is counted on top of what is paid for, or from today', () => {
    expect(endAfter(aMonth, '2026-12-20 00:00:00', today)).toEqual({
      days: ['2027-01-20'],
      isEarlier: false,
      isPast: false,
    })
    expect(endAfter({ ...aMonth, unit: 'days', count: '10' }, '2026-12-20', today)?.days).toEqual(['2026-12-30'])
    expect(endAfter({ ...aMonth, from: 'today' }, undefined, today)?.days).toEqual(['2026-12-21'])
  })

  test('is two days where the conventions for the end of a month differ', () => {
    const end = endAfter(aMonth, '2027-01-31', today)
    expect(end?.days).toEqual(['2027-02-28', '2027-03-03'])
    expect(sayEnd(t, end, aMonth)).toBe('2027-02-28 or 2027-03-03')
  })

  test('names both ways of counting for a subscription that has ended, and says where it is over even so', () => {
    const end = endAfter(aMonth, '2026-08-01', today)
    expect(end).toMatchObject({ days: ['2026-09-01'], orFromToday: ['2026-12-21'], isPast: true })
    expect(sayEnd(t, end, aMonth)).toBe(
      '2026-09-01, or 2026-12-21 if the platform counts an ended subscription from today',
    )
  })

  test('that is earlier than what is paid for says so', () => {
    expect(endAfter({ ...aMonth, from: 'today' }, '2027-10-19', today)?.isEarlier).toBe(true)
    expect(endAfter({ ...aMonth, from: 'today' }, '2026-11-30', today)?.isEarlier).toBe(false)
  })

  test.each(['', '0', 'x', '-1', '1.5', '10000'])('is not told while the length is %j', (count) => {
    expect(endAfter({ ...aMonth, count }, '2026-12-20', today)).toBeUndefined()
  })

  test('is left to the platform where its end date is not known', () => {
    expect(sayEnd(t, endAfter(aMonth, undefined, today), aMonth)).toBe('counted from the platform’s end date')
  })
})
