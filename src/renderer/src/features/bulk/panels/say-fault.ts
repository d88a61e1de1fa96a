import { identifierProblems } from '../../../../../shared/domain/device-identifier.ts'
import { t } from '../../../locale.ts'
import { sayRule } from '../../../ui/say-rule.ts'
import type { RowFault } from '../list/read-row.ts'
import { nameOfPath } from './columns-panel.tsx'

/** The message for a fault of a row: the field and what is wrong. */
export function sayFault({ path, code }: RowFault): string {
  const field = nameOfPath(path)
  const [rule, detail = ''] = code.split(':')
  if (rule === 'repeated')
    return detail === '' ? t('bulk.groups.repeated', { field }) : t('bulk.faults.repeated', { field, line: detail })
  const problem = identifierProblems.find((known) => known === rule)
  if (problem !== undefined)
    return t('bulk.faults.rule', { field, rule: t(`bulk.faults.box.${problem}`, { letters: detail }) })
  return t('bulk.faults.rule', { field, rule: sayRule(code) ?? '' })
}
