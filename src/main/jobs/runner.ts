import { operation } from '../../platform/catalogue/catalogue.ts'
import { namesOtherOwner, readWording, saysLimit, saysThere } from '../../platform/words/wording.ts'
import { defined } from '../../shared/defined.ts'
import { findPresentStep, isIn, type JobState, type StepState, type WhyCode } from '../../shared/domain/job.ts'
import { takesMoney } from '../../shared/domain/job-kinds.ts'
import { decide } from './decide.ts'
import {
  type Circumstances,
  type Decision,
  failedOften,
  fingerprintOf,
  type RunEnd,
  type StepContext,
} from './step-context.ts'
import { type History, type Moment, summarizeHistory } from './ledger/history.ts'
import { isSameBox, stepRules } from './plans.ts'
import { type Ask, createStepQuestions, freshMs, type Note, type QuestionDeps } from './questions.ts'
import type { Job, Step } from './ledger/rows.ts'
import { makingOf } from './steps/platform-credentials.ts'
import type { Intent } from '../../shared/domain/activation.ts'
import type { Ledger } from './ledger/ledger.ts'

interface RunnerDeps extends Omit<QuestionDeps, 'atOnce' | 'noteChange'> {
  readonly start: Moment
  /** Whether the operator's policy forbids this work now. */
  readonly isForbidden: (intent: Intent) => boolean
  readonly isPaused: () => boolean
  /** Returns the guard of the fleet. Undefined while this computer is not in a fleet. */
  readonly guard?: (() => ClaimGuard | undefined) | undefined
  readonly onChange: (jobId: string) => void
}

/**
 * Works on the job with this sequence. `stopping` ends the run at its next safe point: it cancels a read, but no changing call. `failed`:
 * how many runs of the job before this one ended in a row because the platform did not answer.
 */
export type Run = (sequence: number, stopping: AbortSignal, failed?: number) => Promise<RunEnd>

/**
 * Creates the function that works on one job as far as is possible now. No other code makes the changing calls of jobs. Before each
 * question to the platform, a run commits everything that it has stored.
 */
