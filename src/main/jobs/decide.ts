import type { WhyCode } from '../../shared/domain/job.ts'
import type { Circumstances, Decision, SettledState } from './step-context.ts'
import { summarizeHistory, type HistorySummary, type Finding, type History, type Moment } from './ledger/history.ts'
import { absentLongEnough, cannotTell, giveUpReading, isSinceStart, keepsFailing, lacksProof } from './patience.ts'

/** The finding of the last reading, if there is one. `credentials` is left out, because the credentials are then checked first. */
type LastFinding = Exclude<Finding, 'credentials'> | undefined
/** A finding that does not decide a step by itself. */
type OpenFinding = Exclude<LastFinding, undefined | 'unreached' | 'present' | 'several' | 'other-user-id'>

const settle = (state: SettledState, why: WhyCode): Decision => ({ action: 'settle', state, why })

/** The reasons for a technician to decide what to do with customers that the job must not add to. */
const wrongCustomers = { several: 'several-found', 'other-user-id': 'other-user-id' } as const

const isWrongCustomer = (finding: LastFinding): finding is keyof typeof wrongCustomers =>
  finding !== undefined && finding in wrongCustomers

/** A call that takes money is sent at most this often, whatever the settings or a technician say. */
const mostSpent = 2
/** After this many calls without a trustworthy answer, a technician must decide. */
const mostLostReplies = 5
/**
 * After this many of them with a success status or 409, too. The platform has probably done the call and its list may not show everything, or
 * it gives the same call the same answer.
 */
const mostUnclearAnswers = 2
/**
 * The platform is read again before a call if the last reading is older than this, in milliseconds. A job may wait for a token, the policy
 * or the fleet, and meanwhile somebody may do the same work in another way.
 */
const freshReadingMs = 30_000

/** Decides the next action for a step from its history on disk and the circumstances, so work can continue after a crash. */
export function decide(history: History, circumstances: Circumstances): Decision {
  const summary = summarizeHistory(history)
  const decision = keepWord(summary, circumstances, decideAnew(summary, circumstances))
  // The call must not be sent a third time, so the technician sees `sent-twice` as the reason.
  const isSpent = circumstances.spends !== 'no' && circumstances.timesSent >= mostSpent
  return isSpent && decision.action === 'settle' && decision.state === 'undecided'
    ? { ...decision, why: 'sent-twice' }
    : decision
}

/**
 * Keeps a technician's word that the effect is there: nothing is sent until a technician asks for it, and a step that was not sent is not
 * refused. Before the first call of a renewal or a product change, every subscription looks as if the effect were absent, so such a reading
 * proves nothing.
 */
function keepWord(summary: HistorySummary, { spends }: Circumstances, decision: Decision): Decision {
  const isRefusal = decision.action === 'settle' && decision.state === 'refused' && !summary.mayHaveArrived
  if (summary.isMarkedPresent !== true || (decision.action !== 'send' && !isRefusal)) return decision
  const finding = summary.readings.at(-1)?.result
  if (finding === 'somebody-else') return settle('undecided', 'somebody-else')
  if (finding !== 'absent' || (spends !== 'no' && !summary.mayHaveArrived))
    return settle('unconfirmed', 'person-confirmed')
  return settle('undecided', spends === 'no' ? 'reply-lost-absent' : 'not-applied')
}

function decideAnew(summary: HistorySummary, circumstances: Circumstances): Decision {
  if (summary.choice === 'it-is-there') return settle('unconfirmed', 'person-confirmed')
  const reading = summary.readings.at(-1)
  // A reading with a former token says nothing about the password.
  if (reading?.result === 'credentials')
    return { action: isSinceStart(reading, circumstances) ? 'check-credentials' : 'read' }
  const finding = reading?.result
  // The platform shows the customer without a user ID that can be used. One more call would create a second customer.
  if (finding === 'present' && circumstances.logIn === 'unknown') return settle('undecided', 'log-in-unknown')
  if (keepsFailing(summary, circumstances)) return settle('undecided', 'keeps-failing')
  if (summary.choice === 'send-again') return sendAgain(summary, circumstances, finding)
  const result = summary.last?.result
  switch (result) {
    case undefined:
    case 'token-refused':
    case 'not-sent':
      return beforeSending(summary, circumstances, finding)
    case 'accepted':
    case 'refused':
    case 'open':
    case 'unknown':
      return afterSending(result, summary, circumstances, finding)
  }
}

