import { assertNever } from '../../shared/assert-never.ts'
import type { StepState, WhyCode } from '../../shared/domain/job.ts'
import { takeAccount, type Account, type Finding, type History, type Moment } from './history.ts'
import type { LogInMaking } from './steps/made-log-in.ts'

/** What is to be done next for a step. `until`: milliseconds that this process will have lived through. */
export type Decision =
  | { readonly act: 'read' }
  | { readonly act: 'send' }
  /** Look for proof that the read can show what exists, then decide again. */
  | { readonly act: 'seek-control' }
  /** Find out whether the company token or the customer's password was refused, then decide again. */
  | { readonly act: 'probe-token' }
  | { readonly act: 'wait'; readonly until: number; readonly why: WhyCode }
  | { readonly act: 'settle'; readonly state: SettledState; readonly why?: WhyCode }

export type SettledState = Extract<StepState, 'done' | 'unconfirmed' | 'undecided' | 'refused'>

/** What the rules weigh besides the history. */
export interface Circumstances {
  /** Milliseconds that this process has lived through. */
  readonly now: number
  /** When this process began: the last sequence that an earlier one wrote, and the time on this one's own clock. */
  readonly start: Moment
  /** The platform's longest processing time, milliseconds. */
  readonly processingMs: number
  /**
   * A call that makes a customer. Its userid is its own, so somebody else's customer can stand in its place, and it may be
   * made in part: its refusal is read back.
   */
  readonly creates: boolean
  /** Who makes the log-in of a creation: unless it is ours, a second call makes a second customer. */
  readonly logIn: LogInMaking
  /** A call that takes money, and whether the operator lets it be sent again where it did not take effect. */
  readonly spends: 'no' | 'sent-again' | 'asked-first'
  /**
   * When an earlier step of this job carried this step's effect along (a creation that binds the box). Its absence is
   * believed only past the processing time, where it cannot be read it is not done twice, and its refusal is read back.
   */
  readonly carried?: Moment
  /** This connection has seen the same read, sent the same way, show something known to exist. `sought`: none was found. */
  readonly control: 'seen' | 'sought' | 'not-sought'
}

/** What the last reading found, once it is settled whose the credentials are that were not taken. */
type LastFinding = Exclude<Finding, 'credentials'> | undefined

/** More than one customer could be this job's. */
const severalFound: Decision = { act: 'settle', state: 'undecided', why: 'several-found' }

/** Readings that were not understood before it is said that they cannot be. */
const unclearEnough = 3

/** What comes next for a step, from its history alone: the same after a crash as before it. */
export function decide(history: History, circumstances: Circumstances): Decision {
  const account = takeAccount(history)
  if (account.choice === 'it-is-there') return { act: 'settle', state: 'unconfirmed', why: 'person-confirmed' }
  if (account.choice === 'send-again') return { act: 'send' }
  const finding = account.readings.at(-1)?.result
  if (finding === 'credentials') return { act: 'probe-token' }
  const result = account.last?.result
  switch (result) {
    case undefined:
    case 'token-refused':
    case 'not-sent':
      return beforeSending(account, circumstances, finding)
    case 'accepted':
      return afterAccepted(account, circumstances, finding)
    case 'refused':
      return afterRefused(account, circumstances, finding)
    case 'open':
    case 'unknown':
      return afterUnknown(account, circumstances, finding)
    default:
      return assertNever(result)
  }
}

/** Nothing of this revision can have taken effect yet: look first, so that nothing is made or bound twice. */
function beforeSending(account: Account, circumstances: Circumstances, finding: LastFinding): Decision {
  const reading = account.readings.at(-1)
  if (reading !== undefined && !isOfThisProcess(reading, circumstances)) return { act: 'read' }
  switch (finding) {
    case undefined:
    case 'unreached':
      return { act: 'read' }
    case 'present':
      return {
        act: 'settle',
        state: 'done',
        why: isOurDoing(account, circumstances) ? 'seen-on-platform' : 'was-there-already',
      }
    case 'somebody-else':
      return { act: 'settle', state: 'refused', why: 'log-in-taken' }
    case 'absent':
      return circumstances.carried === undefined
        ? { act: 'send' }
        : believeAbsence(account, circumstances, circumstances.carried, 'accepted-but-absent')
    case 'unclear':
      return circumstances.carried === undefined
        ? { act: 'send' }
        : giveUpReading(account, circumstances, { act: 'settle', state: 'unconfirmed', why: 'list-unreadable' })
    case 'several':
      return severalFound
    default:
      return assertNever(finding)
  }
}

