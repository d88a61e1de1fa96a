import { defined } from '../../../shared/defined.ts'
import {
  type BindingStatus,
  type JobDetail,
  type JobState,
  type WhyCode,
  attemptOutcomes,
  choiceViewSchema,
  type AttemptOutcome,
  type ChoiceView,
  type ReadingView,
  type SubscriptionStatus,
  type StepView,
} from '../../../shared/domain/job.ts'
import { actionsFor } from './actions.ts'
import { summaryOf } from './job-summary.ts'
import { type Job, type Step, readSeen, textOf, type Row } from './rows.ts'
import type { Sealing } from '../../vault/sealing.ts'
import type { EntryPayload } from './payload.ts'

type Told = Step & { readonly entries: readonly StoredEntry[] }

/** A job with all that happened to it. */
export function detailOf(job: Job, steps: readonly Told[]): JobDetail {
  const all = steps.flatMap(({ entries }) => entries)
  const told = all.findLast(tellsOfOwnCustomer)?.seen
  const words = wordsFor(job, steps)
  const why = job.why && { code: job.why, ...(tellsWords.has(job.state) && defined({ detail: words })) }
  const { intent, customermappingid } = job.payload
  return {
    summary: summaryOf(job, why),
    ...defined({ intent, customermappingid, customerStatus: told?.status, endDate: told?.endDate }),
    revision: job.revision,
    steps: steps.map((step) => stepView(step, step.entries)),
    customerBinding: bindingOf(steps, 'bind-user'),
    hostnameBinding: bindingOf(steps, 'bind-hostname'),
    actions: [...actionsFor(job, steps)],
  }
}

/** Whether an entry shows this job's own customer. A reading may also show another one, who has the user ID. */
const tellsOfOwnCustomer = ({ type, result, seen }: StoredEntry): boolean =>
  type === 'reading' && result === 'present' && (seen.status !== undefined || seen.endDate !== undefined)

/** States that the platform's own words explain. */
const tellsWords: ReadonlySet<JobState> = new Set(['refused', 'needs-you', 'waiting', 'unconfirmed', 'dropped'])

/** The words of the call that led to the job's state. The words of a reading only if the reading itself is the reason. */
function wordsFor({ why }: Job, steps: readonly Told[]): string | undefined {
  const [all, last] = [steps.flatMap(({ entries }) => entries), steps.findLast(({ entries }) => entries.length > 0)]
  const explains = (why && explaining[why]) ?? (({ type }: StoredEntry) => type === 'verdict')
  return (
    why === 'person-dropped' || why === 'handed-over' || why === 'moved-away' ? all : (last?.entries ?? [])
  ).findLast((entry) => entry.type !== 'attempt' && entry.seen.message !== undefined && explains(entry))?.seen.message
}

/** The entries that explain a reason, if that is not the last call. */
const explaining: Partial<Readonly<Record<WhyCode, (entry: StoredEntry) => boolean>>> = {
  'person-dropped': ({ type }) => type === 'choice',
  'handed-over': ({ type }) => type === 'choice',
  'moved-away': ({ type }) => type === 'choice',
  'platform-refused': ({ result }) => result === 'refused',
  'platform-busy': ({ result }) => result === 'unreached' || result === 'unknown',
  'keeps-failing': ({ result }) => result === 'unreached' || result === 'unknown',
  'password-asked': ({ result }) => result === 'credentials' || result === 'refused',
}

function bindingOf(steps: readonly Told[], kind: Step['kind']): BindingStatus {
  const step = steps.find((one) => one.kind === kind && one.state !== 'skipped')
  if (step === undefined) return 'not-asked-for'
  if (step.state === 'done') return 'on'
  if (step.state === 'unconfirmed') return 'unread'
  const last = step.entries.findLast(({ type }) => type === 'reading')?.result
  if (last === 'absent') return 'off'
  if (last === 'unclear' || step.state === 'undecided') return 'unread'
  // Without a list: before the first attempt the box is not there yet, and after it nobody knows.
  const wentOut = step.entries.some(({ type }) => type === 'attempt')
  return wentOut && (last === 'unreached' || last === 'credentials') ? 'unread' : 'not-yet'
}

export type StoredEntry = ReturnType<typeof openEntry>

/** `isAssumed`: an attempt that came with a backup or from another computer; nothing is known about it. */
export const openEntry = (row: Row, stepId: number, sealing: Sealing) => ({
  at: Number(row['at']),
  type: textOf(row['type']),
  operation: textOf(row['operation']),
  result: typeof row['result'] === 'string' ? row['result'] : undefined,
  status: typeof row['status'] === 'number' ? row['status'] : undefined,
  isAssumed: row['fingerprint'] === null,
  seen: readSeen(row, stepId, sealing) ?? {},
})

export function stepView(step: Step, entries: readonly StoredEntry[]): StepView {
  const attempts: StepView['attempts'] = []
  const readings: ReadingView[] = []
  const choices: ChoiceView[] = []
  for (const entry of entries) {
    const subscription = statusOf(entry.seen)
    if (entry.type === 'attempt')
      attempts.push({
        // An assumed attempt may not have been made, so it is not counted.
        number: attempts.filter(({ isAssumed }) => isAssumed !== true).length + 1,
        startedAt: entry.at,
        ...defined({ isAssumed: entry.isAssumed || undefined, before: subscription }),
      })
    if (entry.type === 'verdict') {
      const attempt = attempts.pop()
      if (attempt !== undefined)
        attempts.push({ ...attempt, endedAt: entry.at, outcome: outcomeOf(entry.result), ...shown(entry) })
    }
    if (entry.type === 'choice') {
      const { by = '', message: reason } = entry.seen
      const action = choiceViewSchema.shape.action.parse(entry.result)
      choices.push(defined({ at: entry.at, action, by, reason }))
    }
    if (entry.type === 'reading') {
      const finding = entry.result === 'credentials' ? 'unclear' : (entry.result as ReadingView['finding'])
      const { at, operation } = entry
      readings.push({ ...defined({ at, operation, finding, subscription }), ...shown(entry) })
    }
  }
  return { kind: step.kind, operation: step.operation, state: step.state, attempts, readings, choices }
}

/** Undefined if the platform told nothing of the subscription. */
function statusOf({ status, endDate, product }: EntryPayload): SubscriptionStatus | undefined {
  const told = defined({ status, endDate, product })
  return Object.keys(told).length > 0 ? told : undefined
}

const outcomeOf = (result: string | undefined): AttemptOutcome =>
  attemptOutcomes.find((outcome) => outcome === result) ?? 'refused'

const shown = ({ status, seen: { message, raw } }: StoredEntry) => defined({ status, message, raw })
