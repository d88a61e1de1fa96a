import { shownFormatTag, t } from '../../locale.ts'
import { formatMonth, formatShortDay, formatWeekday } from '../../ui/format-time.ts'
import type { Division } from './period.ts'

/** The name of one part of a period, which begins at `from` and ends before `to`. */
export function sayPart(from: number, to: number, division: Division): string {
  if (division === 'day') return formatWeekday(from)
  if (division === 'month') return formatMonth(from)
  return t('activity.work.week', { from: formatShortDay(from), to: formatShortDay(to - 1) })
}

/** The same under a bar, where little room is. */
export function sayPartShortly(from: number, division: Division): string {
  const options: Intl.DateTimeFormatOptions =
    division === 'day'
      ? { day: 'numeric' }
      : division === 'week'
        ? { day: 'numeric', month: 'short' }
        : { month: 'short' }
  return new Intl.DateTimeFormat(shownFormatTag(), options).format(from)
}

/** A time that a job took: `40 sec`, `3 min`, `2 hr`, in the language that is shown. */
export function sayDuration(seconds: number): string {
  const [value, unit] =
    seconds < 90
      ? [Math.max(1, seconds), 'second']
      : seconds < 5400
        ? [seconds / 60, 'minute']
        : [seconds / 3600, 'hour']
  return new Intl.NumberFormat(shownFormatTag(), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format(value)
}

/** `93 %`, in the language that is shown. */
export const sayShare = (part: number, whole: number): string =>
  new Intl.NumberFormat(shownFormatTag(), { style: 'percent' }).format(part / whole)

export const sayCount = (count: number): string => new Intl.NumberFormat(shownFormatTag()).format(count)
