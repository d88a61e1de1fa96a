import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '../../platform/answer.ts'
import { isSilent, type PlatformAccess } from './access.ts'
import type { Try } from './ledger/entries.ts'
import type { Job, Parameters, PlannedStep, Step, SubscriptionSeen, Tried } from './ledger/rows.ts'
import type { Ledger } from './ledger/ledger.ts'
import { type Attempted, type Found, foundOnly, type StepKnowledge } from './steps/step-parts.ts'
import { defined } from '../../shared/defined.ts'
import { stepRules } from './plans.ts'
import type { StepKind } from '../../shared/domain/job-kinds.ts'
import { type Finding, summarizeHistory } from './ledger/history.ts'
import { ordinaryOf } from './steps/console-steps.ts'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import type { Clock } from '../ports.ts'
import { operation, type OperationId } from '../../platform/catalogue/catalogue.ts'
import { readDeviceList } from '../../platform/read/read-devices.ts'
import { readCustomer, readCustomerPage } from '../../platform/read/read-records.ts'
import type { CustomersPage } from '../../platform/find-fields.ts'

/** Translates a console operation to the ordinary work that it means, because the rules know only ordinary work. */
const inOrdinaryTerms = (knowledge: StepKnowledge): StepKnowledge => ({
  ...knowledge,
  payload: { ...knowledge.payload, intent: ordinaryOf(knowledge.payload.intent) },
})

export interface Looked {
  readonly answer: Answer
  readonly found: Found
}

/**
 * Whether the platform rejected the read with a 401 or a 403 that does not ask for the customer's password. If the platform accepts the
 * company token, the list is forbidden and counts as unreadable.
 */
export const isForbidden = ({ answer, found }: Looked): boolean =>
  answer.credentials === true && found.finding !== 'credentials' && found.finding !== 'unreached'

type Look = (step: Pick<Step, 'kind' | 'payload'>, knowledge: StepKnowledge) => Promise<Looked>

/**
 * Asks the platform whether a step took effect, with a second read if the step's rule needs one. If the step was corrected and not sent
 * since, the platform is first asked for the effects of the calls before the correction.
 */
export async function look(
  step: Pick<Step, 'kind' | 'payload'>,
  access: Pick<PlatformAccess, 'read'>,
  knowledge: StepKnowledge,
  stopping: AbortSignal,
): Promise<Looked> {
  const ask: Look = async ({ kind, payload }, known) => {
    const { reads, alsoReads } = stepRules[kind]
    const answer = await access.read(reads, payload.read, stopping)
    const found = find(kind, answer, known)
    const isEnough = found.finding === 'unreached' || found.finding === 'credentials'
    const terms = inOrdinaryTerms(known)
    if (isEnough || alsoReads?.isAsked(found, terms) !== true) return { answer, found }
    const further = await access.read(alsoReads.reads, {}, stopping)
    if (troubleWith(further) === 'unreached') {
      const isRepeated = alsoReads.isNeeded(terms) || further.retryAfterMs !== undefined
      // After an accepted call nothing is sent again, so the first answer is enough.
      if (!isRepeated && known.isAccepted) return { answer, found }
      return { answer: further, found: foundOnly(isRepeated ? 'unreached' : 'unclear') }
    }
    const both = alsoReads.judge(found, further, terms)
    return both === found ? { answer, found } : { answer: further, found: both }
  }
  const earlier: Looked[] = []
  for (const tried of knowledge.wasSent === true ? [] : (step.payload.tried ?? [])) {
    const looked = await lookForEarlier(tried, step, knowledge, ask)
    if (looked === undefined) continue
    const { finding } = looked.found
    if (finding === 'unreached' || finding === 'credentials') return looked
    earlier.push(looked)
  }
  // If one earlier call took effect, the subscription has changed, so the findings for the other earlier calls are unclear. The clear
  // finding is returned.
  const told = earlier.find(({ found }) => found.finding !== 'earlier-unclear') ?? earlier[0]
  const mayBeOwn = knowledge.mayHaveArrived && told?.found.finding === 'earlier-unclear'
  if (told !== undefined && told.answer.credentials !== true && !mayBeOwn) return told
  // The step's own read is needed in two cases. If the credentials of an earlier read were refused, it shows whether the token was refused.
  // If another computer may have sent the present call, it shows whether that call took effect.
  const own = await ask(step, knowledge)
  const { finding } = own.found
  const isOwn = finding === 'unreached' || finding === 'credentials' || (mayBeOwn && finding === 'present')
  return isOwn ? own : (told ?? own)
}

