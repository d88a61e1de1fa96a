import { defined } from '../../shared/defined.ts'
import { summarizeHistory } from './ledger/history.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Job, PlannedStep, Step, SubscriptionSeen, Tried } from './ledger/rows.ts'
import { readCustomer } from '../../platform/read/read-customers.ts'
import type { PlatformAccess } from './access.ts'
import type { Try } from './ledger/entries.ts'
import type { Attempted } from './steps/step-parts.ts'
import { makingOf } from './steps/platform-credentials.ts'
import { stepRules } from './plans.ts'

/**
 * The attempts in the form that the rules need. If the reading before an attempt was not understood, its stored answer is interpreted
 * again, because the platform's words may have been mapped since.
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

/** The most characters of an answer that are stored. A longer answer was cut and cannot be judged again. */
export const longestStored = 4000

/**
 * Judges the stored answer to the last attempt again after a technician chose "check again". The platform's words may have been mapped
 * since. If the answer now has another verdict, stores this verdict and returns true. Otherwise the attempt stays unchanged.
 */
export function recallVerdict(
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
  const { verdict, credentials, message, unknownWords } = access.reread(step.operation, stored.raw, stored.status)
  const result = verdict === 'accepted' ? 'accepted' : verdict === 'unclear' ? 'unknown' : 'refused'
  if (result === last.result || credentials === true) return false
  ledger.endAttempt(job, step, result, stored.status, { raw: stored.raw, ...defined({ message, unknownWords }) })
  return true
}

const isTold = ({ endDate, product }: SubscriptionSeen): boolean => endDate !== undefined || product !== undefined

const statusOf = ({ status, endDate, product, startDate }: SubscriptionSeen): SubscriptionSeen =>
  defined({ status, endDate, product, startDate })

/**
 * The planned steps of a correction, each with the calls that the step made before. Before the corrected call is sent, the effect of the
 * earlier calls is read back. For this, the customer is compared with the subscription before the first attempt.
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
    return tried.length === 0 ? plan : { ...plan, payload: { ...plan.payload, tried: [...tried] } }
  })

function triedBy(ledger: Pick<Ledger, 'history' | 'tries'>, job: Job, step: Step): readonly Tried[] {
  const earlier = step.payload.tried ?? []
  if (!summarizeHistory(ledger.history(step, job.revision)).mayHaveArrived) return earlier
  const [first] = ledger.tries(step, job.revision)
  const { send, read } = step.payload
  const before = statusOf(first ?? {})
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