/**
 * Decides after an attempt that reached the platform or may have reached it. A plain refusal settles the step as refused, unless a reading
 * shows the effect. After any other result, the findings `present`, `several` and `other-user-id` settle the step at once.
 */
function afterSending(
  result: 'accepted' | 'refused' | 'open' | 'unknown',
  summary: HistorySummary,
  circumstances: Circumstances,
  finding: LastFinding,
): Decision {
  if (result === 'refused' && !circumstances.saysThere && !isReadBack(summary, circumstances))
    return afterPlainNo(finding, circumstances)
  if (finding === undefined || finding === 'unreached') return { action: 'read' }
  if (finding === 'present') return settle('done', 'seen-on-platform')
  if (isWrongCustomer(finding)) return settle('undecided', wrongCustomers[finding])
  if (result === 'accepted') return afterAccepted(summary, circumstances, finding)
  return result === 'refused'
    ? afterRefused(summary, circumstances, finding)
    : afterUnknown(summary, circumstances, finding)
}

/**
 * Decides after a technician asked for one more call. The call is sent if the platform shows that the effect is absent, or still shows what
 * the technician saw: before a call that takes money also the same subscription. If the effect has appeared since, the step is done. Any
 * other change is shown to the technician first.
 */
function sendAgain(summary: HistorySummary, circumstances: Circumstances, finding: LastFinding): Decision {
  const reading = summary.readings.at(-1)
  if (reading === undefined || finding === 'unreached' || !isSinceStart(reading, circumstances))
    return { action: 'read' }
  if (!isFresh(reading, circumstances)) return renewReading
  if (finding === 'present') return settle('done', 'seen-on-platform')
  // The platform has returned the credentials of this customer, so one more creation would make a second customer.
  if (circumstances.logIn === 'told') return settle('undecided', 'accepted-but-absent')
  const isSame = finding === summary.seenAtChoice && (circumstances.spends === 'no' || circumstances.isUnmoved)
  if (finding === 'absent' || (isSame && !isWrongCustomer(finding))) return sendWithin(summary, circumstances)
  return settle('undecided', whyUndecided(finding, summary, circumstances))
}

const isFresh = (reading: Moment, circumstances: Circumstances): boolean =>
  circumstances.now - (circumstances.notedAt ?? reading.at) <= freshReadingMs

const renewReading: Decision = { action: 'read', isRenewed: true }

function sendWithin(summary: HistorySummary, { spends, timesSent }: Circumstances): Decision {
  if (spends !== 'no' && timesSent >= mostSpent) return settle('undecided', 'sent-twice')
  if (summary.lostReplies >= mostLostReplies) return settle('undecided', 'keeps-failing')
  return summary.unclearAnswers >= mostUnclearAnswers ? settle('undecided', 'reply-lost-absent') : { action: 'send' }
}

function whyUndecided(finding: LastFinding, summary: HistorySummary, { spends }: Circumstances): WhyCode {
  if (finding === 'earlier-effect') return 'earlier-try-took-effect'
  if (finding === 'earlier-unclear') return 'earlier-try-unclear'
  if (isWrongCustomer(finding)) return wrongCustomers[finding]
  if (finding === 'cannot-tell') return 'cannot-tell'
  if (finding === 'no-customer') return 'no-such-customer'
  if (finding === 'somebody-else') return spends === 'no' ? 'somebody-else' : 'moved-otherwise'
  return whyUnreadable(summary)
}

