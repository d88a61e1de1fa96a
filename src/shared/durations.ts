/** Durations in milliseconds. */
export const aMinute = 60_000
export const anHour = 60 * aMinute
export const aDay = 24 * anHour
