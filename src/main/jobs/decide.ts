import { assertNever } from '../../shared/assert-never.ts'
import type { WhyCode } from '../../shared/domain/job.ts'
import type { Circumstances, Decision, SettledState } from './circumstances.ts'
import { summarizeHistory, type HistorySummary, type Finding, type History, type Moment } from './ledger/history.ts'
import { absentLongEnough, cannotTell, giveUpReading, isOfThisProcess, keepsFailing, lastEnd } from './patience.ts'

/** What the last reading found, once it is settled whose the credentials are that were not taken. */
type LastFinding = Exclude<Finding, 'credentials'> | undefined

const settle = (state: SettledState, why: WhyCode): Decision => ({ action: 'settle', state, why })

/** More than one customer could be this job's. */
const severalFound = settle('undecided', 'several-found')

/** The same call that takes money goes out no more often than this, whatever the settings say and whoever asks. */
const mostSpent = 2
/** Calls without a trustworthy answer after which a technician is asked. */
const mostLostReplies = 5

/** What comes next for a step, from its history alone: the same after a crash as before it. */
export function decide(history: History, circumstances: Circumstances): Decision {
  const decision = decideAnew(summarizeHistory(history), circumstances)
  // Whatever cannot be told of it: it does not go out a third time.
  const isSpent = circumstances.spends !== 'no' && circumstances.timesSent >= mostSpent
  return isSpent && decision.action === 'settle' && decision.state === 'undecided'
    ? { ...decision, why: 'sent-twice' }
    : decision
}

function decideAnew(summary: HistorySummary, circumstances: Circumstances): Decision {
  if (summary.choice === 'it-is-there') return settle('unconfirmed', 'person-confirmed')
  const finding = summary.readings.at(-1)?.result
  if (finding === 'credentials') return { action: 'check-credentials' }
  if (keepsFailing(summary, circumstances)) return settle('undecided', 'keeps-failing')
  if (summary.choice === 'send-again') return sendAgain(summary, circumstances, finding)
  const result = summary.last?.result
  switch (result) {
    case undefined:
    case 'token-refused':
    case 'not-sent':
      return beforeSending(summary, circumstances, finding)
    case 'accepted':
      return afterAccepted(summary, circumstances, finding)
    case 'refused':
      return afterRefused(summary, circumstances, finding)
    case 'open':
    case 'unknown':
      return afterUnknown(summary, circumstances, finding)
    default:
      return assertNever(result)
  }
}

/**
 * A technician asked for one more call. What was in sight then must still hold when it goes out: an effect that has come about
 * meanwhile ends it, and anything else that is new is shown first.
 */
function sendAgain(summary: HistorySummary, circumstances: Circumstances, finding: LastFinding): Decision {
  const reading = summary.readings.at(-1)
  if (reading === undefined || finding === 'unreached' || !isOfThisProcess(reading, circumstances))
    return { action: 'read' }
  if (finding === 'present') return settle('done', 'seen-on-platform')
  if (finding === 'absent' || finding === summary.seenAtChoice) return sendWithin(summary, circumstances)
  return settle('undecided', whyUndecided(finding, circumstances))
}

/** Sends, unless this very call took money twice or has gone without an answer too often. */
function sendWithin(summary: HistorySummary, { spends, timesSent }: Circumstances): Decision {
  if (spends !== 'no' && timesSent >= mostSpent) return settle('undecided', 'sent-twice')
  return summary.lostReplies >= mostLostReplies ? settle('undecided', 'keeps-failing') : { action: 'send' }
}

function whyUndecided(finding: LastFinding, { spends }: Circumstances): WhyCode {
  if (finding === 'earlier-effect') return 'earlier-try-took-effect'
  if (finding === 'earlier-unclear') return 'earlier-try-unclear'
  if (finding === 'several') return 'several-found'
  if (finding === 'cannot-tell') return 'cannot-tell'
  if (finding === 'somebody-else') return spends === 'no' ? 'somebody-else' : 'moved-otherwise'
  return 'reply-lost-unreadable'
}