export function createRunner(deps: RunnerDeps): Run {
  const { ledger, access, connection, clock, trial, start, isForbidden } = deps
  const changed = new Set<string>()

  const atOnce = <T>(action: () => T): T => {
    try {
      return ledger.atOnce(action)
    } finally {
      for (const id of changed) deps.onChange(id)
      changed.clear()
    }
  }

  const stand = (job: Job, state: JobState, why?: WhyCode, waitsUntil?: number): void => {
    ledger.standJob(job, { state, why, waitsUntil })
    changed.add(job.id)
  }

  const questions = createStepQuestions({ ...deps, atOnce, noteChange: ({ id }) => void changed.add(id) })

  const circumstancesOf = (
    { job, steps, step, soughtInVain, notedAt }: Omit<StepContext, 'circumstances'>,
    history: History,
  ): Circumstances => {
    const { reads, creates } = stepRules[step.kind]
    const spends = takesMoney(step.kind)
    const { last, earlierUnknown } = summarizeHistory(history)
    // The stored verdict is decrypted only if the last attempt was refused. Otherwise its words are not needed.
    const refusal = last?.result === 'refused' ? ledger.lastSeen(step, job.revision, 'verdict') : undefined
    const said = refusal?.message ?? refusal?.raw ?? ''
    const statusOf = () => ledger.lastAnswer(step, job.revision)?.status
    return {
      now: clock.elapsed(),
      start: { ...start, at: Math.max(start.at, access.forgottenAt()) },
      processingMs: Math.max(
        connection.longestProcessingSeconds * 1000,
        spends && connection.resendsRenewals ? leastBeforeSpending : 0,
      ),
      creates,
      logIn: makingOf(step.kind, job.payload),
      spends: !spends ? 'no' : connection.resendsRenewals ? 'sent-again' : 'asked-first',
      asksPassword: refusal?.asksPassword === true,
      saysThere:
        (maySayThere(said, step, statusOf) || (earlierUnknown && saysLimit(said))) &&
        (creates || !namesOtherOwner(said)),
      timesSent: spends ? ledger.timesSent(step, fingerprintOf(access, step)) + (step.payload.sentElsewhere ?? 0) : 0,
      ...defined({
        notedAt: notedAt.get(step.id),
        carried: whenCarried(steps, step),
        tried: whenTried(job, step),
        answeredWellAt: access.answeredWellAt(),
      }),
      // Only a few decisions need these.
      get showings() {
        return access.showings(reads, step.payload.read)
      },
      get isUnmoved() {
        return ledger.isUnmoved(step, job.revision)
      },
      control: soughtInVain.has(reads) ? 'sought' : access.hasShown(reads, step.payload.read) ? 'seen' : 'not-sought',
    }
  }

  /**
   * When the customer's creation was sent, if that call contained the box of this step. The creation may have bound the box already, or may
   * still bind it. Undefined if no creation contained the box.
   */
  const whenCarried = (steps: readonly Step[], step: Step): Moment | undefined => {
    const creation = step.kind === 'bind-user' ? steps.find(({ kind }) => kind === 'create-customer') : undefined
    if (creation === undefined || !isSameBox(creation.payload.send['uuid'], step.payload.send['macAddress']))
      return undefined
    return ledger.lastTry(creation) ?? { sequence: 0, at: 0 }
  }

  /** When the step was last sent before its correction. Undefined if it was not, or if the corrected step was already sent. */
  const whenTried = (job: Job, step: Step): Moment | undefined =>
    step.payload.tried === undefined || summarizeHistory(ledger.history(step, job.revision)).wasSent
      ? undefined
      : ledger.lastTry(step)

  const settle = (job: Job, step: Step, state: StepState, why: WhyCode | undefined): void => {
    const jobState: JobState = state === 'refused' ? 'refused' : state === 'undecided' ? 'needs-you' : 'checking'
    ledger.settleStep(job, step, state, { state: jobState, why })
    changed.add(job.id)
    if (jobState === 'needs-you') for (const id of ledger.idsBehind(job)) changed.add(id)
  }

  /** Ends the run of work that must not be sent now. */
  const putOff = ({ job, notedAt }: StepContext, why: WhyCode, pause: number): RunEnd => {
    stand(job, 'waiting', why, clock.elapsed() + pause)
    return { end: 'waits', ...(notedAt.size === 0 && { isIdle: true }) }
  }

  const checkClaim = createClaimCheck({
    guard: () => deps.guard?.(),
    ledger,
    wait: (stepContext) => putOff(stepContext, 'claim-lapsed', fleetPause),
    settle: (job, step) => settle(job, step, 'undecided', 'claimed-elsewhere'),
    noteChange: ({ id }) => void changed.add(id),
  })

  /** Waits for the trial, and then decides again. After a wait of more than `freshMs`, the platform is read first. */
  const waitForTrial =
    ({ stopping }: StepContext): Ask =>
    async () => {
      const since = clock.elapsed()
      if (!(await trial.waitForPlace(stopping))) return () => ({ end: 'stopped' })
      return () => (clock.elapsed() - since > freshMs ? { action: 'read' } : undefined)
    }

  /** Carries out a decision. Returns the question to the platform or the end of the run. Undefined: decide again at once. */
  const carryOut = (stepContext: StepContext, decision: Decision): Ask | RunEnd | undefined => {
    const { job, steps, step } = stepContext
    // What keeps the call from being sent is asked before a reading is renewed. Otherwise waiting work would read again and again.
    const isToSend = decision.action === 'send' || isRenewal(decision)
    if (isToSend && deps.isPaused() && !steps.some((one) => ledger.lastTry(one))) return { end: 'stopped' }
    if (isToSend && isForbidden(job.payload.intent)) return putOff(stepContext, 'operator-policy', policyPause)
    if (decision.action === 'send' && !trial.admits(job.sequence)) return waitForTrial(stepContext)
    const claim = checkClaim(stepContext, decision)
    if (claim !== undefined) return claim.next
    switch (decision.action) {
      case 'read':
      case 'send':
      case 'check-credentials':
      case 'verify-read-path':
        return questions[decision.action](stepContext)
      case 'wait':
        stand(job, 'waiting', decision.why, decision.until)
        return { end: 'waits', ...(isTurnedDown(job, step) && unknownWordsOf(job, step)) }
      case 'settle':
        settle(job, step, decision.state, decision.why)
        return undefined
    }
  }

  const finish = (job: Job, steps: readonly Step[]): RunEnd => {
    const isUnconfirmed = steps.some(({ state }) => state === 'unconfirmed')
    const why = isUnconfirmed && !tellsUnconfirmed(job.why) ? 'list-unreadable' : (job.why ?? 'seen-on-platform')
    stand(job, isUnconfirmed ? 'unconfirmed' : 'done', why)
    return { end: 'rests' }
  }

  /** Whether the platform did not accept the last call. Its words may say that it accepts none. */
  const isTurnedDown = (job: Job, step: Step): boolean => {
    const { last } = summarizeHistory(ledger.history(step, job.revision))
    return last?.result === 'refused' || last?.result === 'unknown'
  }

  const unknownWordsOf = (job: Job, step: Step | undefined): { unknownWords?: string; said?: string } => {
    const { unknownWords, message, raw = '' } = (step && ledger.lastSeen(step, job.revision, 'verdict')) ?? {}
    return unknownWords === undefined ? {} : { unknownWords, said: message ?? raw.slice(0, longestSaid) }
  }

  const endOfPause = (times: number): number => clock.elapsed() + Math.min(longestPause, 1000 * 2 ** Math.min(times, 6))
  const putBack = ({ job, step, failed }: StepContext, end: RunEnd): void => {
    const { attempts, readings } = summarizeHistory(ledger.history(step, job.revision))
    const state: JobState = attempts > 0 || step.position > 0 ? 'waiting' : 'saved'
    if (end.end === 'token-refused') stand(job, state, 'token-refused')
    // Before each of these runs the platform was reached, so it may fail only at this job's question. The other jobs go on.
    if (end.end === 'unreached' && failed + 1 >= failedOften) stand(job, state, 'platform-busy', endOfPause(failed))
    else if (end.end === 'unreached') stand(job, state, 'network')
    if (end.end === 'busy') {
      const tries = readings.filter(({ result }) => result === 'unreached').length
      const until = Math.max(clock.elapsed() + (end.retryAfterMs ?? 0), endOfPause(Math.max(failed, tries)))
      stand(job, state, end.isFromBetween === true ? 'network' : 'platform-busy', until)
    }
  }

  /** Loads a job from disk, decides what the job needs now, and works on it until the next question to the platform. */
  const takeUp = (
    sequence: number,
    {
      stopping,
      soughtInVain,
      notedAt,
      answered,
      failed,
    }: Pick<StepContext, 'stopping' | 'soughtInVain' | 'notedAt' | 'answered' | 'failed'>,
  ): Next => {
    if (stopping.aborted) return { end: 'stopped' }
    const loaded = ledger.load(sequence)
    if (loaded === undefined) return { end: 'rests' }
    const { job, steps } = loaded
    if (isIn('resting', job.state)) {
      const ended = steps.find(({ state }) => state === 'refused' || state === 'undecided')
      return { end: 'rests', ...unknownWordsOf(job, ended) }
    }
    const step = findPresentStep(steps)
    if (step === undefined) return finish(job, steps)
    // The previous step cannot end without the customer's credentials. So it is a bug if this step still awaits credentials, and nothing is
    // sent.
    if (step.payload.awaitsLogIn === true) throw new Error('The log-in of this customer is not known')
    const own = { job, steps, step, stopping, soughtInVain, notedAt, answered, failed }
    const history = ledger.history(step, job.revision)
    const circumstances = circumstancesOf(own, history)
    const stepContext = { ...own, circumstances }
    return goOn(stepContext, decide(history, circumstances))
  }

  /** Continues with the decision or the end of the run in `said`. If `said` is undefined, decides again what the job needs. */
  const goOn = (stepContext: StepContext, said: ReturnType<Note>): Next => {
    const next = said !== undefined && 'action' in said ? carryOut(stepContext, said) : said
    if (next === undefined) return takeUp(stepContext.job.sequence, stepContext)
    if (typeof next === 'function') return { stepContext, ask: next }
    putBack(stepContext, next)
    return next
  }

  return async (sequence, stopping, failed = 0) => {
    let next = atOnce(() =>
      takeUp(sequence, { stopping, soughtInVain: new Set(), notedAt: new Map(), answered: new Set(), failed }),
    )
    while (!('end' in next)) {
      const { stepContext, ask } = next
      const note = await ask()
      next = atOnce(() => goOn(stepContext, note()))
    }
    return next
  }
}