const isOurDoing = (account: Account, { carried }: Circumstances): boolean =>
  account.attempts > 0 || carried !== undefined

/** It said yes: done once its own list shows it. */
function afterAccepted(account: Account, circumstances: Circumstances, finding: LastFinding): Decision {
  switch (finding) {
    case undefined:
    case 'unreached':
      return { act: 'read' }
    case 'present':
      return { act: 'settle', state: 'done', why: 'seen-on-platform' }
    case 'somebody-else':
      return notOurs(circumstances, 'unconfirmed')
    case 'absent':
      return (
        absentLongEnough(account, circumstances, lastEnd(account)) ?? {
          act: 'settle',
          state: 'undecided',
          why: 'accepted-but-absent',
        }
      )
    case 'unclear':
      return circumstances.logIn === 'unknown'
        ? giveUpReading(account, circumstances, { act: 'settle', state: 'undecided', why: 'log-in-unknown' })
        : { act: 'settle', state: 'unconfirmed', why: 'list-unreadable' }
    case 'several':
      return severalFound
    default:
      return assertNever(finding)
  }
}

/** It said no. That is believed at once only where nothing can have been made: else its own list is asked first. */
function afterRefused(account: Account, circumstances: Circumstances, finding: LastFinding): Decision {
  if (!isReadBack(account, circumstances)) return { act: 'settle', state: 'refused', why: 'platform-refused' }
  switch (finding) {
    case undefined:
    case 'unreached':
      return { act: 'read' }
    case 'present':
      return { act: 'settle', state: 'done', why: 'seen-on-platform' }
    case 'somebody-else':
      return circumstances.spends === 'no'
        ? { act: 'settle', state: 'refused', why: 'log-in-taken' }
        : notOurs(circumstances, 'undecided')
    case 'absent':
      if (account.earlierUnknown || circumstances.carried !== undefined) {
        const wait = absentLongEnough(account, circumstances, lastEnd(account))
        if (wait) return wait
      }
      return { act: 'settle', state: 'refused', why: 'platform-refused' }
    case 'unclear':
      return giveUpReading(account, circumstances, { act: 'settle', state: 'undecided', why: 'reply-lost-unreadable' })
    case 'several':
      return severalFound
    default:
      return assertNever(finding)
  }
}

/** It may have been made in part, or be the echo of a try that arrived. */
const isReadBack = (account: Account, { creates, carried }: Circumstances): boolean =>
  creates || carried !== undefined || account.earlierUnknown || account.choice !== undefined

/**
 * What comes next once a probe has shown that the company token is taken: it is the customer's password that was not, so a
 * person must be asked for it, unless something was sent that nobody could look for.
 */
export function decideOnPassword(history: History, circumstances: Circumstances): Decision {
  const account = takeAccount(history)
  const result = account.last?.result
  switch (result) {
    case undefined:
    case 'token-refused':
    case 'not-sent':
      if (circumstances.carried !== undefined) return { act: 'settle', state: 'unconfirmed', why: 'list-unreadable' }
      // No password belongs to the question for a new log-in: this platform asks for one, and so cannot be asked.
      return circumstances.creates ? { act: 'send' } : { act: 'settle', state: 'refused', why: 'password-asked' }
    case 'accepted':
      return circumstances.logIn === 'unknown'
        ? { act: 'settle', state: 'undecided', why: 'log-in-unknown' }
        : { act: 'settle', state: 'unconfirmed', why: 'list-unreadable' }
    case 'refused':
      return isReadBack(account, circumstances)
        ? { act: 'settle', state: 'undecided', why: 'reply-lost-unreadable' }
        : { act: 'settle', state: 'refused', why: 'password-asked' }
    case 'open':
    case 'unknown':
      return { act: 'settle', state: 'undecided', why: 'password-asked' }
    default:
      return assertNever(result)
  }
}

