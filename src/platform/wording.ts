import type { Operation } from './catalogue/operation.ts'
import { plainWords, type FieldNames } from './field-names.ts'

/** What the platform's words say. `busy`: the work may yet be done or may have been done in part. */
export type Wording = 'approves' | 'refuses' | 'says-absent' | 'busy' | 'says-nothing'

const negation =
  /\b(?:not?|non|never|none|cannot|un\w*able|fail\w*|errors?|exception|invalid|incorrect|wrong|bad|denied|den(?:y|ies)|refus\w*|reject\w*|unauthori[sz]ed|forbidden|exists?|already|duplicate\w*|missing|required|must|expired|unknown|blocked|disallowed|exceed\w*|limit|insufficient|unsuccessful\w*|without|nothing|except|but|partial\w*)\b|n['’]t\b/i
const approval = /^(?:ok|okay|true|yes|done|success|succeeded|accepted|created|completed)$|\bsuccess(?:ful|fully)?\b/i
const absence =
  /\b(?:not\s+(?:be\s+)?found|(?:does|do|did)(?:\s+not|n['’]t)\s+exist|no\s+such|non-?existent|(?:no|unknown)\s+(?:matching\s+)?(?:customers?|users?|subscribers?|records?|devices?|mac\s*address(?:es)?|hostnames?|accounts?)\b)/i
/** What else may be missing: then nothing is said of a customer or a box. */
const aboutElse = /\b(?:crm|cms|services?|company|products?|packages?|reseller|operator)\b/i
const busy =
  /\btime(?:d)?[\s-]?out\b|\bdeadlock|\bin progress\b|\bbeing processed\b|\bstill processing\b|\binternal server error\b/i

/** The words that say the effect of an operation has come about. */
const verbs: Readonly<Record<Exclude<Operation['effect'], 'read' | 'toggle'>, string>> = {
  create: 'added|created|registered',
  bind: 'added|bound|registered|assigned|attached',
  renew: 'renewed|extended',
  change: 'changed|updated',
}
const subjects = 'customer|user|subscriber|subscription|device|box|product|mac(?:[\\s-]?address)?'

/**
 * Reads the platform's words narrowly: it approves only by plain words of success, or by the operation's own verb in a sentence
 * that says nothing else.
 */
export function readWording(
  text: string,
  operation: Pick<Operation, 'id' | 'effect'>,
  names?: TaughtWordNames,
): Wording {
  const words = text.trim().replace(/[\s.!]+$/, '')
  if (busy.test(words)) return 'busy'
  const taught = names === undefined ? undefined : readTaught(text, names)
  if (taught !== undefined) return taught
  const approves = approval.test(words) || saysDone(words, operation)
  const refuses = /^false$/i.test(words) || negation.test(words)
  if (approves && refuses) return 'says-nothing'
  if (absence.test(words) && !isAboutCredentials(words) && !aboutElse.test(words)) return 'says-absent'
  if (approves) return 'approves'
  return refuses ? 'refuses' : 'says-nothing'
}

/** The words that were taught for a platform. */
type TaughtWordNames = Pick<FieldNames, 'approvalWord' | 'refusalWord' | 'absenceWord'>

/** A yes is the taught word alone, since "not" may stand beside it; a no or a nobody may stand in a sentence. */
function readTaught(text: string, { approvalWord, refusalWord, absenceWord }: TaughtWordNames): Wording | undefined {
  const words = plainWords(text)
  const speaksOf = (taught: readonly string[]): boolean => taught.some((one) => words.includes(one))
  if (speaksOf(absenceWord)) return 'says-absent'
  if (approvalWord.includes(words)) return refusalWord.includes(words) ? 'says-nothing' : 'approves'
  return speaksOf(refusalWord) ? 'refuses' : undefined
}

function saysDone(words: string, { id, effect }: Pick<Operation, 'id' | 'effect'>): boolean {
  if (effect === 'read') return false
  const verb = effect === 'toggle' ? (id === 'Disable' ? 'disabled' : 'enabled|activated') : verbs[effect]
  return new RegExp(`^(?:the |a )?(?:new )?(?:${subjects})(?: has been| have been|)? (?:${verb})$`, 'i').test(words)
}

/** The route is not there: nothing was said of a customer. Words of Web API, its kin, and gateways. */
const routeMessage =
  /no http resource was found|no (?:type|action|controller|route)\b.*\b(?:found|match)|\bcannot (?:get|post)\b|404 page not found|default backend|resource (?:cannot|could not) be found|no route matched|requested (?:url|resource|page) .*not (?:be )?found|does not support http method/i

/** Whether these words are a web server's about a path, and not the operation's about a customer. */
export const isRouteMessage = (text: string): boolean => routeMessage.test(text)

const credentialWords =
  /\b(?:auth\s*)?token\b|unauthori[sz]ed|not authori[sz]ed|authori[sz]ation|authenticat|credential|\b(?:wrong|invalid|incorrect|bad)\b.{0,30}\b(?:password|login|log-in|user ?name)\b|\b(?:password|login|log-in|user ?name)\b.{0,30}\b(?:wrong|invalid|incorrect|mismatch|not match)/i

/** Whether these words say that the company token or the customer's password was not taken. */
export const isAboutCredentials = (text: string): boolean => credentialWords.test(text)