type Next = { readonly stepContext: StepContext; readonly ask: Ask } | RunEnd

/**
 * Whether a refusal says that something is there already. Of a creation or a binding, words that are not understood at all may mean it, too,
 * unless the HTTP status says that the caller may not do this. `statusOf` reads the HTTP status of the refusal.
 */
function maySayThere(said: string, { kind, operation: id }: Step, statusOf: () => number | undefined): boolean {
  if (saysThere(said)) return true
  const isListed = stepRules[kind].creates || kind.startsWith('bind-')
  if (!isListed || !/\p{L}/u.test(said)) return false
  const { says, speaksForNo } = readWording(said, operation(id))
  return says === 'says-nothing' && !speaksForNo && ![401, 403].includes(statusOf() ?? 0)
}

/**
 * A call that takes money is sent again automatically at the earliest after this time, in milliseconds. A connection may break while the
 * platform still works on the first call, whatever processing time the operator has set.
 */
const leastBeforeSpending = 5000

/** Whether only the age of the last reading keeps the call from being sent. */
const isRenewal = (decision: Decision): boolean => decision.action === 'read' && decision.isRenewed === true

/** The longest pause after a busy answer, in milliseconds. If the platform asks for a longer pause, the longer pause counts. */
const longestPause = 60_000

/** Work that the policy forbids is checked again after this time, in milliseconds, and at once when the policy changes. */
const policyPause = 60_000