/**
 * Looks for the effect of a call before a correction. Undefined if that call had no effect. The read keeps the values of that call, except
 * for the password, which says only who asks and may be what was corrected. If the platform refuses the password, the password 0 is tried.
 */
async function lookForEarlier(
  { intent, send, read, before, sentOn }: Tried,
  step: Pick<Step, 'kind' | 'payload'>,
  { payload, isShared = false }: StepKnowledge,
  ask: Look,
): Promise<Looked | undefined> {
  const isSame = isSameCustomer(read, step.payload.read)
  const askWith = (present: Parameters[string] | undefined): Promise<Looked> =>
    ask(
      { kind: step.kind, payload: { send, read: { ...read, ...defined({ password: present }) } } },
      {
        payload: { ...payload, intent },
        isShared,
        mayHaveArrived: true,
        isAccepted: false,
        tries: [{ ...(before && { before }), sentOn }],
      },
    )
  const password = isSame ? step.payload.read['password'] : read['password']
  const first = await askWith(password)
  const isRefused = first.found.finding === 'credentials' && password !== undefined && password !== '0'
  const second = isRefused ? await askWith('0') : first
  // If the second reading, with the password 0, is unclear, the first reading's refusal of the password counts.
  const looked = isClear(second.found.finding) ? second : first
  const { answer, found } = looked
  // The customer of the corrected call may be another. Its subscription must not be compared with the one that is read here.
  const tell = (finding: Finding): Looked => ({
    answer,
    found: { finding, provesRead: isSame && found.provesRead, ...(isSame && defined({ customer: found.customer })) },
  })
  const { creates } = stepRules[step.kind]
  switch (found.finding) {
    case 'absent':
      return undefined
    case 'present':
      return isSameAim(send, step.payload.send) ? looked : tell('earlier-effect')
    case 'somebody-else':
      // Another customer has the user ID, so the attempt created no customer.
      return creates ? undefined : tell('earlier-unclear')
    case 'unreached':
      return looked
    case 'credentials':
      return isSame ? looked : tell('earlier-unclear')
    case 'no-customer':
      // The platform says that the customer of the earlier attempt does not exist. That says nothing about the corrected call, which is
      // for another customer.
      if (answer.message !== undefined && read['userid'] !== step.payload.read['userid']) return undefined
      return tell('earlier-unclear')
    case 'cannot-tell':
    case 'earlier-effect':
    case 'earlier-unclear':
    case 'several':
    case 'other-user-id':
    case 'unclear':
      return tell('earlier-unclear')
  }
}

const isClear = (finding: Finding): boolean =>
  finding === 'present' || finding === 'absent' || finding === 'somebody-else' || finding === 'unreached'

const isSameCustomer = (one: Parameters, other: Parameters): boolean =>
  ['userid', 'customermappingid'].every((name) => one[name] === other[name])

/** Whether two calls ask for the same thing. A different password or model does not count. */
const isSameAim = (one: Parameters, other: Parameters): boolean =>
  isDeepStrictEqual({ ...one, password: '', model: '' }, { ...other, password: '', model: '' })

export function find(kind: StepKind, answer: Answer, knowledge: StepKnowledge): Found {
  const { judge, judgeSeveral } = stepRules[kind]
  const terms = inOrdinaryTerms(knowledge)
  const trouble = troubleWith(answer)
  const isOfSeveral = trouble === 'unclear' && answer.verdict === 'unclear' && answer.isStored !== true
  const several = isOfSeveral ? judgeSeveral?.(answer, terms) : undefined
  if (trouble !== undefined && several === undefined) return foundOnly(trouble)
  const found = several ?? judge(answer, terms)
  const isOurs = knowledge.isAccepted || knowledge.isShared !== true
  return found.finding === 'present' && !isOurs ? { ...found, finding: 'cannot-tell' } : found
}

/**
 * The finding for an answer that shows nothing about the step: the answer does not come from the platform itself, rejects the question, or
 * is unclear. Undefined for any other answer.
 */
function troubleWith(answer: Answer): Finding | undefined {
  // A page with the status 401 or 403 comes from a proxy or a firewall, so it does not ask for a password.
  if (isSilent(answer)) return 'unreached'
  if (answer.asksPassword === true) return 'credentials'
  if (answer.verdict === 'unclear' || answer.verdict === 'refused') return 'unclear'
  return undefined
}

/** The control asks for at most this many customers. A read that shows none of them counts as unable to show customers. */
const customersTried = 5
/** A search for a box asks about at most this many customers or hostnames. Many of them have no box yet. */
const boxesTried = 40

