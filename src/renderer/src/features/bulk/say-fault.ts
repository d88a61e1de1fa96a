import type { TFunction } from 'i18next'
import { identifierProblems } from '../../../../shared/domain/device-identifier.ts'
import { sayRule } from '../../ui/say-rule.ts'
import type { RowFault } from './list/read-row.ts'
import { nameOfPath } from './name-of-path.ts'

/** The message for a fault of a row: the field and what is wrong. */
export function sayFault(t: TFunction, { path, code }: RowFault): string {
  const field = nameOfPath(t, path)
  const [rule, detail = ''] = code.split(':')
  if (rule === 'repeated') return t('bulk.faults.repeated', { field, line: detail })
  const problem = identifierProblems.find((known) => known === rule)
  if (problem !== undefined)
    return t('bulk.faults.rule', { field, rule: t(`bulk.faults.box.${problem}`, { letters: detail }) })
  return t('bulk.faults.rule', { field, rule: sayRule(t, code) ?? '' })
}
