import { callWords, customerWords, deviceWords, workWords, type Doing } from './doing.ts'

/** Each of these alone is a no. "No" is left out: it may answer whether there was an error. */
const plainNo =
  /^(?:nok|not ok|ko|errors?|fail(?:ed|ure)?|refused|rejected|denied|declined|invalid|unsuccessful|not successful|not (?:done|executed|performed|processed|possible|allowed|permitted|supported|implemented|authori[sz]ed)|forbidden|unauthori[sz]ed|access denied|permission denied)$/i

/** Names for what a call carries, as refusals use them. */
const parameter = String.raw`(?:(?:company|auth(?:entication|orization)?|access|security)[\s-]?)?token|credentials?|pass\s?words?|pass\s?code|(?:user|customer|log-?in|client|device|product|package|order|reseller|mapping)[\s-]?(?:id|identifier|name|number|code|key)s?|authtoken|customermappingid|userid|productid|macaddress|uuid|log-?ins?|${customerWords}|${deviceWords}|serial(?:\s+numbers?)?|host\s?names?|products?|packages?|plans?|tariffs?|(?:crm|cms)(?:\s*services?)?|services?|resellers?|parameters?|arguments?|values?|fields?|(?:mobile|phone|telephone)(?:\s+numbers?)?|e-?mail(?:\s+address(?:es)?)?|countr(?:y|ies)|currenc(?:y|ies)|zip\s?codes?|dates?|months?|days?|models?|requests?|formats?|status`

const the = String.raw`(?:(?:the|a|an|this|that|your|given|specified|supplied|such)\s+){0,2}`
/** A name, a number or a text in quotes. */
const name = String.raw`(?:\s+(?:"[^"]{1,60}"|'[^']{1,60}'|#?[\w.@:+-]{1,60}))?`
/** How a sentence may continue after it said no. */
const about = String.raw`(?:\s+(?:for|of|in|with|on|under|by|to|from|or|and)\s+[^.;]{1,80})?`
const not = String.raw`(?:not|n['’]t)`

const faulty =
  'invalid|incorrect|wrong|bad|illegal|unknown|missing|malformed|unsupported|non-?existent|unrecogni[sz]ed|duplicate'
const isFaulty = String.raw`(?:${faulty}|required|needed|mandatory|empty|not\s+(?:valid|known|found|correct|specified|provided|given|supplied|supported|accepted|recogni[sz]ed|allowed|available|sold|offered)|(?:does|do)\s*${not}\s+(?:exist|match)|(?:could\s*not|can\s*not|can['’]t|couldn['’]t)\s+be\s+found)`

const money = 'credits?|balance|funds?|money|account balance'
const other = String.raw`(?:another|a different|an other|other|someone else|somebody else)`

/** Refusals that fit any call. */
const anyCall = [
  `(?:${faulty})\\s+${the}(?:${parameter})(?:\\s*(?:or|and|/)\\s*(?:(?:${faulty})\\s+)?(?:${parameter}))?${name}${about}`,
  `${the}(?:${parameter})(?:\\s*(?:or|and|/)\\s*${the}(?:${parameter}))?${name}(?:\\s+(?:is|are|was|were))?\\s+${isFaulty}${about}`,
  `(?:there\\s+(?:is|are|was)\\s+)?no\\s+such\\s+(?:${parameter})${about}`,
  `no\\s+(?:${parameter})\\s+(?:was\\s+|were\\s+)?(?:found|given|specified|provided|supplied)${about}`,
  `(?:there\\s+(?:is|are|was)\\s+)?no\\s+(?:${parameter})\\s+(?:of|with|by|under|for)\\s+(?:this|that|the\\s+given)\\s+[\\w ]{1,40}`,
  `(?:insufficient|not\\s+enough|out\\s+of|you\\s+(?:do\\s+not|don['’]t)\\s+have\\s+enough)\\s+(?:${money})`,
  `${the}(?:${money})(?:\\s+(?:is|are))?\\s+(?:too\\s+low|insufficient|not\\s+sufficient|exhausted)`,
  `(?:[\\w-]{1,20}\\s+){0,4}(?:limit|maximum|quota)(?:\\s+of)?(?:\\s+\\d{1,6})?(?:\\s+(?:${deviceWords}))?(?:\\s+(?:is|was|has\\s+been))?\\s+(?:reached|exceeded)`,
  `${the}max(?:imum|imal)?\\.?\\s+number\\s+of\\s+[\\w -]{1,40}\\s+(?:reached|exceeded)`,
  `too\\s+many\\s+(?:${deviceWords}|connections)`,
  `(?:you\\s+are\\s+)?not\\s+(?:allowed|permitted|authori[sz]ed)(?:\\s+to\\s+[^.;]{1,80})?`,
  `(?:no|insufficient)\\s+(?:permissions?|access|rights?|privileges?)${about}`,
  `(?:authori[sz]ation|authentication|log-?in)\\s+(?:has\\s+been\\s+|was\\s+)?(?:denied|failed|required)${about}`,
  `(?:access|permission)\\s+(?:is\\s+|was\\s+|has\\s+been\\s+)?(?:denied|forbidden|refused)${about}`,
  `${the}(?:(?:company|auth|access)[\\s-]?)?token\\s+(?:has\\s+|is\\s+)?(?:expired|revoked|blocked)`,
]