/**
 * The result of a control. `nothing-to-show`: the read showed nothing that is known to exist. An answer: the network or the platform failed
 * with this answer, so nothing is known.
 */
type ControlResult = 'shown' | 'nothing-to-show' | Answer

/** The customer who had a box in the last search, or the end of a search in vain. The next search begins here. */
export interface SearchPlace {
  /** The cursor of the page; absent for the first page. */
  cursor?: string | undefined
  asked: number
}

/**
 * The positive control, which checks whether a read can show what exists. It takes customers from getCustomers, or hostnames of the
 * connection. It then reads them one by one, as a job would, until an answer shows something.
 */
export async function verifyReadPath(
  read: OperationId,
  access: Pick<PlatformAccess, 'read'>,
  connection: Connection,
  place: SearchPlace = { asked: 0 },
): Promise<ControlResult> {
  if (read === 'GetMacAddressesUnderHostname') {
    const questions = connection.hostnames.slice(0, boxesTried).map((hostname) => ({ hostname }))
    return ask(questions, (question) => access.read(read, question), showsBox)
  }
  if (read === 'devices') return seekBox(access, place)
  const first = await access.read('getCustomers', {})
  if (isSilent(first)) return first
  // An unknown password is sent as 0 in each read that needs one.
  const needsPassword = operation(read).parameters.some(
    ({ name, requirement }) => name === 'password' && requirement === 'required',
  )
  const shared = { customermappingid: connection.unknownMappingId, ...(needsPassword && { password: '0' }) }
  const userids = useridsOf(readCustomerPage(first)).slice(0, customersTried)
  return ask(userids, (userid) => access.read(read, { userid, ...shared }), showsCustomer)
}

/**
 * Reads the platform's customers page by page, after the last page from the first, until one has a box, all were asked about, or
 * `boxesTried` were.
 */
async function seekBox(access: Pick<PlatformAccess, 'read'>, place: SearchPlace): Promise<ControlResult> {
  let startsAgain = place.cursor !== undefined || place.asked > 0
  for (let left = boxesTried; left > 0;) {
    const { cursor, asked } = place
    // If the search fails here, the next one begins with the first customer.
    Object.assign(place, firstPlace)
    const answer = await access.read('getCustomers', defined({ last_customer_id: cursor }))
    if (isSilent(answer)) return answer
    const page = readCustomerPage(answer)
    const userids = useridsOf(page).slice(asked, asked + left)
    const result = await ask(
      [...userids.entries()],
      ([, userid]) => access.read('devices', { userid, password: '0' }),
      (devices, [index]) => {
        const isShown = showsBox(devices)
        if (isShown) Object.assign(place, { cursor, asked: asked + index })
        return isShown
      },
    )
    if (result !== 'nothing-to-show') return result
    // An empty page counts, too. Otherwise one search could read the whole list.
    left -= Math.max(1, userids.length)
    const isOver = page?.hasNext !== true || page.cursor === undefined || page.cursor === cursor
    if (left <= 0) Object.assign(place, { cursor, asked: asked + userids.length })
    else Object.assign(place, { cursor: isOver ? undefined : page.cursor, asked: 0 })
    if (isOver && !startsAgain) return result
    if (isOver) startsAgain = false
  }
  return 'nothing-to-show'
}

const firstPlace: SearchPlace = { cursor: undefined, asked: 0 }

const useridsOf = (page: CustomersPage | undefined): readonly string[] =>
  (page?.customers ?? []).flatMap(({ userid }) => userid ?? [])

async function ask<Question>(
  questions: readonly Question[],
  put: (question: Question) => Promise<Answer>,
  shows: (answer: Answer, question: Question) => boolean,
): Promise<ControlResult> {
  const failed: Answer[] = []
  for (const question of questions) {
    const answer = await put(question)
    if (answer.reach !== 'answered') return answer
    // If the platform fails at one question, the other questions may still succeed.
    if (isSilent(answer)) failed.push(answer)
    else if (answer.verdict === 'accepted' && shows(answer, question)) return 'shown'
  }
  const last = failed.at(-1)
  return last !== undefined && failed.length === questions.length ? last : 'nothing-to-show'
}

const showsBox = (answer: Answer): boolean => readDeviceList(answer).devices.length > 0

const showsCustomer = (answer: Answer, userid: string): boolean =>
  readCustomer(answer)?.userid?.toLowerCase() === userid.toLowerCase()

