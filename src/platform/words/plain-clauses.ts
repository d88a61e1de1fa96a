import type { Effect } from '../../shared/domain/job-kinds.ts'

const customerWords = 'customers?|clients?|(?:end[- ])?users?|subscribers?|accounts?'
export const deviceWords =
  'devices?|box(?:es)?|set[- ]?top[- ]?box(?:es)?|stbs?|receivers?|decoders?|mac(?:s|[- ]?address(?:es)?)?'

/**
 * The English words for each kind of work, as parts of a pattern. `thing`: what is worked on. `done`: as in "Customer added". `action`: as
 * in "Could not add". `noun`: as in "Creation failed". A word is listed only if it can mean nothing else: "Device added" says nothing about
 * a customer.
 */
const workWords = {
  create: {
    thing: `${customerWords}|subscriptions?|log-?ins?`,
    done: 'added|created|registered|saved|inserted',
    action: 'add|create|register|save|insert',
    noun: 'creation|registration',
  },
  bind: {
    thing: `${deviceWords}|bindings?`,
    done: 'added|bound|registered|assigned|attached|linked|paired|saved|inserted',
    action: 'add|bind|register|assign|attach|link|pair|save|insert',
    noun: 'binding|assignment|pairing|registration',
  },
  renew: {
    thing: `${customerWords}|subscriptions?|services?|contracts?|packages?`,
    done: 'renewed|extended|prolonged',
    action: 'renew|extend|prolong',
    noun: 'renewal|extension|prolongation',
  },
  change: {
    thing: `${customerWords}|subscriptions?|products?|packages?|plans?|tariffs?`,
    done: 'changed|updated|switched|replaced',
    action: 'change|update|switch|replace',
    noun: '(?:(?:product|package|plan|subscription)\\s+)?(?:change|switch|update)',
  },
  disable: {
    thing: `${customerWords}|subscriptions?|log-?ins?`,
    done: 'disabled|deactivated|suspended|blocked|locked',
    action: 'disable|deactivate|suspend|block|lock',
    noun: 'deactivation|suspension',
  },
  enable: {
    thing: `${customerWords}|subscriptions?|log-?ins?`,
    done: '(?:re-?)?(?:enabled|activated)|unblocked|unlocked|unsuspended|resumed',
    action: '(?:re-?)?(?:enable|activate)|unblock|unlock|unsuspend|resume',
    noun: '(?:re-?)?activation',
  },
} as const satisfies Readonly<Record<Doing, Readonly<Record<'thing' | 'done' | 'action' | 'noun', string>>>>

/** The kinds of work that calls do. */
export type Doing = Exclude<Effect, 'read'>

const callWords = 'requests?|operations?|transactions?|calls?|actions?|commands?'

const whole = (forms: readonly string[]): RegExp => new RegExp(`^(?:${forms.join('|')})$`, 'i')

/**
 * Returns a function that gives the pattern for a kind of work. There are many patterns, and the start of the app needs none. Each pattern
 * is therefore built when it is first needed.
 */
function forEachDoing<D extends Doing | undefined>(formsOf: (doing: D) => readonly string[]): (doing: D) => RegExp {
  const made = new Map<D, RegExp>()
  return (doing) => {
    const pattern = made.get(doing) ?? whole(formsOf(doing))
    made.set(doing, pattern)
    return pattern
  }
}

/**
 * Each of these words alone is a yes. "Accepted" is not in the list, because an accepted request may not be done yet. "Yes" is not in the
 * list, because it may answer whether there was an error.
 */
const plainYes = /^(?:ok|okay|done|success|successful|successfully|succeeded|completed)$/i

const day = String.raw`\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]\d{1,2}:\d{2}\S{0,15})?`
/** An identifier must contain a digit. A word without a digit may change the meaning of the sentence. */
const identifier = String.raw`["'“]?[\w.@:+-]{0,40}\d[\w.@:+-]{0,40}["'”]?`
const length = String.raw`[1-9]\d{0,3}\s+(?:more\s+)?(?:days?|weeks?|months?|years?)`

const unharmed = String.raw`(?:\s+(?:without|with\s+no)\s+(?:any\s+)?(?:errors?|problems?|warnings?))?`

/** What may follow the words of success: a period of time, the word for a customer, or a user ID. */
const tail = `(?:\\s+(?:until|till|to|through)\\s+${day}|\\s+(?:for|by)\\s+${length}|\\s+with\\s+(?:the\\s+)?(?:user\\s*id|id|log-?in)\\s+${identifier}|\\s+(?:to|for|under)\\s+(?:the\\s+|this\\s+)?(?:customer|user|subscriber|account|hostname)){0,2}${unharmed}`

