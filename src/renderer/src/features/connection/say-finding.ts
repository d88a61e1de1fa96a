import type { TFunction } from 'i18next'
import type { Check } from '../../../../shared/bridge/contract.ts'
import { english } from '../../locale.ts'

const findings: Readonly<Record<string, string>> = english.connection.checks.findings

type FindingCode = keyof typeof english.connection.checks.findings

/** The message of a finding. A finding without one gets the message of its outcome. */
export function sayConnectionFinding(t: TFunction, { finding, outcome }: Pick<Check, 'finding' | 'outcome'>): string {
  if (Object.hasOwn(findings, finding)) return t(`connection.checks.findings.${finding as FindingCode}`)
  return t(`connection.checks.general.${outcome}`)
}
