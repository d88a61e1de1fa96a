import type { Answer } from '../../platform/answer.ts'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import { takesMoney } from '../../shared/domain/job-kinds.ts'
import type { Clock } from '../ports.ts'
import { type Asked, type CredentialsCheck, type PlatformAccess, withoutPassword } from './access.ts'
import { decideOnPassword } from './decide.ts'
import { summarizeHistory, type VerdictResult } from './ledger/history.ts'
import { type Decision, endWithout, fingerprintOf, type RunEnd, type StepContext } from './step-context.ts'
import { useridOf } from './ledger/job-keys.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Line, Trial } from './request-line.ts'
import {
  createFailedControls,
  isForbidden,
  recallTries,
  look,
  type Looked,
  type SearchPlace,
  verifyReadPath,
} from './look.ts'
import { foundOnly } from './steps/step-parts.ts'
import type { OperationId } from '../../platform/catalogue/catalogue.ts'
import { isOtherwise, mayHideWords } from '../../platform/find-passwords.ts'
import type { InTurn } from '../../platform/transport/exchange.ts'
import { type EntryPayload, type Job, type Step, subscriptionSeenSchema } from './ledger/rows.ts'
import { makingOf, nameJob, readPlatformCredentials, shownLogIn } from './steps/platform-credentials.ts'
import { stepRules } from './plans.ts'
import { sharedRead, type SharedReading, type SharedReadings } from './shared-reading.ts'
import { deniesOnly, mayConcernCredentials } from '../../platform/words/wording.ts'
import { defined } from '../../shared/defined.ts'

/**
 * Stores the result of a question, without waiting for anything. Returns the next decision or the end of the run. Undefined if the result
 * gives neither; then the run decides again from the history.
 */
export type Note = () => Decision | RunEnd | undefined
/** A question to the platform: a read or a changing call. Everything that the run stored before the question is already on disk. */
export type Ask = () => Promise<Note>
/** Commits what the ledger must contain before the platform is asked. Returns the question to the platform. */
export type Prepare = (stepContext: StepContext) => Ask

export interface QuestionDeps {
  readonly ledger: Ledger
  readonly access: PlatformAccess
  readonly connection: Connection
  /** The customer's keys in the other connections of this computer that lead to the same customers. */
  readonly keysElsewhere: (userid: string | undefined) => readonly Uint8Array[]
  readonly clock: Clock
  readonly line: Line
  readonly trial: Trial
  readonly shared: SharedReadings
  /** Runs `action` in one commit, then reports the changed jobs. */
  readonly atOnce: <T>(action: () => T) => T
  readonly noteChange: (job: Job) => void
}

interface Sent {
  readonly answer: Answer
  readonly said: VerdictResult
  readonly probe: CredentialsCheck | undefined
}

/**
 * The longest time that a changing call waits for its turn, in milliseconds. After that time the call is decided again, because the
 * readings behind the decision may be outdated.
 */
export const freshMs = 1000