const before = String.raw`(?:(?:the|a|an|your|this|new)\s+){0,2}`
const auxiliary = String.raw`(?:\s+(?:has|have)\s+been|\s+was|\s+were)?`

function yesForms(doing: Doing): readonly string[] {
  const { thing, done, action, noun } = workWords[doing]
  const subject = `${before}(?:${thing})(?:\\s+${identifier})?`
  const way = String.raw`(?:\s+(?:successfully|now))?`
  const result = String.raw`(?:successful(?:ly)?|succeeded|success|completed|done|ok)`
  return [
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
}

/** "Disabled" alone may be the customer's status before the call, or the interface's. It does not prove that the work was done. */
const isStateWord = (doing: Doing): boolean => doing === 'disable' || doing === 'enable'

const yesPattern = forEachDoing(yesForms)

/** Whether this clause says that exactly this work was done. Every word of the clause must be known. */
export const saysDone = (clause: string, doing: Doing | undefined): boolean =>
  doing !== undefined && yesPattern(doing).test(clause)

export const saysYes = (clause: string, doing: Doing | undefined): boolean =>
  plainYes.test(clause) || saysDone(clause, doing)

export const isPolite = (clause: string): boolean => /^(?:thanks|thank you|welcome)$/i.test(clause)

/** Each of these words alone is a no. "No" is not in the list, because it may answer whether there was an error. */
const plainNo =
  /^(?:nok|not ok|ko|errors?|fail(?:ed|ure)?|refused|rejected|denied|declined|invalid|unsuccessful|not successful|not (?:done|executed|performed|processed|possible|allowed|permitted|supported|implemented|authori[sz]ed)|forbidden|unauthori[sz]ed|access denied|permission denied)$/i

/** The names that refusals use for a call's parameters. */
const parameter = String.raw`(?:(?:company|auth(?:entication|orization)?|access|security)[\s-]?)?token|credentials?|pass\s?words?|pass\s?code|(?:user|customer|log-?in|client|device|product|package|order|reseller|mapping)[\s-]?(?:id|identifier|name|number|code|key)s?|authtoken|customermappingid|userid|productid|macaddress|uuid|log-?ins?|${customerWords}|${deviceWords}|serial(?:\s+numbers?)?|host\s?names?|products?|packages?|plans?|tariffs?|(?:crm|cms)(?:\s*services?)?|services?|resellers?|parameters?|arguments?|values?|fields?|(?:mobile|phone|telephone)(?:\s+numbers?)?|e-?mail(?:\s+address(?:es)?)?|countr(?:y|ies)|currenc(?:y|ies)|zip\s?codes?|dates?|months?|days?|models?|requests?|formats?|status`

const the = String.raw`(?:(?:the|a|an|this|that|your|given|specified|supplied|such)\s+){0,2}`
/** A name, a number or a text in quotes. */
const name = String.raw`(?:\s+(?:"[^"]{1,60}"|'[^']{1,60}'|#?[\w.@:+-]{1,60}))?`
/** How a sentence may continue after the words that say no. */
const about = String.raw`(?:\s+(?:for|of|in|with|on|under|by|to|from|or|and)\s+[^.;]{1,80})?`
const not = String.raw`(?:not|n['’]t)`

const faulty =
  'invalid|incorrect|wrong|bad|illegal|unknown|missing|malformed|unsupported|non-?existent|unrecogni[sz]ed|duplicate'
const isFaulty = String.raw`(?:${faulty}|required|needed|mandatory|empty|not\s+(?:valid|known|found|correct|specified|provided|given|supplied|supported|accepted|recogni[sz]ed|allowed|available|sold|offered)|(?:does|do)\s*${not}\s+(?:exist|match)|(?:could\s*not|can\s*not|can['’]t|couldn['’]t)\s+be\s+found)`

const money = 'credits?|balance|funds?|money|account balance'
const other = String.raw`(?:another|a different|an other|other|someone else|somebody else)`

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

function noForms(doing: Doing): readonly string[] {
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
/** Refusals of a binding because another customer has the box. "Already registered" alone may describe the requested customer. */
const elsewhereForms = [
  `${the}(?:${deviceWords})${name}\\s+(?:is\\s+|was\\s+|has\\s+been\\s+)?(?:already\\s+)?(?:registered|assigned|bound|linked|attached|used|in\\s+use|belongs)\\s+(?:to|by|for|with|under|on)\\s+${other}(?:\\s+[\\w ]{1,40})?`,
]

const noPattern = forEachDoing((doing: Doing | undefined) => [
  ...anyCall,
  ...(doing === undefined ? [] : noForms(doing)),
])

/** Whether this clause clearly refuses the call. A word that only resembles "no" is not enough. */
export const saysNo = (clause: string, doing: Doing | undefined): boolean =>
  plainNo.test(clause) || noPattern(doing).test(clause)
