import { describe, expect, test } from 'vitest'
import { readDay } from '../../../../../src/shared/domain/day.ts'
import { endAfter, sayEnd } from '../../../../../src/renderer/src/features/actions/customer-actions.tsx'

const today = readDay('2026-11-21') ?? 0
const aMonth = { count: '1', unit: 'months', from: 'end-date' } as const
describe('the end date after an action', () => {
  test('is counted from the present end date, or from today', () => {
    expect(endAfter(aMonth, '2026-12-20 00:00:00', today)).toEqual({
      days: ['2027-01-20'],
      isEarlier: false,
      isPast: false,
    })
    expect(endAfter({ ...aMonth, unit: 'days', count: '10' }, '2026-12-20', today)?.days).toEqual(['2026-12-30'])
    expect(endAfter({ ...aMonth, from: 'today' }, undefined, today)?.days).toEqual(['2026-12-21'])
  })

  test('is given as two possible days if platforms may count the end of a month differently', () => {
    const end = endAfter(aMonth, '2027-01-31', today)
    expect(end?.days).toEqual(['2027-02-28', '2027-03-03'])
    expect(sayEnd(end, aMonth)).toBe('28 Feb 2027 or 3 Mar 2027')
  })

  test('is counted both from the past end date and from today if the subscription has ended', () => {
    const end = endAfter(aMonth, '2026-08-01', today)
    expect(end).toMatchObject({ days: ['2026-09-01'], orFromToday: ['2026-12-21'], isPast: true })
    expect(sayEnd(end, aMonth)).toBe(
      '1 Sept 2026, or 21 Dec 2026 if the platform counts an ended subscription from today',
    )
  })

  test('is marked if it is earlier than the present end date', () => {
    expect(endAfter({ ...aMonth, from: 'today' }, '2027-10-19', today)?.isEarlier).toBe(true)
    expect(endAfter({ ...aMonth, from: 'today' }, '2026-11-30', today)?.isEarlier).toBe(false)
  })

  test.each(['', '0', 'x', '-1', '1.5', '10000'])('is unknown for the invalid length %j', (count) => {
    expect(endAfter({ ...aMonth, count }, '2026-12-20', today)).toBeUndefined()
  })

  test('is described as counted by the platform if the present end date is unknown', () => {
    expect(sayEnd(endAfter(aMonth, undefined, today), aMonth)).toBe('counted from the platform’s end date')
  })
})