const whyUnreadable = ({ isAssumed }: HistorySummary): WhyCode =>
  isAssumed ? 'perhaps-sent-unreadable' : 'reply-lost-unreadable'

/**
 * Decides before the first call, or after a call that certainly had no effect: it was not sent, or the token was refused. The platform is
 * read first, so that nothing is created or paid twice.
 */
function beforeSending(summary: HistorySummary, circumstances: Circumstances, finding: LastFinding): Decision {
  const reading = summary.readings.at(-1)
  if (reading !== undefined && !isSinceStart(reading, circumstances)) return { action: 'read' }
  if (reading !== undefined && finding !== 'unreached' && !isFresh(reading, circumstances)) return renewReading
  switch (finding) {
    case undefined:
    case 'unreached':
      return { action: 'read' }
    case 'present':
      return settle('done', isOurDoing(summary, circumstances) ? 'seen-on-platform' : 'was-there-already')
    case 'somebody-else':
      return summary.mayHaveArrived ? notOurs(circumstances, 'undecided') : settle('refused', 'log-in-taken')
    case 'absent':
      return circumstances.carried === undefined
        ? sendWithin(summary, circumstances)
        : believeAbsence(summary, circumstances, 'accepted-but-absent', circumstances.carried)
    case 'no-customer':
    case 'unclear':
      // Without the subscription before the call, nothing can be said about its effect after a lost reply.
      if (finding === 'unclear' && circumstances.spends !== 'no' && circumstances.control === 'seen')
        return giveUpReading(summary, circumstances, sendWithin(summary, circumstances))
      return circumstances.carried === undefined
        ? sendWithin(summary, circumstances)
        : giveUpReading(summary, circumstances, settle('unconfirmed', 'list-unreadable'), circumstances.carried)
    case 'earlier-effect':
      return settle('undecided', 'earlier-try-took-effect')
    case 'earlier-unclear':
      return giveUpReading(summary, circumstances, settle('undecided', 'earlier-try-unclear'), circumstances.tried)
    case 'cannot-tell':
      return settle('undecided', 'cannot-tell')
    case 'several':
    case 'other-user-id':
      return settle('undecided', wrongCustomers[finding])
  }
}

const isOurDoing = (summary: HistorySummary, { carried, tried }: Circumstances): boolean =>
  summary.attempts > 0 || carried !== undefined || tried !== undefined

function afterAccepted(summary: HistorySummary, circumstances: Circumstances, finding: OpenFinding): Decision {
  switch (finding) {
    case 'somebody-else':
      return notOurs(circumstances, 'unconfirmed')
    case 'absent':
      return absentLongEnough(summary, circumstances) ?? settle('undecided', 'accepted-but-absent')
    case 'cannot-tell':
      return settle('unconfirmed', 'cannot-tell')
    case 'earlier-effect':
    case 'earlier-unclear':
    case 'no-customer':
    case 'unclear':
      if (circumstances.logIn === 'unknown')
        return giveUpReading(summary, circumstances, settle('undecided', 'log-in-unknown'))
      // If the platform has answered this read before, one answer that is not understood proves nothing. The work behind this step must not
      // begin before the effect can be seen.
      return circumstances.control === 'seen'
        ? giveUpReading(summary, circumstances, settle('unconfirmed', 'list-unreadable'))
        : settle('unconfirmed', 'list-unreadable')
  }
}

/**
 * Decides after a plain refusal. The refusal is believed unless a reading shows the effect. If a reading shows the effect, a proxy may have
 * sent the call twice: the first copy took effect, and the second copy was refused.
 */
function afterPlainNo(finding: LastFinding, circumstances: Circumstances): Decision {
  if (finding === undefined || finding === 'unreached') return { action: 'read' }
  return finding === 'present' ? settle('done', 'seen-on-platform') : believeNo(circumstances)
}

const believeNo = ({ asksPassword }: Circumstances): Decision =>
  settle('refused', asksPassword ? 'password-asked' : 'platform-refused')

