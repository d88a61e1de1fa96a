import { cutEnd, type FieldNames, plainWords } from '../answer.ts'
import type { Operation } from '../catalogue/operation.ts'
import { deviceWords, type Doing, isPolite, saysDone, saysNo, saysYes } from './plain-clauses.ts'

/** Words for a customer. "Account" and "client" are not in the list, because they may mean the caller, whose token was rejected. */
const people = '(?:end[- ])?users?|customers?|subscribers?|user\\s*ids?'

const boxes = `${deviceWords}|uuids?`

const hosts = `host\\s?names?|${boxes}`

/** Words for things other than a customer or a box. That such a thing is missing says nothing about a customer or a box. */
const aboutElse =
  /\b(?:crm|cms|services?|company|products?|packages?|reseller|operator|api|keys?|caller|admin|dealer|merchant|tenant|session|methods?|functions?|actions?)\b/i

/**
 * Matches a text in quotes, or a value with a digit. A bare word does not match, because it may be a status that limits the search: "No
 * customer with status Trial".
 */
const name = String.raw`(?:\s+(?:"[^"]{1,60}"|'[^']{1,60}'|#?[\w@:+-]*[\d.@][\w.@:+-]*))?`

const the = String.raw`(?:(?:the|a|an|any|this|that|such|given|specified|requested|matching)\s+){0,3}`

const about = String.raw`(?:\s+(?:with|for|under|by|of|in|having|matching)\s+[^.;,]{1,80})?`

const ofPeople = patternOf(people)

const ofDevices = patternOf(`${people}|${boxes}`)

const ofHosts = patternOf(hosts)

/** Words for work that may be done later, may be done already, or was interrupted. */
const busy =
  /\btime(?:d)?[\s-]?out\b|\bdeadlock|\bin progress\b|\bbeing processed\b|\bstill processing\b|\binternal (?:server )?error\b|\bqueued\b|\bscheduled\b|\bwill be (?:\w+ed|bound|done|made|set)\b|\btemporar(?:y|ily)\b|\btry again (?:later|in)\b|\bretry later\b|\bmaintenance\b|\boverload|\bservice (?:is )?(?:currently )?unavailable\b|\bexception\b(?! list)|\bunexpected(?:ly)?\b|\bunhandled\b|\bcrash|\bsomething went wrong\b|\b(?:an )?error (?:has )?occurr?ed\b|\brequest (?:was |has been )?(?:received|submitted)\b|\baccepted for\b|\bduplicate request\b|\balready being \w+ed\b|\bbeing handled\b|\block wait\b|\btoo many requests\b/i

/** A text that says only that the work was broken off. */
const brokenOff =
  /^(?:an? |the )?(?:task|operation|request|transaction|call) (?:was |has been |is )?(?:cancell?ed|aborted)$/i

/** A text that names finished work and then limits it, such as "Subscription renewed but no SMS was sent". The work may be done. */
const doneBut =
  /\b(?:added|created|registered|bound|assigned|attached|linked|saved|stored|renewed|extended|prolonged|changed|updated|switched|upgraded|(?:en|dis)abled|(?:de)?activated|suspended)\b[^.;]*\b(?:but|however|although|except)\b/i

