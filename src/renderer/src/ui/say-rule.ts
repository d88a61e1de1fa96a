import type { Texts } from '../english.ts'
import { hasWords, isolate, t } from '../locale.ts'

type RuleCode = keyof Texts['rules']

/** The message for a rule code of a schema. An unknown code gets the general message. */
export function sayRule(code: string | undefined): string | undefined {
  if (code === undefined || code === '') return undefined
  const rule = t(`rules.${isRuleCode(code) ? code : 'other'}`)
  // A number that is part of a sentence from right to left would be turned around.
  return rule.replace(/\+\d{7,}/, isolate)
}

function isRuleCode(code: string): code is RuleCode {
  return hasWords(`rules.${code}`)
}
