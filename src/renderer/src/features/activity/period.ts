import {
  getLocalTimeZone,
  parseDate,
  startOfMonth,
  startOfWeek,
  today,
  toCalendarDate,
  type CalendarDate,
} from '@internationalized/date'

/** The periods that a supervisor can choose. */
export const periods = ['today', 'yesterday', 'this-week', 'last-week', 'thirty-days', 'year', 'own'] as const
export type Period = (typeof periods)[number]

/** The units into which a period is divided. */
export type Division = 'day' | 'week' | 'month'

/** The chosen period. `fromDay` and `toDay` are its first and last day as `yyyy-MM-dd`. They apply only to the period `own`. */
export interface PeriodForm {
  readonly period: Period
  readonly fromDay: string | undefined
  readonly toDay: string | undefined
}

/**
 * A period divided into parts. Each part runs from one edge to the next. Edges are midnights of this computer, in milliseconds since 1970.
 */
export interface Divided {
  readonly edges: readonly number[]
  readonly division: Division
}

/**
 * The most days of a period that is divided into days, and the most weeks of a period that is divided into weeks. A longer period is
 * divided into months. After the limit for months, the rest of the period is one part.
 */
const [mostDays, mostWeeks, mostMonths] = [31, 26, 120]

/**
 * Divides the period. Undefined if the period is `own` and is incomplete or ends before it begins. `tag`: the language that decides on
 * which day a week begins.
 */
export function dividePeriod({ period, fromDay, toDay }: PeriodForm, tag: string): Divided | undefined {
  const now = toCalendarDate(today(getLocalTimeZone()))
  const week = startOfWeek(now, tag)
  switch (period) {
    case 'today':
      return divide(now, now.add({ days: 1 }), tag)
    case 'yesterday':
      return divide(now.subtract({ days: 1 }), now, tag)
    case 'this-week':
      return divide(week, week.add({ weeks: 1 }), tag)
    case 'last-week':
      return divide(week.subtract({ weeks: 1 }), week, tag)
    case 'thirty-days':
      return divide(now.subtract({ days: 29 }), now.add({ days: 1 }), tag)
    case 'year':
      return divide(startOfMonth(now).subtract({ months: 11 }), startOfMonth(now).add({ months: 1 }), tag)
    case 'own': {
      if (fromDay === undefined || toDay === undefined || toDay < fromDay) return undefined
      return divide(parseDate(fromDay), parseDate(toDay).add({ days: 1 }), tag)
    }
  }
}

function divide(from: CalendarDate, to: CalendarDate, tag: string): Divided {
  const days = to.compare(from)
  const division: Division = days <= mostDays ? 'day' : days <= mostWeeks * 7 ? 'week' : 'month'
  const edges = [from]
  let next = beginOf(from, division, tag)
  for (let part = 0; part < mostMonths; part += 1) {
    next = next.add({
      days: Number(division === 'day'),
      weeks: Number(division === 'week'),
      months: Number(division === 'month'),
    })
    if (next.compare(to) >= 0) break
    edges.push(next)
  }
  return { edges: [...edges, to].map((day) => day.toDate(getLocalTimeZone()).getTime()), division }
}

const beginOf = (day: CalendarDate, division: Division, tag: string): CalendarDate =>
  division === 'day' ? day : division === 'week' ? startOfWeek(day, tag) : startOfMonth(day)
