/** A calendar day as the number of days since 1970-01-01, so that days compare and subtract. */
export type Day = number

const msADay = 86_400_000
const dayOf = (year: number, month: number, day: number): Day | undefined => {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal && year >= 1970 && year < 2200 ? at.getTime() / msADay : undefined
}

/** The day of an instant, milliseconds since 1970, in UTC. */
export const dayOfInstant = (ms: number): Day => Math.floor(ms / msADay)

/**
 * The day in a date as a platform writes it: `yyyy-MM-dd` with or without a time, `dd/MM/yyyy` where the day tells itself
 * apart, `/Date(ms)/`, or seconds since 1970. Nothing where it cannot be told for sure.
 */
export function readDay(text: string): Day | undefined {
  const trimmed = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(trimmed)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const slashed = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:[T ].*)?$/.exec(trimmed)
  if (slashed) return readSlashed(Number(slashed[1]), Number(slashed[2]), Number(slashed[3]))
  const wrapped = /^\/Date\((\d{9,14})(?:[+-]\d{4})?\)\/$/.exec(trimmed)
  if (wrapped) return dayOfInstant(Number(wrapped[1]))
  return /^\d{9,10}$/.test(trimmed) ? dayOfInstant(Number(trimmed) * 1000) : undefined
}

/** Day first or month first: read only where one of the two cannot be a month, or both are the same. */
function readSlashed(first: number, second: number, year: number): Day | undefined {
  if (first === second || first > 12) return dayOf(year, second, first)
  return second > 12 ? dayOf(year, first, second) : undefined
}

/**
 * A day so many months and days later, by both conventions for the end of a month: 31 January and a month is the last of
 * February, or so many days into March.
 */
export function laterDays(from: Day, months: number, days: number): readonly Day[] {
  const at = new Date(from * msADay)
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + months, at.getUTCDate()]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const clamped = Date.UTC(year, month, Math.min(day, lastOfMonth)) / msADay
  const overflowing = Date.UTC(year, month, day) / msADay
  return [...new Set([clamped + days, overflowing + days])]
}