/** Words that sound like no. Such words are too weak for a no, but strong enough to distrust a yes. */
const negative =
  /\b(?:not?|non|never|none|cannot|un\w*able|fail\w*|errors?|invalid|incorrect|wrong|bad|denied|den(?:y|ies)|declin\w*|refus\w*|reject\w*|unauthori[sz]ed|forbidden|exists?|already|duplicate\w*|missing|required|must|expired|unknown|blocked|disallowed|exceed\w*|limit|insufficient|unsuccessful\w*|without|nothing|except|but|partial\w*|however|although|only|pending|wait\w*|later|cancel\w*|abort\w*|skipp\w*|ignor\w*|instead|needed)\b|n['’]t\b|\b0 (?:customers?|devices?|rows?|records?|days?|months?)\b/i

/** Phrases such as "no errors": a word in them sounds like no, but the phrase means success. */
const harmless =
  /\b(?:without|with no|no|0|zero) (?:any )?(?:further )?(?:errors?|problems?|issues?|warnings?|exceptions?)\b|\bno (?:further |more |other )?(?:actions?|steps?|changes?) (?:is |are )?(?:required|needed|necessary)\b|\berrors?(?: code)?\s?[:=]?\s?(?:0|none)\b|\b(?:device )?limit (?:was |has been )?(?:raised|increased|lifted|extended)\b|\bpreviously \w+\b/gi

/** A negated verb, or a verb about another customer. */
const negated =
  /\b(?:not|n['’]t|never|cannot|can['’]t)(?: yet)?(?: been| be)? \w+|n['’]t(?: been| be)? \w+|\balready (?:registered|assigned|bound|linked|attached|used)\b|\b(?:registered|assigned|bound|linked|attached|used) (?:to|by|for|with|under|on) (?:an ?other|a different|some(?:one|body) else)/gi

/** A text with one of these words mentions finished work or the handling of a fault, so it is not a plain no. */
const doneWords =
  /\b(?:ok|okay|success\w*|succeeded|done|added|created|made|registered|bound|assigned|attached|linked|paired|saved|stored|inserted|renewed|extended|prolonged|changed|updated|switched|replaced|upgraded|modified|(?:re-?)?(?:en|dis)abled|(?:re|de)?-?activated|suspended|unblocked|unlocked|resumed|completed|executed|performed|applied|accepted|approved|granted|confirmed|raised|now|instead|default|anyway|nevertheless|although|though|however|but|still|ignor\w*|skipp\w*|continu\w*|proceed\w*|previous\w*|recovered|corrected|adjusted|assumed|using|used|fallback|warning|notice|note|info|hint|next|later|free|sms|(?<!e-)mail(?! address)|notif\w*|invoice|receipt|reminder)\b/i

/** A label such as "ERROR:" or "Failed code #17 - " before a text. */
const label =
  /^(?:errors?|failures?|failed|faults?|refused|rejected|denied)(?:\s*(?:code)?\s*#?\d+)?(?:\s*:\s*|\s+[-–—]\s+)/i

/** The part before a colon, if it is more than a label: "Could not add: ...". */
const head = /^(\S+\s[^:]*):\s/

/** Matches the name before a value, such as `Failed:` in `Failed:0`. */
const namedPart = /^\s*[\w .-]{1,40}[:=]/
const assignment = /(?:^|\s)[\w-]+=\S/

/** Matches a whole clause such as "User already exists", but not a clause that names the owner of a box. */
const alreadySo = /^[\w -]{1,60} already (?:\w+ed|bound|exists|in use|taken)$/i

/** The end of a sentence. A dot inside a date or a colon inside an address does not end a sentence. */
const sentenceEnd = /[.;!,\n]+(?:\s+|$)|\s+[-–—|]+\s+/
const colon = /:\s+/

/** The facts about a call that decide what its answer's words can mean. */
type Asked = Pick<Operation, 'effect' | 'returns' | 'parameters'>

/**
 * Reads the platform's words strictly. `approves`: every clause is a plain yes. `refuses`: one clause is a plain no, and no other clause
 * mentions finished work. Any other text, in any language, says nothing.
 */
export function readWording(text: string, operation: Asked, names?: MappedWordNames): Wording {
  const words = cutEnd(text.trim(), /[\s.!]/)
  if (busy.test(words) || brokenOff.test(words) || doneBut.test(words.replace(negated, ' ')))
    return { says: 'busy', speaksForYes: false, speaksForNo: true }
  const mapped = names && readMappedWords(text, names)
  if (mapped !== undefined) return mapped.says === 'says-absent' && isFlagAlone(words, operation) ? noAlone : mapped
  const doing = operation.effect === 'read' ? undefined : operation.effect
  const clauses = splitClauses(words)
  const approving = clauses.filter((clause) => saysYes(clause, doing))
  const isYes = approving.length > 0 && clauses.every((clause) => approving.includes(clause) || isPolite(clause))
  const speaksForYes = approving.length > 0
  const namesWork = approving.some((clause) => saysDone(clause, doing))
  if (isYes) return { says: 'approves', ...(namesWork && { namesWork }), speaksForYes, speaksForNo: false }
  const speaksForNo = soundsNegative(words)
  if (speaksForYes) return { says: 'says-nothing', speaksForYes, speaksForNo }
  if (saysAbsent(words, operation)) return { says: 'says-absent', speaksForYes, speaksForNo: true }
  const isNo = refuses(words, doing) && !emptyList.test(words)
  return { says: isNo ? 'refuses' : 'says-nothing', speaksForYes, speaksForNo: isNo || speaksForNo }
}

/** Matches "The list is empty". This is not a refusal, because it can describe an empty list or a request without data. */
const emptyList =
  /(?:^|:\s*)(?:the\s+)?(?:data|list|results?|records?|rows?|response|table|set)\s+(?:is|are|was|were)\s+empty$/i

/**
 * Whether the words are only a flag that is off, such as `Success: false`. Such a flag names nothing that could be absent, and a call with
 * a rejected token may get the same answer. `Found: no` is not such a flag.
 */
const isFlagAlone = (words: string, operation: Asked): boolean =>
  /^[\p{L}\s_-]+[:=]\s*(?:false|no|0)$/iu.test(words) &&
  !/\b(?:found|exists?|known|present)\b/i.test(words) &&
  !saysAbsent(words, operation)

const noAlone: Wording = { says: 'says-nothing', speaksForYes: false, speaksForNo: true }

function refuses(words: string, doing: Doing | undefined): boolean {
  if (isFields(words) || doneWords.test(words.replace(negated, ' '))) return false
  if (label.test(words)) return isReason(words.replace(label, ''), doing)
  return splitSentences(words).some((sentence) => turnsDown(sentence, doing))
}

const turnsDown = (sentence: string, doing: Doing | undefined): boolean =>
  saysNo(sentence, doing) || saysNo(head.exec(sentence)?.[1] ?? sentence, doing)

/** Whether the words are names with values, such as `Failed:0; Count:4`. In such a text, the name "Failed" alone says nothing. */
function isFields(words: string): boolean {
  const parts = words.split(/[;\n|&]/).filter((part) => namedPart.test(part))
  return parts.length > 1 || assignment.test(words)
}

/**
 * Whether the text after "ERROR:" says no by itself. The label alone is not enough, because any message may follow the label. "Already
 * done" counts as a no only after such a label.
 */
const isReason = (rest: string, doing: Doing | undefined): boolean =>
  splitClauses(rest).some((clause) => saysNo(clause, doing) || alreadySo.test(clause))

const splitSentences = (words: string): readonly string[] => splitBy(words, sentenceEnd)

const splitClauses = (words: string): readonly string[] => splitSentences(words).flatMap((one) => splitBy(one, colon))

const splitBy = (words: string, separator: RegExp): readonly string[] =>
  words
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Whether these words sound like no. Used for fields that report errors. */
export const soundsLikeNo = (words: string): boolean =>
  busy.test(words) || soundsNegative(words) || saysNo(words, undefined)

const soundsNegative = (words: string): boolean => negative.test(words.replace(harmless, ' '))

/** Messages of Web API, similar frameworks and gateways about an unknown route. Such a message says nothing about a customer. */
const routeMessage =
  /no http resource was found|no (?:type|action|controller|route)\b.*\b(?:found|match)|\bcannot (?:get|post)\b|404 page not found|default backend|resource (?:cannot|could not) be found|no route matched|requested (?:url|resource|page) .*not (?:be )?found|does not support http method/i

/** Whether a web server wrote these words about a path. Such words are not the operation's own words about a customer. */
export const isRouteMessage = (text: string): boolean => routeMessage.test(text)

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

/** Whether these words say only that the requested record does not exist. */
function saysAbsent(words: string, { returns, parameters }: Omit<Asked, 'effect'>): boolean {
  if (isAboutCredentials(words) || aboutElse.test(words)) return false
  const sentence = words.replace(/^(?:error|failed|failure)\s*[:,-]\s*/i, '')
  if (parameters.some(({ name }) => name === 'hostname')) return ofHosts.test(sentence)
  return returns === 'devices' ? ofDevices.test(sentence) : ofPeople.test(sentence)
}

/** The meaning of a platform's words. `busy`: the work may still be done, or may be done in part. */
export interface Wording {
  readonly says: 'approves' | 'refuses' | 'says-absent' | 'busy' | 'says-nothing'
  /** The text names the finished work ("Subscription renewed"), so it cannot refer to the HTTP exchange alone. */
  readonly namesWork?: true
  /** A mapped word or phrase gives this meaning. The rest of the text may say more. */
  readonly isMapped?: true
  /** At least part of the text says that the work was done. */
  readonly speaksForYes: boolean
  /** Something in the text sounds like no, even if only a "but". */
  readonly speaksForNo: boolean
}

export const saysSomething = ({ says, speaksForYes, speaksForNo }: Wording): boolean =>
  says !== 'says-nothing' || speaksForYes || speaksForNo

const credentialWords =
  /\b(?:auth\s*)?token\b|unauthori[sz]ed|not authori[sz]ed|authori[sz]ation|authenticat|credential|\bapi[\s-]?(?:key|user|client)\b|\b(?:wrong|invalid|incorrect|bad)\b.{0,30}\b(?:password|login|log-in|user ?name)\b|\b(?:password|login|log-in|user ?name)\b.{0,30}\b(?:wrong|invalid|incorrect|mismatch|not match)/i

/** Whether these words say that the platform rejected the company token or the customer's password. */
export const isAboutCredentials = (text: string): boolean => credentialWords.test(text)

const passwordWords =
  /\bpass(?:word|code|wort)|\bcontrase(?:ñ|n)a|\bmot de passe\b|\bsenha\b|\blog-?in\b|\blog-?on\b|\bsign-?in\b|\bpin\b/i

/** Whether these words are about credentials, or at least name a password or a log-in. */
export const mayConcernCredentials = (text: string): boolean => isAboutCredentials(text) || passwordWords.test(text)

const denialWords =
  /^(?:(?:error|http|403|forbidden|access|permission|request|call|operation|action|is|was|has|been|denied|refused|rejected|not|allowed|permitted|you|are|to|do|this|the)(?:[\s:.,!-]+|$))+$/i

/** Whether the words only deny access and give no reason, such as "Forbidden" or "Access denied". */
export const deniesOnly = (text: string): boolean => denialWords.test(text.trim())

const thereWords = /(?<![a-z])(?:already|exists|taken|in[\s_]use|duplicate[ds]?)(?![a-z])/i
const notThereWords =
  /(?<![a-z])(?:(?:no|not|never|no longer|none)\s+(?:[\w'’-]+\s+){0,3}?(?:exists|taken|in[\s_]use))(?![a-z])/gi

/** Whether a refusal says that something exists already, such as "User already exists" or `user_exists`. */
export const saysThere = (text: string): boolean => text.replaceAll(notThereWords, '').search(thereWords) >= 0

const limitWords = /(?<![a-z])(?:limits?|l[ií]mite|maximum|m[aá]ximo|quota|exceed(?:s|ed)?|too[\s_]many)(?![a-z])/i

/** Whether a refusal says that a limit is reached, such as "Device limit reached". The call itself may have used the last place. */
export const saysLimit = (text: string): boolean => limitWords.test(text)

const otherOwnerWords =
  /\b(?:an ?other|a different|some(?:one|body) else)\b|\bother (?:customer|user|subscriber|account|hostname)\b/i

/** Whether a refusal says that a box belongs to another customer or hostname than the call's. */
export const namesOtherOwner = (text: string): boolean => otherOwnerWords.test(text)

type MappedWordNames = Pick<FieldNames, 'approvalWord' | 'refusalWord' | 'absenceWord'>
type IsSaid = (mapped: readonly string[]) => boolean

/**
 * The meaning of a text by the mapped words. Undefined if none of these words counts. A mapped word counts if it is the whole text. A
 * mapped phrase for no or absent also counts within a sentence. Within a sentence, a single word does not count, because "not" may be
 * beside the word. A number does not count either, because many dates contain it.
 */
export function readMappedWords(text: string, names: MappedWordNames): Wording | undefined {
  const words = plainWords(text)
  const isWhole: IsSaid = (mapped) => mapped.includes(words)
  const isWithin: IsSaid = (mapped) => mapped.some((one) => isPhrase(one) && holds(words, one))
  if ([names.approvalWord, names.refusalWord, names.absenceWord].some(isWhole)) return meaning(names, isWhole)
  return [names.refusalWord, names.absenceWord].some(isWithin) ? meaning(names, isWithin) : undefined
}

/** The meaning of mapped words. A yes with a no says nothing. A no with "absent" is a refusal: the absence is not proved. */
function meaning({ approvalWord, refusalWord, absenceWord }: MappedWordNames, isSaid: IsSaid): Wording {
  const [yes, no] = [isSaid(approvalWord), isSaid(refusalWord)]
  const speaksForNo = no || isSaid(absenceWord)
  const says = yes && speaksForNo ? 'says-nothing' : yes ? 'approves' : no ? 'refuses' : 'says-absent'
  return { says, isMapped: true, speaksForYes: yes, speaksForNo }
}

const isPhrase = (mapped: string): boolean => /\p{L}\s+\S*\p{L}/u.test(mapped)

/** Whether the text contains the phrase as whole words. */
function holds(words: string, phrase: string): boolean {
  const at = words.indexOf(phrase)
  return at >= 0 && !isLetter(words[at - 1]) && !isLetter(words[at + phrase.length])
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)