const failed = String.raw`(?:failed|rejected|refused|denied|declined|unsuccessful|impossible|aborted|not\s+(?:successful|possible|allowed|permitted|accepted|supported|executed|performed|completed|processed|done))`
const unable = String.raw`(?:could\s*not|can\s*not|can['’]t|couldn['’]t|unable\s+to|failed\s+to|not\s+able\s+to|failure\s+to|error\s+while)`
const never = String.raw`(?:(?:could|can)(?:\s*not|n['’]t|['’]t)\s+be|(?:was|were|is|are|has|have)\s*${not}(?:\s+been)?|not)`

function workForms(doing: Doing): readonly string[] {
  const { thing, done, action, noun } = workWords[doing]
  const object = `${the}(?:${thing})${name}`
  return [
    `${the}(?:(?:${noun})(?:\\s+of\\s+${object})?|${callWords})(?:\\s+(?:has|have|was|were|is|are|has\\s+been))?\\s+${failed}`,
    `${unable}\\s+(?:(?:${action})(?:\\s+${object})?|(?:process|complete|perform|execute)(?:\\s+${the}(?:${callWords}|${noun}))?)`,
    `${object}\\s+${never}\\s+(?:${done})`,
    `${the}(?:${callWords})\\s+${never}\\s+(?:completed|processed|executed|performed|accepted)`,
    ...(doing === 'create' ? takenForms : []),
    ...(doing === 'bind' ? elsewhereForms : []),
  ]
}

const logIn = `${customerWords}|log-?in(?:\\s+names?)?|user\\s*(?:id|name)s?`
/** Refusals of a creation because the user ID is taken. */
const takenForms = [
  `${the}(?:${logIn})${name}(?:\\s+with\\s+[^.;]{1,60})?\\s+(?:already\\s+)?exists(?:\\s+already)?`,
  `${the}(?:${logIn})${name}\\s+(?:is\\s+)?(?:already\\s+)?(?:taken|in\\s+use)`,
]
/** "Already registered" may describe the requested box and customer; with another customer it is a no. */
const elsewhereForms = [
  `${the}(?:${deviceWords})${name}\\s+(?:is\\s+|was\\s+|has\\s+been\\s+)?(?:already\\s+)?(?:registered|assigned|bound|linked|attached|used|in\\s+use|belongs)\\s+(?:to|by|for|with|under|on)\\s+${other}(?:\\s+[\\w ]{1,40})?`,
]

const whole = (forms: readonly string[]): RegExp => new RegExp(`^(?:${forms.join('|')})$`, 'i')

const patterns: Readonly<Record<Doing | 'read', RegExp>> = {
  read: whole(anyCall),
  create: whole([...anyCall, ...workForms('create')]),
  bind: whole([...anyCall, ...workForms('bind')]),
  renew: whole([...anyCall, ...workForms('renew')]),
  change: whole([...anyCall, ...workForms('change')]),
  disable: whole([...anyCall, ...workForms('disable')]),
  enable: whole([...anyCall, ...workForms('enable')]),
}

/** Whether this clause clearly refuses the call. A word that sounds like no is not enough. */
export const saysNo = (clause: string, doing: Doing | undefined): boolean =>
  plainNo.test(clause) || patterns[doing ?? 'read'].test(clause)