/** Something was sent and no trustworthy answer came: never sent again without a read-back that decides. */
function afterUnknown(account: Account, circumstances: Circumstances, finding: LastFinding): Decision {
  switch (finding) {
    case undefined:
    case 'unreached':
      return { act: 'read' }
    case 'present':
      return { act: 'settle', state: 'done', why: 'seen-on-platform' }
    case 'somebody-else':
      return notOurs(circumstances, 'undecided')
    case 'absent':
      return believeAbsence(
        account,
        circumstances,
        lastEnd(account),
        account.isAssumed ? 'perhaps-sent-absent' : 'reply-lost-absent',
      )
    case 'unclear':
      return giveUpReading(account, circumstances, {
        act: 'settle',
        state: 'undecided',
        why: account.isAssumed ? 'perhaps-sent-unreadable' : 'reply-lost-unreadable',
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
    ? { act: 'settle', state: 'undecided', why: 'somebody-else' }
    : { act: 'settle', state: moved, why: 'moved-otherwise' }
}

/** Absence is believed when it was read twice, late, by a read that is known to show what exists; then it is sent. */
function believeAbsence(account: Account, circumstances: Circumstances, since: Moment, otherwise: WhyCode): Decision {
  const wait = absentLongEnough(account, circumstances, since)
  if (wait) return wait
  if (circumstances.logIn !== 'ours') return { act: 'settle', state: 'undecided', why: otherwise }
  if (circumstances.control === 'not-sought') return { act: 'seek-control' }
  if (circumstances.control === 'sought') return { act: 'settle', state: 'undecided', why: otherwise }
  // It has not taken effect so far. Whether money is asked for once more is a person's word, or the operator's.
  return circumstances.spends === 'asked-first'
    ? { act: 'settle', state: 'undecided', why: 'not-applied' }
    : { act: 'send' }
}

/** Nothing once absence was read twice past the processing time; until then, when to look again. */
function absentLongEnough(account: Account, circumstances: Circumstances, since: Moment): Decision | undefined {
  // How long an earlier process waited nobody can tell by a clock that may have been set meanwhile.
  const from = isOfThisProcess(since, circumstances) ? since.at : circumstances.start.at
  const believable = from + circumstances.processingMs
  const late = account.readings.filter(
    (reading) => reading.result === 'absent' && isOfThisProcess(reading, circumstances) && reading.at >= believable,
  )
  if (late.length >= 2) return undefined
  const first = late[0]
  if (first !== undefined) return lookAgain(circumstances, first.at + Math.min(5000, circumstances.processingMs / 20))
  return lookAgain(circumstances, Math.min(nextLook(account, circumstances), believable))
}

/** A few more looks, ever later; then what is known is said. */
function giveUpReading(account: Account, circumstances: Circumstances, otherwise: Decision): Decision {
  const unclear = account.readings.filter(({ result }) => result === 'unclear').length
  return unclear >= unclearEnough ? otherwise : lookAgain(circumstances, nextLook(account, circumstances))
}

function lookAgain({ now }: Circumstances, at: number): Decision {
  return now >= at ? { act: 'read' } : { act: 'wait', until: at, why: 'processing-time' }
}

/** Soon at first, then ever later, up to a quarter of the processing time after the last reading. */
function nextLook(account: Account, circumstances: Circumstances): number {
  const last = account.readings.at(-1)
  if (last === undefined || !isOfThisProcess(last, circumstances)) return circumstances.now
  const { processingMs } = circumstances
  return last.at + Math.min(processingMs / 4, (processingMs / 240) * 3 ** (account.readings.length - 1))
}

const isOfThisProcess = ({ sequence }: Moment, { start }: Circumstances): boolean => sequence > start.sequence

const lastEnd = (account: Account): Moment => account.last ?? { sequence: 0, at: 0 }