/** A control that failed this many times is not repeated, if the platform answers other reads. Then a technician decides. */
const mostFailedControls = 6
/** A control without any answer counts as this part of a failed one, because the network may be bad. */
const unansweredPart = 1 / 4
/** The longest pause before a failed control is repeated, in milliseconds. */
const longestControlPause = 60_000

/** Counts the controls that fail. All other reads may work, so there are growing pauses and an end. */
export function createFailedControls({ answeredWellAt }: Pick<PlatformAccess, 'answeredWellAt'>, clock: Clock) {
  const failed = new Map<OperationId, { readonly count: number; readonly since: number; readonly until: number }>()
  return {
    /** Whether the control failed often while the platform answered other reads. Then it is not repeated. */
    isGivenUp(read: OperationId): boolean {
      const { count = 0, since = 0 } = failed.get(read) ?? {}
      return count >= mostFailedControls && (answeredWellAt() ?? 0) > since
    },
    /** Notes that a control failed with this answer. Returns when it may be repeated, in milliseconds since this process started. */
    note(read: OperationId, { reach }: Answer): number {
      const now = clock.elapsed()
      const { count, since, until: pausedUntil } = failed.get(read) ?? { count: 0, since: now, until: now }
      // Several jobs may have asked at once. Together they count as one failure.
      if (now < pausedUntil) return pausedUntil
      const until = now + Math.min(longestControlPause, 1000 * 2 ** Math.min(count, 6))
      failed.set(read, { count: count + (reach === 'answered' ? 1 : unansweredPart), since, until })
      return until
    },
    forget: (read: OperationId): void => void failed.delete(read),
  }
}

/**
 * The attempts in the form that the rules need. If the reading before an attempt was not understood, its stored answer is interpreted
 * again, because the field mapping may have changed since.
 */
export const recallTries = (
  tries: readonly Try[],
  { kind }: Pick<Step, 'kind'>,
  access: Pick<PlatformAccess, 'reread'>,
): readonly Attempted[] =>
  tries.map(({ sentOn = 0, rawBefore, ...seen }) => {
    const answer = isTold(seen) || rawBefore === undefined ? undefined : access.reread(stepRules[kind].reads, rawBefore)
    const before = answer?.verdict === 'accepted' ? readCustomer(answer) : seen
    return { sentOn, ...(before && isTold(before) && { before: statusOf(before) }) }
  })

const isTold = ({ endDate, product }: SubscriptionSeen): boolean => endDate !== undefined || product !== undefined

const statusOf = ({ status, endDate, product, startDate }: SubscriptionSeen): SubscriptionSeen =>
  defined({ status, endDate, product, startDate })

/**
 * The planned steps of a correction, each with the calls that the step made before. Before the corrected call is sent, the effect of the
 * earlier calls is read back. For this, the customer is compared with the subscription as it was before the first attempt.
 */
export const carryTries = (
  ledger: Pick<Ledger, 'history' | 'tries'>,
  job: Job,
  steps: readonly Step[],
  planned: readonly PlannedStep[],
): readonly PlannedStep[] =>
  planned.map((plan) => {
    const step = steps.find(({ kind, state }) => kind === plan.kind && state !== 'done' && state !== 'unconfirmed')
    const tried = step === undefined ? [] : triedBy(ledger, job, step)
    const isSameCall = step !== undefined && isDeepStrictEqual(step.payload.send, plan.payload.send)
    const sentElsewhere = isSameCall ? step.payload.sentElsewhere : undefined
    return {
      ...plan,
      payload: { ...plan.payload, ...(tried.length > 0 && { tried: [...tried] }), ...defined({ sentElsewhere }) },
    }
  })

function triedBy(ledger: Pick<Ledger, 'history' | 'tries'>, job: Job, step: Step): readonly Tried[] {
  const earlier = step.payload.tried ?? []
  if (!summarizeHistory(ledger.history(step, job.revision)).mayHaveArrived) return earlier
  const [first] = ledger.tries(step, job.revision)
  const { send, read } = step.payload
  const last = earlier.at(-1)
  const seen = statusOf(first ?? {})
  // A call may have been sent without a reading, because the password was refused. Then what was read before the previous call counts.
  const isUnread = Object.keys(seen).length === 0 && last !== undefined && isSameCustomer(last.read, read)
  const before = isUnread ? (last.before ?? {}) : seen
  return [
    ...earlier,
    {
      intent: job.payload.intent,
      send,
      read,
      sentOn: first?.sentOn ?? 0,
      ...(Object.keys(before).length > 0 && { before }),
    },
  ]
}