/** Decides after a refusal of a call that may have had an effect anyway. `finding`: of the reading after the refusal. */
function afterRefused(summary: HistorySummary, circumstances: Circumstances, finding: OpenFinding): Decision {
  switch (finding) {
    case 'somebody-else':
      return circumstances.spends === 'no' ? settle('refused', 'log-in-taken') : notOurs(circumstances, 'undecided')
    case 'absent':
      if (
        summary.earlierUnknown ||
        circumstances.carried !== undefined ||
        circumstances.saysThere ||
        isDoubtful(summary, circumstances)
      ) {
        const next =
          absentLongEnough(summary, circumstances) ??
          lacksProof(summary, circumstances, settle('undecided', 'reply-lost-absent'))
        if (next) return next
      }
      // The earlier call, whose reply was lost, may be the reason for this refusal. The list does not always show what is new.
      return summary.earlierUnknown && circumstances.saysThere
        ? settle('undecided', 'reply-lost-absent')
        : believeNo(circumstances)
    case 'cannot-tell':
      return cannotTell(summary, circumstances)
    case 'no-customer':
      return summary.earlierUnknown
        ? afterNoCustomer(summary, circumstances)
        : giveUpReading(summary, circumstances, believeNo(circumstances))
    case 'earlier-effect':
    case 'earlier-unclear':
    case 'unclear':
      return giveUpReading(
        summary,
        circumstances,
        isPlainNo(summary, circumstances) && !circumstances.saysThere
          ? believeNo(circumstances)
          : settle('undecided', 'reply-lost-unreadable'),
      )
  }
}

/**
 * Whether a refusal must be read back. The refused call may have had a part of its effect, an earlier attempt may have had the effect, or
 * Setdesk may have misread an acceptance.
 */
const isReadBack = (summary: HistorySummary, circumstances: Circumstances): boolean =>
  summary.last?.byWords === true || summary.choice !== undefined || !isPlainNo(summary, circumstances)

/** Whether a call that takes money was refused in words only, with a successful HTTP status. Its effect may still come later. */
const isDoubtful = ({ last }: HistorySummary, { spends }: Circumstances): boolean =>
  last?.byWords === true && spends !== 'no'

/** Whether a refusal is believed even if the list cannot be read: neither this call nor an earlier one can have had the effect. */
const isPlainNo = (summary: HistorySummary, circumstances: Circumstances): boolean =>
  !circumstances.creates &&
  circumstances.carried === undefined &&
  !summary.earlierUnknown &&
  !isDoubtful(summary, circumstances)

/**
 * Decides after a probe has shown that the platform accepts the company token. So the platform rejected the customer's password, and the
 * effect of the step cannot be read without another password.
 */
export function decideOnPassword(history: History, circumstances: Circumstances): Decision {
  const summary = summarizeHistory(history)
  return keepWord(summary, circumstances, decideWithoutPassword(summary, circumstances))
}

function decideWithoutPassword(summary: HistorySummary, circumstances: Circumstances): Decision {
  // The technician knew that the effect cannot be read and chose to send the call again. So the call needs no reading before it.
  if (summary.choice === 'send-again') return sendWithin(summary, circumstances)
  const result = summary.last?.result
  switch (result) {
    case undefined:
    case 'token-refused':
    case 'not-sent':
      if (circumstances.tried !== undefined || summary.mayHaveArrived) return settle('undecided', 'password-asked')
      if (circumstances.carried !== undefined) return settle('unconfirmed', 'list-unreadable')
      // A new user ID has no password yet. A platform that demands a password cannot be asked about such a user ID, so the creation is sent
      // without a reading.
      return circumstances.creates ? { action: 'send' } : settle('refused', 'password-asked')
    case 'accepted':
      return circumstances.logIn === 'unknown'
        ? settle('undecided', 'log-in-unknown')
        : settle('unconfirmed', 'list-unreadable')
    case 'refused':
      return isReadBack(summary, circumstances)
        ? settle('undecided', 'reply-lost-unreadable')
        : settle('refused', 'password-asked')
    case 'open':
    case 'unknown':
      return settle('undecided', 'password-asked')
  }
}