/** The last call of this revision, if there was one, did not reach the platform: look first, so that nothing is made or bound twice. */
function beforeSending(summary: HistorySummary, circumstances: Circumstances, finding: LastFinding): Decision {
  const reading = summary.readings.at(-1)
  if (reading !== undefined && !isOfThisProcess(reading, circumstances)) return { action: 'read' }
  switch (finding) {
    case undefined:
    case 'unreached':
      return { action: 'read' }
    case 'present':
      return {
        action: 'settle',
        state: 'done',
        why: isOurDoing(summary, circumstances) ? 'seen-on-platform' : 'was-there-already',
      }
    case 'somebody-else':
      return summary.mayHaveArrived ? notOurs(circumstances, 'undecided') : settle('refused', 'log-in-taken')
    case 'absent':
      return circumstances.carried === undefined
        ? sendWithin(summary, circumstances)
        : believeAbsence(summary, circumstances, circumstances.carried, 'accepted-but-absent')
    case 'unclear':
      return circumstances.carried === undefined
        ? sendWithin(summary, circumstances)
        : giveUpReading(summary, circumstances, circumstances.carried, settle('unconfirmed', 'list-unreadable'))
    case 'earlier-effect':
      return settle('undecided', 'earlier-try-took-effect')
    case 'earlier-unclear':
      return giveUpReading(
        summary,
        circumstances,
        circumstances.tried ?? lastEnd(summary),
        settle('undecided', 'earlier-try-unclear'),
      )
    case 'cannot-tell':
      return settle('undecided', 'cannot-tell')
    case 'several':
      return severalFound
    default:
      return assertNever(finding)
  }
}

const isOurDoing = (summary: HistorySummary, { carried, tried }: Circumstances): boolean =>
  summary.attempts > 0 || carried !== undefined || tried !== undefined

/** It said yes: done once its own list shows it. */
function afterAccepted(summary: HistorySummary, circumstances: Circumstances, finding: LastFinding): Decision {
  switch (finding) {
    case undefined:
    case 'unreached':
      return { action: 'read' }
    case 'present':
      return settle('done', 'seen-on-platform')
    case 'somebody-else':
      return notOurs(circumstances, 'unconfirmed')
    case 'absent':
      return absentLongEnough(summary, circumstances, lastEnd(summary)) ?? settle('undecided', 'accepted-but-absent')
    case 'cannot-tell':
      return settle('unconfirmed', 'cannot-tell')
    case 'earlier-effect':
    case 'earlier-unclear':
    case 'unclear':
      return circumstances.logIn === 'unknown'
        ? giveUpReading(summary, circumstances, lastEnd(summary), settle('undecided', 'log-in-unknown'))
        : settle('unconfirmed', 'list-unreadable')
    case 'several':
      return severalFound
    default:
      return assertNever(finding)
  }
}

/** It said no. That is believed at once only where nothing can have been made: else its own list is asked first. */
function afterRefused(summary: HistorySummary, circumstances: Circumstances, finding: LastFinding): Decision {
  if (!isReadBack(summary, circumstances)) return settle('refused', 'platform-refused')
  switch (finding) {
    case undefined:
    case 'unreached':
      return { action: 'read' }
    case 'present':
      return settle('done', 'seen-on-platform')
    case 'somebody-else':
      return circumstances.spends === 'no' ? settle('refused', 'log-in-taken') : notOurs(circumstances, 'undecided')
    case 'absent':
      if (summary.earlierUnknown || circumstances.carried !== undefined || isDoubtful(summary, circumstances)) {
        const wait = absentLongEnough(summary, circumstances, lastEnd(summary))
        if (wait) return wait
      }
      return settle('refused', 'platform-refused')
    case 'cannot-tell':
      return cannotTell(summary, circumstances)
    case 'earlier-effect':
    case 'earlier-unclear':
    case 'unclear':
      return giveUpReading(
        summary,
        circumstances,
        lastEnd(summary),
        isPlainNo(summary, circumstances)
          ? settle('refused', 'platform-refused')
          : settle('undecided', 'reply-lost-unreadable'),
      )
    case 'several':
      return severalFound
    default:
      return assertNever(finding)
  }
}

