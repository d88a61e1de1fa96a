import type { TFunction } from 'i18next'
import { english } from '../locale.ts'

type RuleCode = keyof typeof english.rules

/** The sentence for a schema's rule code; a code without one gets the general sentence. */
export function sayRule(t: TFunction, code: string | undefined): string | undefined {
  if (code === undefined || code === '') return undefined
  return t(`rules.${isRuleCode(code) ? code : 'other'}`)
}

function isRuleCode(code: string): code is RuleCode {
  return Object.hasOwn(english.rules, code)
}
