import { assertNever } from '../../shared/assert-never.ts'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import type { JobState, StepState, WhyCode } from '../../shared/domain/job.ts'
import { isIn } from '../../shared/domain/job-states.ts'
import type { Clock } from '../ports.ts'
import type { PlatformAccess } from './access.ts'
import type { Circumstances, Decision } from './circumstances.ts'
import { decide } from './decide.ts'
import { type StepContext, type RunEnd, wayOf, wayWithoutPassword, fingerprintOf } from './step-context.ts'
import { summarizeHistory, type Moment } from './ledger/history.ts'
import type { Knowledge } from './knowledge.ts'
import type { Ledger } from './ledger/ledger.ts'
import { isSameBox } from './plans.ts'
import { createStepQuestions, type Ask, type Note } from './questions.ts'
import type { Job, Step } from './ledger/rows.ts'
import { makingOf } from './steps/platform-credentials.ts'
import { stepRules } from './steps/step-rules.ts'

export interface RunnerDeps {
  readonly ledger: Ledger
  readonly access: PlatformAccess
  readonly connection: Connection
  readonly knowledge: Knowledge
  readonly clock: Clock
  /** When this process began. */
  readonly start: Moment
  /** Something about the job changed that a screen may show. */
  readonly onChange: (jobId: string) => void
}

/** `stopping` ends a run at its next safe point: a read is called off, a call that changes something is not. */
export type Run = (sequence: number, stopping: AbortSignal) => Promise<RunEnd>

/**
 * Carries one job as far as it goes now. The only place from which a changing call is made. What is found out between two
 * questions to the platform and what follows from it is one commit, made before the next question is asked.
 */