/** It may have been made in part, be the echo of a try that arrived, or a yes in words that sound like a no. */
const isReadBack = (summary: HistorySummary, circumstances: Circumstances): boolean =>
  summary.last?.byWords === true || summary.choice !== undefined || !isPlainNo(summary, circumstances)

/** A no in words alone to a call that takes money: its effect may come late. */
const isDoubtful = ({ last }: HistorySummary, { spends }: Circumstances): boolean =>
  last?.byWords === true && spends !== 'no'

/** A no that stands where the platform's list cannot be read: nothing else can have brought the effect about. */
const isPlainNo = (summary: HistorySummary, circumstances: Circumstances): boolean =>
  !circumstances.creates &&
  circumstances.carried === undefined &&
  !summary.earlierUnknown &&
  !isDoubtful(summary, circumstances)

/**
 * What comes next once a probe has shown that the company token is taken: it is the customer's password that was not, so a
 * person must be asked for it, unless something was sent that nobody could look for.
 */
export function decideOnPassword(history: History, circumstances: Circumstances): Decision {
  const summary = summarizeHistory(history)
  // The technician knew that nobody could look.
  if (summary.choice === 'send-again') return sendWithin(summary, circumstances)
  const result = summary.last?.result
  switch (result) {
    case undefined:
    case 'token-refused':
    case 'not-sent':
      if (circumstances.tried !== undefined || summary.mayHaveArrived) return settle('undecided', 'password-asked')
      if (circumstances.carried !== undefined) return settle('unconfirmed', 'list-unreadable')
      // No password belongs to the question for a new log-in: this platform asks for one, and so cannot be asked.
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
    default:
      return assertNever(result)
  }
}

/** Something was sent and no trustworthy answer came: never sent again without a read-back that decides. */
function afterUnknown(summary: HistorySummary, circumstances: Circumstances, finding: LastFinding): Decision {
  switch (finding) {
    case undefined:
    case 'unreached':
      return { action: 'read' }
    case 'present':
      return settle('done', 'seen-on-platform')
    case 'somebody-else':
      return notOurs(circumstances, 'undecided')
    case 'absent':
      return believeAbsence(
        summary,
        circumstances,
        lastEnd(summary),
        summary.isAssumed ? 'perhaps-sent-absent' : 'reply-lost-absent',
      )
    case 'cannot-tell':
      return cannotTell(summary, circumstances)
    case 'earlier-effect':
    case 'earlier-unclear':
    case 'unclear':
      return giveUpReading(summary, circumstances, lastEnd(summary), {
        action: 'settle',
        state: 'undecided',
        why: summary.isAssumed ? 'perhaps-sent-unreadable' : 'reply-lost-unreadable',
      })
    case 'several':
      return severalFound
    default:
      return assertNever(finding)
  }
}

/** A log-in of somebody else, or a subscription that moved otherwise than was asked. */
function notOurs({ spends }: Circumstances, moved: 'undecided' | 'unconfirmed'): Decision {
  return spends === 'no'
    ? settle('undecided', 'somebody-else')
    : { action: 'settle', state: moved, why: 'moved-otherwise' }
}

/** Absence is believed when it was read twice, late, by a read that is known to show what exists; then it is sent. */
function believeAbsence(
  summary: HistorySummary,
  circumstances: Circumstances,
  since: Moment,
  otherwise: WhyCode,
): Decision {
  const wait = absentLongEnough(summary, circumstances, since)
  if (wait) return wait
  if (circumstances.logIn !== 'ours') return settle('undecided', otherwise)
  if (circumstances.control === 'not-sought') return { action: 'verify-read-path' }
  if (circumstances.control === 'sought') return settle('undecided', otherwise)
  // It has not taken effect so far. Whether money is asked for once more is a person's word, or the operator's.
  const next = sendWithin(summary, circumstances)
  return next.action === 'send' && circumstances.spends === 'asked-first' ? settle('undecided', 'not-applied') : next
}