export function createStepQuestions(
  deps: QuestionDeps,
): Readonly<Record<'read' | 'send' | 'check-credentials' | 'verify-read-path', Prepare>> {
  const { ledger, access, connection, keysElsewhere, clock, line, trial, shared, atOnce, noteChange } = deps

  /** Asks the platform when the line gives a turn to each request of the question. Ends the run if a request got no turn. */
  const askInTurn = async <T>(
    stopping: AbortSignal,
    ask: (inTurn: InTurn) => Promise<T>,
    note: (answered: T) => ReturnType<Note>,
  ): Promise<Note> => {
    const turns = line.takeTurns({ stopping })
    const answered = await ask(turns.inTurn)
    return () => (turns.isMissed() ? { end: 'stopped' } : note(answered))
  }

  /** Asks whether the platform accepts the token. A platform that cannot answer now has told nothing about it. */
  const probeToken = async (inTurn: InTurn): Promise<CredentialsCheck> => {
    const found = await access.probe(inTurn)
    return found.result === 'reached' && found.isBusy === true
      ? { result: 'unreached', failure: 'platform-busy' }
      : found
  }

  const readingInTurn = (inTurn: InTurn, stopping?: AbortSignal): Pick<PlatformAccess, 'read'> => ({
    read: (id, values, signal = stopping) => access.read(id, values, signal, inTurn),
  })

  /** Whether the token or the platform's address has changed since. A probe with the new token says nothing about a call with the old one. */
  const watchToken = (): (() => boolean) => {
    const before = access.forgottenAt()
    return () => access.forgottenAt() !== before
  }

  const askedNow = (): Asked => ({ at: clock.elapsed(), sequence: ledger.lastSequence() })

  /** Reads the effect of a step. If a shared question, asked now or a moment ago, gives the finding, the job asks no question of its own. */
  const read: Prepare = (stepContext) => {
    const askAlone = readAlone(stepContext)
    return () => {
      const looking = shared.look(stepContext)
      return looking === undefined ? askAlone() : noteShared(stepContext, looking, askAlone)
    }
  }

  const noteShared = async (
    stepContext: StepContext,
    looking: Promise<SharedReading | undefined>,
    askAlone: Ask,
  ): Promise<Note> => {
    const reading = await looking
    if (reading === undefined) return askAlone()
    const { answer, finding, askedAt } = reading
    // It is not known which entries came before the request of this shared question, so none counts.
    const asked = { at: askedAt, sequence: 0 }
    return () => noteReading(stepContext, { answer, found: foundOnly(finding) }, asked, sharedRead)
  }

  const readAlone: Prepare = (stepContext) => {
    const { job, step, stopping } = stepContext
    if (recallVerdict(ledger, stepContext, access)) noteChange(job)
    const summary = summarizeHistory(ledger.history(step, job.revision))
    if (summary.attempts > 0 && job.state !== 'checking') {
      ledger.standJob(job, { state: 'checking' })
      noteChange(job)
    }
    const asked = askedNow()
    const { mayHaveArrived, wasSent } = summary
    const known = {
      payload: job.payload,
      mayHaveArrived,
      wasSent,
      isAccepted: summary.last?.result === 'accepted',
      isRefused: summary.last?.result === 'refused' && !summary.earlierUnknown,
      tries: mayHaveArrived ? recallTries(ledger.tries(step, job.revision), step, access) : [],
      isShared: takesMoney(step.kind) && ledger.spentByOthers(step, keysElsewhere(useridOf(job.payload.intent))),
    }
    return async () => {
      const isOtherToken = watchToken()
      const turns = line.takeTurns({ stopping })
      const looked = await look(step, readingInTurn(turns.inTurn), known, stopping)
      if (turns.isMissed()) return () => ({ end: 'stopped' })
      if (!isForbidden(looked)) return () => noteReading(stepContext, looked, asked)
      return askInTurn(stopping, probeToken, (probe) => {
        if (isOtherToken()) return noteUnknownToken(stepContext, { result: 'token-refused' })
        return probe.result === 'reached'
          ? noteReading(stepContext, looked, asked)
          : noteUnknownToken(stepContext, probe)
      })
    }
  }

  /** Notes that a rejected reading says nothing about the job. The reading is repeated when the platform accepts the token. */
  const noteUnknownToken = ({ job, step }: StepContext, probe: Exclude<CredentialsCheck, Reached>): RunEnd => {
    ledger.addReading(job, step, stepRules[step.kind].reads, 'unreached', undefined, {})
    return probe.result === 'token-refused' ? { end: 'token-refused' } : { end: 'unreached', failure: probe.failure }
  }

  const noteReading = (
    { job, steps, step, stopping, notedAt }: StepContext,
    { answer, found }: Looked,
    asked: Asked,
    operation: OperationId = stepRules[step.kind].reads,
  ): RunEnd | undefined => {
    if (stopping.aborted && answer.reach !== 'answered') return { end: 'stopped' }
    const { reads, creates } = stepRules[step.kind]
    const { finding, provesRead, customer } = found
    const isFound = finding === 'present' && customer && makingOf(step.kind, job.payload) === 'unknown'
    const logIn = isFound ? shownLogIn(customer) : undefined
    const seen: EntryPayload = {
      ...whatCameBack(answer, finding === 'unclear'),
      logIn,
      status: customer?.status,
      endDate: customer?.endDate,
      product: customer?.product,
      startDate: customer?.startDate,
    }
    const naming = logIn && nameJob(job, steps, logIn, connection)
    ledger.addReading(job, step, operation, finding, answer.status, seen, asked.at, naming)
    notedAt.set(step.id, clock.elapsed())
    if (naming !== undefined) noteChange(job)
    if (provesRead) access.noteShown(reads, step.payload.read, asked)
    if (creates && provesRead && finding === 'present') shared.noteThere(customer?.userid)
    return finding === 'unreached' ? endWithout(answer) : undefined
  }

  const send: Prepare = (stepContext) => {
    const { job, step, stopping } = stepContext
    const { operation, payload } = step
    const before = summarizeHistory(ledger.history(step, job.revision)).readings.at(-1)?.result
    const subscription = subscriptionSeenSchema.parse(ledger.lastSeen(step, job.revision, 'reading') ?? {})
    const fingerprint = fingerprintOf(access, step)
    ledger.beginAttempt(job, step, fingerprint, { ...subscription, before, sentOn: access.today() })
    noteChange(job)
    shared.noteSend(payload.send['userid'])
    return async () => {
      const isOtherToken = watchToken()
      const turns = line.takeTurns({ stopping, changesWithin: freshMs })
      const answer = await access.send(operation, payload.send, turns.inTurn)
      if (turns.isMissed()) return giveUpSending(stepContext)
      const said = resultOf(answer)
      const isOpen = said === 'refused' && answer.credentials === true
      const probeTurns = line.takeTurns({ stopping, changesWithin: freshMs })
      const found = isOpen ? await probeToken(probeTurns.inTurn) : undefined
      // A refusal that gives another reason is not about the token.
      const isOfOldToken = found?.result === 'reached' && isOtherToken() && !givesReason(answer)
      const probe = isOfOldToken ? ({ result: 'token-refused' } as const) : found
      const sent: Sent = { answer, said, probe }
      // The verdict gets its own commit, so that no later failure can undo the verdict.
      const end = atOnce(() => noteVerdict(stepContext, sent))
      if (isUnderstood(sent)) trial.pass()
      if (probeTurns.isMissed()) return () => (stopping.aborted ? { end: 'stopped' } : undefined)
      return () => end
    }
  }

  /** Notes that a call was not sent, because it got no turn in time. The call is decided again when the line has room. */
  const giveUpSending = async ({ job, step, stopping }: StepContext): Promise<Note> => {
    atOnce(() => {
      ledger.endAttempt(job, step, 'not-sent', undefined, {})
      noteChange(job)
    })
    await line.waitForRoom(stopping)
    return () => undefined
  }

  const noteVerdict = ({ job, steps, step }: StepContext, { answer, said, probe }: Sent): RunEnd | undefined => {
    const isBelieved = probe === undefined || (probe.result === 'unreached' && givesReason(answer))
    const result = isBelieved ? said : refusalAfter[probe.result]
    const isNew = result === 'accepted' && makingOf(step.kind, job.payload) === 'unknown'
    const logIn = isNew ? readPlatformCredentials(answer) : undefined
    const { unknownWords } = answer
    // The probe shows that the token is accepted, so the customer's password was rejected. A new customer's password cannot be wrong.
    const asksPassword =
      (result === 'refused' && answer.asksPassword === true && !stepRules[step.kind].creates) || undefined
    const back = whatCameBack(answer, result !== 'accepted' || job.kind === 'console')
    const isHiding = (raw: string) => isOtherwise(answer, access.reread(step.operation, raw, answer.status))
    const hidesWords = (back.raw !== undefined && isHiding(back.raw)) || undefined
    const seen = { ...back, logIn, unknownWords, asksPassword, hidesWords }
    ledger.endAttempt(job, step, result, answer.status, seen, logIn && nameJob(job, steps, logIn, connection))
    noteChange(job)
    if (result === 'token-refused') return { end: 'token-refused' }
    if (probe?.result === 'unreached') return { end: 'unreached', failure: probe.failure }
    if (result === 'not-sent') return { end: 'unreached', failure: answer.failure ?? 'not-http' }
    return result === 'unknown' && answer.retryAfterMs !== undefined
      ? { end: 'busy', retryAfterMs: answer.retryAfterMs }
      : undefined
  }

  const checkCredentials: Prepare = (stepContext) => {
    const { job, step, circumstances, stopping } = stepContext
    return () => {
      const isOtherToken = watchToken()
      return askInTurn(stopping, probeToken, (probe) => {
        if (isOtherToken()) return undefined
        return probe.result === 'reached'
          ? decideOnPassword(ledger.history(step, job.revision), circumstances)
          : noteUnknownToken(stepContext, probe)
      })
    }
  }

  const searched: SearchPlace = { asked: 0 }
  const failed = createFailedControls(access, clock)
  const seek: Prepare = ({ step, stopping, soughtInVain }) => {
    const { reads } = stepRules[step.kind]
    const asked = askedNow()
    return () =>
      askInTurn(
        stopping,
        async (inTurn) =>
          failed.isGivenUp(reads)
            ? 'nothing-to-show'
            : verifyReadPath(reads, readingInTurn(inTurn, stopping), connection, searched),
        (control) => {
          if (typeof control !== 'string') {
            const until = failed.note(reads, control)
            const isForAll = control.reach !== 'answered' || control.retryAfterMs !== undefined
            return isForAll ? endWithout(control) : { action: 'wait', until, why: 'platform-busy' }
          }
          // The control reads without a password, so its result is stored for that way of reading.
          if (control === 'shown') access.noteShown(reads, withoutPassword, asked)
          else soughtInVain.add(reads)
          failed.forget(reads)
          return undefined
        },
      )
  }

  return { read, send, 'check-credentials': checkCredentials, 'verify-read-path': seek }
}

