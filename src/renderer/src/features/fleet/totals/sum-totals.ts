import type { Response } from '../../../../../shared/bridge/contract.ts'

export type Total = Response<'fleet.totals'>['totals'][number]

/** The numbers of done and refused jobs under one name, such as the name of a product or a technician. */
export interface Sum {
  readonly name: string
  readonly done: number
  readonly refused: number
}

/** Adds up the jobs for each name. Returns the largest sum first. */
export function sumBy(totals: readonly Total[], nameOf: (total: Total) => string): readonly Sum[] {
  const sums = new Map<string, Sum>()
  for (const total of totals) {
    const name = nameOf(total)
    const { done = 0, refused = 0 } = sums.get(name) ?? {}
    sums.set(name, { name, done: done + total.done, refused: refused + total.refused })
  }
  return [...sums.values()].toSorted(
    (one, other) => other.done + other.refused - one.done - one.refused || one.name.localeCompare(other.name),
  )
}

/** Returns one sum for each part of a period. `days` are the first days of the parts as `yyyy-MM-dd`, in ascending order. */
export function sumParts(totals: readonly Total[], days: readonly string[]): readonly Omit<Sum, 'name'>[] {
  const sums = days.map(() => ({ done: 0, refused: 0 }))
  for (const { day, done, refused } of totals) {
    const sum = sums[days.findLastIndex((from) => from <= day)]
    if (sum === undefined) continue
    sum.done += done
    sum.refused += refused
  }
  return sums
}

const pad = (number: number): string => String(number).padStart(2, '0')

/** The day of a time in this computer's calendar, yyyy-MM-dd. `at`: milliseconds since 1970. */
export function dayOf(at: number): string {
  const date = new Date(at)
  return `${String(date.getFullYear())}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}
