import { createHash } from 'node:crypto'
import { assertNever } from '../../shared/assert-never.ts'
import type { Connection } from '../../shared/domain/connection.ts'
import { dayOfInstant } from '../../shared/domain/day.ts'
import { restingStates, type JobState, type StepState, type WhyCode } from '../../shared/domain/job.ts'
import type { Answer } from '../../platform/answer.ts'
import type { Clock } from '../ports.ts'
import type { PlatformAccess, ProbeResult } from './access.ts'
import { seekControl } from './control.ts'
import { decide, decideOnPassword, type Circumstances, type Decision } from './decide.ts'
import { takeAccount, type Moment, type VerdictResult } from './history.ts'
import type { Knowledge } from './knowledge.ts'
import type { Ledger } from './ledger.ts'
import { look } from './look.ts'
import { nameJob } from './naming.ts'
import { standingSchema, type EntryPayload } from './payload.ts'
import { isSameBox } from './plans.ts'
import type { Job, Step } from './rows.ts'
import { makingOf, readMadeLogIn, shownLogIn } from './steps/made-log-in.ts'
import { stepRules } from './steps/step-rules.ts'

/** Why a run of a job ended. `unreached` and `busy` say something of the whole connection, not of the job alone. */
export type RunEnd =
  | { readonly end: 'rests' | 'waits' | 'stopped' | 'token-refused' }
  | { readonly end: 'unreached'; readonly failure: string }
  | { readonly end: 'busy'; readonly retryAfterMs: number | undefined }

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

/** What a run remembers until it ends. */
interface Errand {
  readonly job: Job
  readonly steps: readonly Step[]
  readonly step: Step
  readonly circumstances: Circumstances
  readonly stopping: AbortSignal
  /** Reads for which a control was sought in vain in this run; the next run seeks again. */
  readonly soughtInVain: Set<string>
}