type Reached = Extract<CredentialsCheck, { readonly result: 'reached' }>

/**
 * The verdict on a call whose credentials were refused, by the result of a probe that sends only the token. If the probe is not sent or gets
 * no answer, the call's token may have been refused. Then the refusal says nothing about the job.
 */
const refusalAfter = {
  reached: 'refused',
  'token-refused': 'token-refused',
  unreached: 'unknown',
} as const satisfies Record<CredentialsCheck['result'], VerdictResult>

/**
 * Whether a refusal gives a reason that cannot be about the token: a 403 with an understood reason, such as "Not enough credit". A 401, a
 * bare "Forbidden" and unknown words may be about the token.
 */
const givesReason = ({ status, message, unknownWords }: Answer): boolean =>
  status === 403 &&
  message !== undefined &&
  unknownWords === undefined &&
  !mayConcernCredentials(message) &&
  !deniesOnly(message)

function resultOf({ verdict, reach }: Answer): Exclude<VerdictResult, 'token-refused'> {
  if (verdict === 'accepted') return 'accepted'
  if (verdict === 'refused' || verdict === 'absent') return 'refused'
  return reach === 'not-sent' ? 'not-sent' : 'unknown'
}

/** Whether Setdesk understands why a call was accepted or refused. Refused credentials do not count: it may be the token. */
const isUnderstood = ({ said, answer, probe }: Sent): boolean =>
  said === 'accepted' || (said === 'refused' && answer.unknownWords === undefined && probe === undefined)

