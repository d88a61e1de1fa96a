import type { TFunction } from 'i18next'
import type { IdentifierReading } from '../../../../shared/domain/device-identifier.ts'
import { spellOut } from '../../../../shared/domain/label/spell-out.ts'

/** The sentence about a text that names no box, with the code points of what only looks like its letters; absent where it names one. */
export function sayProblem(t: TFunction, reading: IdentifierReading, raw: string): string | undefined {
  if (reading.ok) return undefined
  const count = raw.replace(/^\s*MAC[^0-9A-F]*/i, '').replace(/[^0-9A-Za-z]/g, '').length
  const problem = t(`scan.problems.${reading.problem}`, { count })
  const { codePoints } = spellOut(raw)
  if (reading.proposal !== undefined || codePoints.length === 0) return problem
  return `${problem} ${t('scan.codePoints')} ${codePoints.join(' ')}`
}