/** Work that waits for the fleet is checked again after this time, in milliseconds, and at once when the hub is reached. */
const fleetPause = 60_000

/** The most characters of an answer's text that a technician is shown. The text is shown if the answer has no message in a known field. */
const longestSaid = 200

/** Whether a job that ends as unconfirmed keeps this reason. Any other reason is replaced by `list-unreadable`. */
const tellsUnconfirmed = (why: WhyCode | undefined): boolean =>
  why === 'person-confirmed' || why === 'cannot-tell' || why === 'moved-otherwise'

/**
 * What the fleet's claim on a job allows before a call. `free`: make the call. `ask`: ask the hub, then decide again. `read-back`: another
 * computer may have sent the job in the meantime, so read the platform first. `wait`: another computer may have the job, so make no call
 * until the hub has answered. `conflict`: another computer has the box or the customer. `moved`: another computer has the job itself.
 */
export type ClaimVerdict =
  | { readonly claim: 'free' | 'ask' | 'read-back' | 'wait' | 'conflict' }
  | { readonly claim: 'moved'; readonly to: string }

/** `first`: a read before the job's first attempt. `later`: a read after that attempt. `send`: a changing call. */
export interface GuardedCall {
  readonly before: 'first' | 'later' | 'send'
  readonly spends: boolean
  /** The hub was already asked about this call, whether it answered or not. */
  readonly isAsked: boolean
}

/** Port: the fleet as the runner sees it. Absent if this computer is not in a fleet. */
export interface ClaimGuard {
  /** Judges a call from stored data, without waiting for the hub. */
  readonly judge: (job: Job, call: GuardedCall) => ClaimVerdict
  /** Asks the hub about a job before a call and waits only a short time. Resolves to a function that stores the hub's answer. */
  readonly ask: (job: Job, before: GuardedCall['before']) => Promise<() => void>
  /** Notes that a changing call of the job is being sent, whether the hub answered or not. */
  readonly noteSend: (job: Job) => void
  readonly noteReadBack: (job: Job) => void
}

/** Waits for the hub's answer. Resolves to a function that stores the answer. After that, the runner decides again. */
const storeWith = async (asked: Promise<() => void>): Promise<() => undefined> => {
  const store = await asked
  return () => {
    store()
    return undefined
  }
}

interface ClaimCheckDeps {
  readonly guard: () => ClaimGuard | undefined
  readonly ledger: Pick<Ledger, 'lastTry' | 'transferAway' | 'assumeSent'>
  readonly wait: (stepContext: StepContext) => RunEnd
  readonly settle: (job: Job, step: Step) => void
  readonly noteChange: (job: Job) => void
}

/**
 * Returns what the runner does instead of the decided call. Undefined if the call may be made. `next`: a question to ask or the end of the
 * run; undefined if the runner decides again at once.
 */
type ClaimCheck = (
  stepContext: StepContext,
  decision: Decision,
) => { readonly next: Ask | RunEnd | undefined } | undefined

/** Checks the fleet's claim between a decision and its call. Only reads and changing calls are checked. */
function createClaimCheck({ guard, ledger, wait, settle, noteChange }: ClaimCheckDeps): ClaimCheck {
  return (stepContext, decision) => {
    const { job, steps, step, answered } = stepContext
    const fleet = guard()
    const { action } = decision
    if (fleet === undefined || (action !== 'read' && action !== 'send')) return undefined
    const before = action === 'send' ? 'send' : steps.some((one) => ledger.lastTry(one)) ? 'later' : 'first'
    const spends = takesMoney(step.kind)
    if (
      isRenewal(decision) &&
      fleet.judge(job, { before: 'send', spends, isAsked: answered.has('send') }).claim === 'wait'
    )
      return { next: wait(stepContext) }
    const verdict = fleet.judge(job, { before, spends, isAsked: answered.has(before) })
    switch (verdict.claim) {
      case 'free':
        if (before !== 'send') return undefined
        fleet.noteSend(job)
        // The hub is asked again before the next changing call.
        answered.delete('send')
        return undefined
      case 'ask':
        answered.add(before)
        return { next: () => storeWith(fleet.ask(job, before)) }
      case 'read-back':
        ledger.assumeSent(job)
        fleet.noteReadBack(job)
        noteChange(job)
        return { next: undefined }
      case 'wait':
        return { next: wait(stepContext) }
      case 'conflict':
        settle(job, step)
        return { next: undefined }
      case 'moved':
        ledger.transferAway(job, verdict.to)
        noteChange(job)
        return { next: undefined }
    }
  }
}