export function createRunner(deps: RunnerDeps): Run {
  const { ledger, access, connection, knowledge, clock, start } = deps
  /** Jobs of which there is something to be told. */
  const changed = new Set<string>()

  /** Does all of `action` in one commit, then tells of what it changed. */
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

  const isShown = (step: Step): boolean => {
    const { reads } = stepRules[step.kind]
    const retrieval = access.retrieval()
    return [wayOf(step, retrieval), wayWithoutPassword(retrieval)].some((way) =>
      knowledge.hasShown(connection.id, reads, way),
    )
  }
  const circumstancesOf = (
    job: Job,
    steps: readonly Step[],
    step: Step,
    sought: ReadonlySet<string>,
  ): Circumstances => {
    const { reads, creates, spends } = stepRules[step.kind]
    const carried = whenCarried(steps, step)
    const tried = whenTried(job, step)
    const answeredWellAt = access.answeredWellAt()
    return {
      now: clock.elapsed(),
      start,
      processingMs: connection.longestProcessingSeconds * 1000,
      creates,
      logIn: makingOf(step.kind, job.payload),
      spends: !spends ? 'no' : connection.resendsRenewals ? 'sent-again' : 'asked-first',
      timesSent: spends ? ledger.timesSent(step, fingerprintOf(access, step)) : 0,
      ...(carried !== undefined && { carried }),
      ...(tried !== undefined && { tried }),
      ...(answeredWellAt !== undefined && { answeredWellAt }),
      control: isShown(step) ? 'seen' : sought.has(reads) ? 'sought' : 'not-sought',
    }
  }

  /** A creation took this very box along, so its binding may be there already, or come late. */
  const whenCarried = (steps: readonly Step[], step: Step): Moment | undefined => {
    const creation = step.kind === 'bind-user' ? steps.find(({ kind }) => kind === 'create-customer') : undefined
    if (creation === undefined || !isSameBox(creation.payload.send['uuid'], step.payload.send['macAddress']))
      return undefined
    return ledger.lastTry(creation) ?? { sequence: 0, at: 0 }
  }

  /** It was corrected after it had been sent, and has not been sent since. */
  const whenTried = (job: Job, step: Step): Moment | undefined =>
    step.payload.tried === undefined || summarizeHistory(ledger.history(step, job.revision)).mayHaveArrived
      ? undefined
      : ledger.lastTry(step)

  const settle = (job: Job, step: Step, state: StepState, why: WhyCode | undefined): void => {
    const jobState: JobState = state === 'refused' ? 'refused' : state === 'undecided' ? 'needs-you' : 'checking'
    ledger.settleStep(job, step, state, { state: jobState, why })
    changed.add(job.id)
    if (jobState === 'needs-you') for (const id of ledger.idsBehind(job)) changed.add(id)
  }

  /** Carries out a decision up to what is to be asked; nothing where another decision follows at once. */
  const carryOut = (stepContext: StepContext, decision: Decision): Ask | RunEnd | undefined => {
    const { job, step } = stepContext
    switch (decision.action) {
      case 'read':
      case 'send':
      case 'check-credentials':
      case 'verify-read-path':
        return questions[decision.action](stepContext)
      case 'wait':
        stand(job, 'waiting', decision.why, decision.until)
        return { end: 'waits' }
      case 'settle':
        settle(job, step, decision.state, decision.why)
        return undefined
      default:
        return assertNever(decision)
    }
  }

  /** All steps are over: what the job is. */
  const finish = (job: Job, steps: readonly Step[]): RunEnd => {
    const isUnconfirmed = steps.some(({ state }) => state === 'unconfirmed')
    const why = isUnconfirmed && !tellsUnconfirmed(job.why) ? 'list-unreadable' : (job.why ?? 'seen-on-platform')
    stand(job, isUnconfirmed ? 'unconfirmed' : 'done', why)
    return { end: 'rests' }
  }

  const unknownWordsOf = (job: Job, steps: readonly Step[]): { unknownWords?: string; said?: string } => {
    const step = steps.find(({ state }) => state === 'refused' || state === 'undecided')
    const { unknownWords, message, raw = '' } = (step && ledger.lastSeen(step, job.revision, 'verdict')) ?? {}
    return unknownWords === undefined ? {} : { unknownWords, said: message ?? raw.slice(0, longestSaid) }
  }

  const putBack = (job: Job, step: Step, end: RunEnd): void => {
    const { attempts, readings } = summarizeHistory(ledger.history(step, job.revision))
    const state: JobState = attempts > 0 || step.position > 0 ? 'waiting' : 'saved'
    if (end.end === 'unreached') stand(job, state, 'network')
    if (end.end === 'token-refused') stand(job, state, 'token-refused')
    if (end.end === 'busy') {
      const tries = readings.filter(({ result }) => result === 'unreached').length
      const wait = Math.max(end.retryAfterMs ?? 0, Math.min(longestPause, 1000 * 2 ** Math.min(tries, 6)))
      stand(job, state, 'platform-busy', clock.elapsed() + wait)
    }
  }

  /** Decides what the job needs now, as it stands on disk, and carries it on to its next question. */
  const takeUp = (
    sequence: number,
    { stopping, soughtInVain }: Pick<StepContext, 'stopping' | 'soughtInVain'>,
  ): Next => {
    if (stopping.aborted) return { end: 'stopped' }
    const loaded = ledger.load(sequence)
    if (loaded === undefined) return { end: 'rests' }
    const { job, steps } = loaded
    if (isIn('resting', job.state)) return { end: 'rests', ...unknownWordsOf(job, steps) }
    const step = steps.find(({ state }) => !overStates.has(state))
    if (step === undefined) return finish(job, steps)
    // No step before it can have ended without it: a bug, and nothing is sent of it.
    if (step.payload.awaitsLogIn === true) throw new Error('The log-in of this customer is not known')
    const circumstances = circumstancesOf(job, steps, step, soughtInVain)
    const stepContext = { job, steps, step, circumstances, stopping, soughtInVain }
    return goOn(stepContext, decide(ledger.history(step, job.revision), circumstances))
  }

  /** Goes on by what was said of the step; where nothing was, by what the job needs now. */
  const goOn = (stepContext: StepContext, said: ReturnType<Note>): Next => {
    const next = said !== undefined && 'action' in said ? carryOut(stepContext, said) : said
    if (next === undefined) return takeUp(stepContext.job.sequence, stepContext)
    if (typeof next === 'function') return { stepContext, ask: next }
    putBack(stepContext.job, stepContext.step, next)
    return next
  }

  return async (sequence, stopping) => {
    let next = atOnce(() => takeUp(sequence, { stopping, soughtInVain: new Set() }))
    while (!('end' in next)) {
      const { stepContext, ask } = next
      const note = await ask()
      next = atOnce(() => goOn(stepContext, note()))
    }
    return next
  }
}

/** What a run comes to between two questions: the next one, or its end. */
type Next = { readonly stepContext: StepContext; readonly ask: Ask } | RunEnd

/** Milliseconds between two tries at a platform that is busy, unless it names a longer time itself. */
const longestPause = 60_000

/** Characters of an answer that are shown where its words are in no known field. */
const longestSaid = 200

/** Whether a reason explains an unconfirmed job. Any other reason is that of a later step, which was confirmed. */
const tellsUnconfirmed = (why: WhyCode | undefined): boolean =>
  why === 'person-confirmed' || why === 'cannot-tell' || why === 'moved-otherwise'

const overStates: ReadonlySet<StepState> = new Set(['done', 'unconfirmed', 'skipped'])