const findLater = (one: Moment | undefined, other: Moment | undefined): Moment | undefined =>
  one !== undefined && other !== undefined ? (one.sequence > other.sequence ? one : other) : (one ?? other)

/** Decides after an attempt without a trustworthy answer. The call is sent again only after readings showed that the effect is absent. */
function afterUnknown(summary: HistorySummary, circumstances: Circumstances, finding: OpenFinding): Decision {
  switch (finding) {
    case 'somebody-else':
      return notOurs(circumstances, 'undecided')
    case 'absent': {
      const why = summary.isAssumed ? 'perhaps-sent-absent' : 'reply-lost-absent'
      return believeAbsence(summary, circumstances, why, findLater(summary.last, circumstances.carried))
    }
    case 'cannot-tell':
      return cannotTell(summary, circumstances)
    case 'no-customer':
      return afterNoCustomer(summary, circumstances)
    case 'earlier-effect':
      return settle('undecided', 'earlier-try-took-effect')
    case 'earlier-unclear':
    case 'unclear':
      return giveUpReading(summary, circumstances, settle('undecided', whyUnreadable(summary)))
  }
}

/**
 * Decides after the platform said that the customer does not exist. This answer is believed only if it came at least twice, and if the same
 * read showed an existing customer in between. Without that, the platform's lists may just be empty for a while.
 */
function afterNoCustomer(summary: HistorySummary, circumstances: Circumstances): Decision {
  const next = giveUpReading(summary, circumstances, settle('undecided', 'no-such-customer'))
  const unproved = settle('undecided', 'reply-lost-unreadable')
  return next.action === 'settle'
    ? (lacksProof(summary, circumstances, unproved, undefined, 'no-customer') ?? next)
    : next
}

/**
 * Decides after a reading showed that the user ID belongs to another customer, or that the subscription changed, but not as the job asked.
 * `moved`: the step's state if the subscription changed.
 */
const notOurs = ({ spends }: Circumstances, moved: 'undecided' | 'unconfirmed'): Decision =>
  spends === 'no' ? settle('undecided', 'somebody-else') : settle(moved, 'moved-otherwise')

/**
 * Decides after a reading that did not show the effect. The absence is believed only after two such readings past the processing time, and
 * only if the read has shown something that exists between them. Then the call is sent. `otherwise`: the reason that the technician sees if
 * the absence is not believed. `since`: when the processing time began, by default at the last attempt.
 */
function believeAbsence(
  summary: HistorySummary,
  circumstances: Circumstances,
  otherwise: WhyCode,
  since?: Moment,
): Decision {
  const wait = absentLongEnough(summary, circumstances, since)
  if (wait) return wait
  if (circumstances.logIn !== 'ours') return settle('undecided', otherwise)
  const isTurnedAway = summary.last?.isTurnedAway === true && !summary.earlierUnknown
  // A second call of these kinds changes nothing. It needs no proof if the platform turned the first one away because of too many requests.
  const isHarmless = isTurnedAway && circumstances.spends === 'no' && !circumstances.creates
  if (circumstances.control === 'sought' && !isHarmless) return settle('undecided', otherwise)
  const reading = summary.readings.at(-1)
  if (reading !== undefined && !isFresh(reading, circumstances)) return renewReading
  if (circumstances.control === 'not-sought') return { action: 'verify-read-path' }
  // A technician or the operator's setting decides whether a call that takes money is sent again. No decision is needed if the platform
  // turned the call away because of too many requests.
  const next = sendWithin(summary, circumstances)
  if (next.action !== 'send' || isHarmless) return next
  return circumstances.spends === 'asked-first' && !isTurnedAway
    ? settle('undecided', 'not-applied')
    : (lacksProof(summary, circumstances, settle('undecided', otherwise), since) ?? next)
}