/**
 * The part of an answer that is stored. `withRaw`: includes the answer's text, because a technician may have to read it. The text of an old
 * answer from a cache is left out, because a stored text may be judged again.
 */
function whatCameBack(answer: Answer, withRaw: boolean): EntryPayload {
  return {
    message: answer.message,
    failure: answer.failure,
    ...(withRaw && answer.raw !== '' && answer.isStored !== true && { raw: answer.raw.slice(0, longestStored) }),
  }
}

/** The most characters of an answer that are stored. A longer answer was cut and cannot be judged again. */
const longestStored = 4000

/**
 * Judges the stored answer to the last attempt again after a technician chose "check again". The field mapping may have changed since the
 * answer came. If the answer now has another verdict, stores this verdict and returns true. Otherwise the attempt stays unchanged, also if
 * the mask may hide words that say something.
 */
function recallVerdict(
  ledger: Pick<Ledger, 'history' | 'lastAnswer' | 'endAttempt'>,
  { job, step }: { readonly job: Job; readonly step: Step },
  access: Pick<PlatformAccess, 'reread'>,
): boolean {
  const { choice, readings, last } = summarizeHistory(ledger.history(step, job.revision))
  const isOpen = last?.result === 'unknown' || last?.result === 'refused'
  if (choice !== 'check-again' || readings.length > 0 || !isOpen) return false
  const stored = ledger.lastAnswer(step, job.revision)
  // Credentials from the platform cannot be read again, because their password is not stored with the answer.
  if (stored === undefined || stored.raw.length >= longestStored || makingOf(step.kind, job.payload) === 'unknown')
    return false
  const answer = access.reread(step.operation, stored.raw, stored.status)
  if (mayHideWords(stored.raw, answer)) return false
  const { verdict, credentials, message, unknownWords } = answer
  const result = verdict === 'accepted' ? 'accepted' : verdict === 'unclear' ? 'unknown' : 'refused'
  if (result === last.result || credentials === true) return false
  ledger.endAttempt(job, step, result, stored.status, { raw: stored.raw, ...defined({ message, unknownWords }) })
  return true
}
