import type { Operation } from '../catalogue/operation.ts'
import { isAboutCredentials } from './credential-words.ts'
import { deviceWords } from './doing.ts'

/** "Account" and "client" are left out: they may be the caller's own, whose token was not taken. */
const people = '(?:end[- ])?users?|customers?|subscribers?|user\\s*ids?'
const boxes = `${deviceWords}|uuids?`
const hosts = `host\\s?names?|${boxes}`

/** What else may be missing: then nothing is said of a customer or a box. */
const aboutElse =
  /\b(?:crm|cms|services?|company|products?|packages?|reseller|operator|api|keys?|caller|admin|dealer|merchant|tenant|session|methods?|functions?|actions?)\b/i

/** A date or a status that was asked for limits what was looked through: "No customer with status Trial". */
const name = String.raw`(?:\s+(?:"[^"]{1,60}"|'[^']{1,60}'|#?[\w@:+-]*[\d.@][\w.@:+-]*))?`
const the = String.raw`(?:(?:the|a|an|any|this|that|such|given|specified|requested|matching)\s+){0,3}`
const about = String.raw`(?:\s+(?:with|for|under|by|of|in|having|matching)\s+[^.;,]{1,80})?`

function patternOf(nouns: string): RegExp {
  const forms = [
    `(?:no|unknown|no\\s+such|non-?existent|no\\s+matching)\\s+(?:${nouns})${name}(?:\\s+(?:was|were|is|are|has\\s+been|have\\s+been))?(?:\\s+(?:found|exists?|registered|known|assigned))?${about}`,
    `${the}(?:${nouns})${name}(?:\\s+(?:was|is|were|are|has|have)\\s+)?\\s*(?:not\\s+(?:be\\s+)?found|unknown|not\\s+known|not\\s+registered|non-?existent|not\\s+exist(?:s|ing)?)${about}`,
    `${the}(?:${nouns})${name}${about}\\s+(?:(?:does|do|did)(?:\\s*not|n['’]t)\\s+exist|(?:could\\s*not|can\\s*not|can['’]t|couldn['’]t)\\s+be\\s+found|(?:was|is|were|are)\\s+not\\s+found)${about}`,
    `(?:could\\s*not|can\\s*not|can['’]t|couldn['’]t|unable\\s+to|failed\\s+to|did\\s+not)\\s+find\\s+${the}(?:${nouns})${name}${about}`,
    `there\\s+(?:is|are|was)\\s+no\\s+(?:such\\s+)?(?:${nouns})${about}`,
  ]
  return new RegExp(`^(?:${forms.join('|')})$`, 'i')
}

const ofPeople = patternOf(people)
const ofDevices = patternOf(`${people}|${boxes}`)
const ofHosts = patternOf(hosts)

/** Whether these words say, and say no more than, that what was asked about is not there. */
export function saysAbsent(words: string, { id }: Pick<Operation, 'id'>): boolean {
  if (isAboutCredentials(words) || aboutElse.test(words)) return false
  const sentence = words.replace(/^(?:error|failed|failure)\s*[:,-]\s*/i, '')
  if (id === 'GetMacAddressesUnderHostname' || id === 'AddMacAddressToHostname') return ofHosts.test(sentence)
  return id === 'devices' ? ofDevices.test(sentence) : ofPeople.test(sentence)
}
