import { callWords, workWords, type Doing } from './doing.ts'

/**
 * Each of these alone is a yes. "Accepted" is left out: an accepted request may not be done yet. "Yes" is left out: it may
 * answer whether there was an error.
 */
const plainYes = /^(?:ok|okay|done|success|successful|successfully|succeeded|completed)$/i

const day = String.raw`\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]\d{1,2}:\d{2}\S{0,15})?`
/** A name must contain a digit: any other word may change the meaning. */
const name = String.raw`["'“]?[\w.@:+-]{0,40}\d[\w.@:+-]{0,40}["'”]?`
const length = String.raw`[1-9]\d{0,3}\s+(?:more\s+)?(?:days?|weeks?|months?|years?)`

const unharmed = String.raw`(?:\s+(?:without|with\s+no)\s+(?:any\s+)?(?:errors?|problems?|warnings?))?`

/** What may follow a sentence of success: how long, for whom, under which user ID. */
const tail = `(?:\\s+(?:until|till|to|through)\\s+${day}|\\s+(?:for|by)\\s+${length}|\\s+with\\s+(?:the\\s+)?(?:user\\s*id|id|log-?in)\\s+${name}|\\s+(?:to|for|under)\\s+(?:the\\s+|this\\s+)?(?:customer|user|subscriber|account|hostname)){0,2}${unharmed}`

const before = String.raw`(?:(?:the|a|an|your|this|new)\s+){0,2}`
const auxiliary = String.raw`(?:\s+(?:has|have)\s+been|\s+was|\s+were)?`

function patternOf(doing: Doing): RegExp {
  const { thing, done, action, noun } = workWords[doing]
  const subject = `${before}(?:${thing})(?:\\s+${name})?`
  const way = String.raw`(?:\s+(?:successfully|now))?`
  const result = String.raw`(?:successful(?:ly)?|succeeded|success|completed|done|ok)`
  const forms = [
    `${subject}${auxiliary}${way}\\s+(?:${done})${way}${tail}`,
    `${subject}\\s+successfully\\s+(?:${done})${tail}`,
    `successfully\\s+(?:${done})(?:\\s+${subject})?${tail}`,
    `(?:${done})\\s+successfully${tail}`,
    `${before}(?:${noun})(?:\\s+(?:is|was|has\\s+been))?(?:\\s+successfully)?\\s+${result}(?:\\s+successfully)?${tail}`,
    `(?:${action})\\s+${subject}\\s+${result}`,
    `${before}(?:${callWords})(?:\\s+(?:is|was|has\\s+been|completed|executed|performed))?\\s+(?:successful(?:ly)?|succeeded|success)`,
    `${before}(?:operation|transaction)(?:\\s+(?:was|has\\s+been|is))?\\s+(?:successfully\\s+)?(?:completed|done|executed|performed)(?:\\s+successfully)?`,
    `(?:completed|executed|successfully\\s+(?:completed|executed|done))(?:\\s+successfully)?`,
    ...(isStateWord(doing) ? [] : [`(?:${done})${tail}`]),
  ]
  return new RegExp(`^(?:${forms.join('|')})$`, 'i')
}

/** "Disabled" alone may describe the customer's status before the call, or this interface. */
const isStateWord = (doing: Doing): boolean => doing === 'disable' || doing === 'enable'

const patterns: Readonly<Record<Doing, RegExp>> = {
  create: patternOf('create'),
  bind: patternOf('bind'),
  renew: patternOf('renew'),
  change: patternOf('change'),
  disable: patternOf('disable'),
  enable: patternOf('enable'),
}

/** Whether this clause says that exactly this work was done. Every word of it must be known. */
export const saysDone = (clause: string, doing: Doing | undefined): boolean =>
  doing !== undefined && patterns[doing].test(clause)

/** Whether this clause is a plain yes, or says that the work was done. */
export const saysYes = (clause: string, doing: Doing | undefined): boolean =>
  plainYes.test(clause) || saysDone(clause, doing)

/** Whether it is only a courtesy. */
export const isPolite = (clause: string): boolean => /^(?:thanks|thank you|welcome)$/i.test(clause)
