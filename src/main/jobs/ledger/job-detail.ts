import { defined } from '../../../shared/defined.ts'
import type { BindingStatus, JobDetail, JobState, WhyCode } from '../../../shared/domain/job.ts'
import { actionsFor } from './actions.ts'
import { summaryOf } from './job-summary.ts'
import type { Job, Step } from './rows.ts'
import { stepView, type StoredEntry } from './step-view.ts'

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
