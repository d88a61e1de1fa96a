import type { TFunction } from 'i18next'
import type { IdentifierReading } from '../../../../shared/domain/device-identifier.ts'

/** The sentence about a text that names no box; absent where it does. */
export function sayProblem(t: TFunction, reading: IdentifierReading, raw: string): string | undefined {
  if (reading.ok) return undefined
  const count = raw.replace(/^\s*MAC[^0-9A-F]*/i, '').replace(/[^0-9A-Za-z]/g, '').length
  return t(`scan.problems.${reading.problem}`, { count })
}