/** Carries one job as far as it goes now. The only place from which a changing call is made. */
export function createRunner(deps: RunnerDeps): Run {
  const { ledger, access, connection, knowledge, clock, start } = deps

  const stand = (job: Job, state: JobState, why?: WhyCode, waitsUntil?: number): void => {
    ledger.standJob(job, { state, why, waitsUntil })
    deps.onChange(job.id)
  }

  /** A read that shows something without a password shows it with the right one, too; not the other way round. */
  const isShown = (step: Step): boolean => {
    const { reads } = stepRules[step.kind]
    const ways = [...new Set([wayOf(step), `${access.retrieval()}${withoutPassword}`])]
    return ways.some((way) => knowledge.hasShown(connection.id, reads, way))
  }
  const wayOf = (step: Step): string =>
    step.payload.read['password'] === '0' ? `${access.retrieval()}${withoutPassword}` : access.retrieval()

  const circumstancesOf = (
    job: Job,
    steps: readonly Step[],
    step: Step,
    sought: ReadonlySet<string>,
  ): Circumstances => {
    const { reads, creates, spends } = stepRules[step.kind]
    const carried = whenCarried(steps, step)
    return {
      now: clock.elapsed(),
      start,
      processingMs: connection.longestProcessingSeconds * 1000,
      creates,
      logIn: makingOf(step.kind, job.payload),
      spends: !spends ? 'no' : connection.resendsRenewals ? 'sent-again' : 'asked-first',
      ...(carried !== undefined && { carried }),
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

  const read = async ({ job, steps, step, stopping }: Errand): Promise<RunEnd | undefined> => {
    const account = takeAccount(ledger.history(step, job.revision))
    if (account.attempts > 0 && job.state !== 'checking') stand(job, 'checking')
    const { reads } = stepRules[step.kind]
    const askedAt = clock.elapsed()
    const before = account.attempts > 0 ? ledger.lastSeen(step, job.revision, 'attempt') : undefined
    const known = {
      payload: job.payload,
      mayHaveArrived: account.mayHaveArrived,
      isAccepted: account.last?.result === 'accepted',
      sentOn: before?.sentOn ?? dayOfInstant(clock.now()),
      ...(before && { before }),
    }
    const { answer, found } = await look(step, access, known, stopping)
    if (stopping.aborted && answer.reach !== 'answered') return { end: 'stopped' }
    const { finding, provesRead, customer } = found
    const isFound = finding === 'present' && customer && makingOf(step.kind, job.payload) === 'unknown'
    const logIn = isFound ? shownLogIn(customer) : undefined
    const seen: EntryPayload = {
      ...whatCameBack(answer, finding === 'unclear'),
      ...(logIn && { logIn }),
      ...(customer?.status !== undefined && { status: customer.status }),
      ...(customer?.endDate !== undefined && { endDate: customer.endDate }),
      ...(customer?.product !== undefined && { product: customer.product }),
    }
    const naming = logIn && nameJob(job, steps, logIn, connection)
    ledger.addReading(job, step, reads, finding, answer.status, seen, askedAt, naming)
    if (naming !== undefined) deps.onChange(job.id)
    if (provesRead) knowledge.noteShown(connection.id, reads, wayOf(step))
    if (finding !== 'unreached') return undefined
    return answer.reach === 'answered'
      ? { end: 'busy', retryAfterMs: answer.retryAfterMs }
      : { end: 'unreached', failure: answer.failure ?? 'not-http' }
  }

  const send = async ({ job, steps, step }: Errand): Promise<RunEnd | undefined> => {
    const { operation, payload } = step
    const before = takeAccount(ledger.history(step, job.revision)).readings.at(-1)?.result
    const standing = standingSchema.parse(ledger.lastSeen(step, job.revision, 'reading') ?? {})
    const fingerprint = createHash('sha256').update(access.fingerprintText(operation, payload.send)).digest()
    ledger.beginAttempt(job, step, fingerprint, {
      ...standing,
      ...(before !== undefined && { before }),
      sentOn: dayOfInstant(clock.now()),
    })
    deps.onChange(job.id)
    const answer = await access.send(operation, payload.send)
    const said = resultOf(answer)
    const probe = said === 'refused' && answer.credentials === true ? await access.probe() : undefined
    const result = probe === undefined ? said : refusalAfter[probe.result]
    const isNew = result === 'accepted' && makingOf(step.kind, job.payload) === 'unknown'
    const logIn = isNew ? readMadeLogIn(answer) : undefined
    const seen = { ...whatCameBack(answer, result !== 'accepted' || job.kind === 'console'), ...(logIn && { logIn }) }
    ledger.endAttempt(job, step, result, answer.status, seen, logIn && nameJob(job, steps, logIn, connection))
    // Not the token, so the customer's own password: for an existing customer a person must be asked for it.
    if (result === 'refused' && probe !== undefined && !stepRules[step.kind].creates)
      ledger.addReading(job, step, operation, 'credentials', answer.status, {})
    deps.onChange(job.id)
    if (result === 'token-refused') return { end: 'token-refused' }
    if (probe?.result === 'unreached') return { end: 'unreached', failure: probe.failure }
    if (result === 'not-sent') return { end: 'unreached', failure: answer.failure ?? 'not-http' }
    return result === 'unknown' && answer.retryAfterMs !== undefined
      ? { end: 'busy', retryAfterMs: answer.retryAfterMs }
      : undefined
  }

  const probeToken = async (errand: Errand): Promise<RunEnd | undefined> => {
    const { job, step, circumstances } = errand
    const probe = await access.probe()
    if (probe.result === 'reached')
      return carryOut(errand, decideOnPassword(ledger.history(step, job.revision), circumstances))
    // The reading said nothing of the job: it is made again once the token is taken.
    ledger.addReading(job, step, stepRules[step.kind].reads, 'unreached', undefined, {})
    return probe.result === 'token-refused' ? { end: 'token-refused' } : { end: 'unreached', failure: probe.failure }
  }

  const seek = async ({ step, stopping, soughtInVain }: Errand): Promise<RunEnd | undefined> => {
    const { reads } = stepRules[step.kind]
    const asking = { ...access, read: (id, values) => access.read(id, values, stopping) } satisfies PlatformAccess
    const control = await seekControl(reads, asking, connection)
    if (control === 'unreached') return { end: 'unreached', failure: 'connection-reset' }
    if (control === 'nothing-to-show') soughtInVain.add(reads)
    // The control asks for devices without a password.
    else knowledge.noteShown(connection.id, reads, `${access.retrieval()}${withoutPassword}`)
    return undefined
  }

  const settle = (job: Job, step: Step, state: StepState, why: WhyCode | undefined): void => {
    const jobState: JobState = state === 'refused' ? 'refused' : state === 'undecided' ? 'needs-you' : 'checking'
    ledger.settleStep(job, step, state, { state: jobState, why })
    deps.onChange(job.id)
  }

  /** Carries out a decision; something where the run ends by it. */
  const carryOut = async (errand: Errand, decision: Decision): Promise<RunEnd | undefined> => {
    const { job, step } = errand
    switch (decision.act) {
      case 'read':
        return read(errand)
      case 'send':
        return send(errand)
      case 'probe-token':
        return probeToken(errand)
      case 'seek-control':
        return seek(errand)
      case 'wait':
        stand(job, 'waiting', decision.why, decision.until)
        return { end: 'waits' }
      case 'settle':
        settle(job, step, decision.state, decision.why)
        return decision.state === 'refused' || decision.state === 'undecided' ? { end: 'rests' } : undefined
      default:
        return assertNever(decision)
    }
  }

  /** All steps are over: what the job is. */
  const finish = (job: Job, steps: readonly Step[]): RunEnd => {
    const isUnconfirmed = steps.some(({ state }) => state === 'unconfirmed')
    const why = isUnconfirmed && job.why !== 'person-confirmed' ? 'list-unreadable' : (job.why ?? 'seen-on-platform')
    stand(job, isUnconfirmed ? 'unconfirmed' : 'done', why)
    return { end: 'rests' }
  }

  const putBack = (job: Job, step: Step, end: RunEnd): void => {
    const { attempts, readings } = takeAccount(ledger.history(step, job.revision))
    const state: JobState = attempts > 0 || step.position > 0 ? 'waiting' : 'saved'
    if (end.end === 'unreached') stand(job, state, 'network')
    if (end.end === 'token-refused') stand(job, state, 'token-refused')
    if (end.end === 'busy') {
      const tries = readings.filter(({ result }) => result === 'unreached').length
      const wait = Math.max(end.retryAfterMs ?? 0, Math.min(longestPause, 1000 * 2 ** Math.min(tries, 6)))
      stand(job, state, 'platform-busy', clock.elapsed() + wait)
    }
  }

  return async (sequence, stopping) => {
    const soughtInVain = new Set<string>()
    for (;;) {
      if (stopping.aborted) return { end: 'stopped' }
      const loaded = ledger.load(sequence)
      if (loaded === undefined) return { end: 'rests' }
      const { job, steps } = loaded
      if (restingStates.has(job.state)) return { end: 'rests' }
      const step = steps.find(({ state }) => !overStates.has(state))
      if (step === undefined) return finish(job, steps)
      // No step before it can have ended without it: a bug, and nothing is sent of it.
      if (step.payload.awaitsLogIn === true) throw new Error('The log-in of this customer is not known')
      const circumstances = circumstancesOf(job, steps, step, soughtInVain)
      const decision = decide(ledger.history(step, job.revision), circumstances)
      const end = await carryOut({ job, steps, step, circumstances, stopping, soughtInVain }, decision)
      if (end === undefined) continue
      putBack(job, step, end)
      return end
    }
  }
}

const withoutPassword = ' without password'

/**
 * A refusal over credentials, once a probe with the token alone has told whose they are. Where the probe got no answer the
 * refusal may be the token's, so it says nothing of the job.
 */
const refusalAfter = {
  reached: 'refused',
  'token-refused': 'token-refused',
  unreached: 'unknown',
} as const satisfies Record<ProbeResult['result'], VerdictResult>

/** Milliseconds between two tries at a platform that is busy, unless it names a longer time itself. */
const longestPause = 60_000

const overStates: ReadonlySet<StepState> = new Set(['done', 'unconfirmed', 'skipped'])

/** What an answer to a changing call means for its attempt. */
function resultOf({ verdict, reach }: Answer): Exclude<VerdictResult, 'token-refused'> {
  if (verdict === 'accepted') return 'accepted'
  if (verdict === 'refused' || verdict === 'absent') return 'refused'
  return reach === 'not-sent' ? 'not-sent' : 'unknown'
}

/** What is kept of an answer; the whole of it only where somebody may have to read it. */
function whatCameBack(answer: Answer, withRaw: boolean): EntryPayload {
  return {
    ...(answer.message !== undefined && { message: answer.message }),
    ...(answer.failure !== undefined && { failure: answer.failure }),
    ...(withRaw && answer.raw !== '' && { raw: answer.raw.slice(0, 4000) }),
  }
}
