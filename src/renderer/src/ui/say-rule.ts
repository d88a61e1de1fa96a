import type { Texts } from '../english.ts'
import { hasWords, t } from '../locale.ts'

type RuleCode = keyof Texts['rules']

/** The message for a rule code of a schema. An unknown code gets the general message. */
export function sayRule(code: string | undefined): string | undefined {
  if (code === undefined || code === '') return undefined
  return t(`rules.${isRuleCode(code) ? code : 'other'}`)
}

function isRuleCode(code: string): code is RuleCode {
  return hasWords(`rules.${code}`)
}
