import { isFromBetween } from '../../../platform/body.ts'
import { defined } from '../../../shared/defined.ts'
import {
  findPresentStep,
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
  type JobAction,
  type JobSummary,
  type Why,
  jobStateSchema,
  jobSummarySchema,
  whyCodes,
} from '../../../shared/domain/job.ts'
import { type EntryPayload, type Job, readSeen, type Row, type Step, storedKindSchema, textOf } from './rows.ts'
import type { Sealing } from '../../vault/sealing.ts'
import type { History } from './history.ts'
import { makingOf } from '../steps/platform-credentials.ts'
import { boxOf, logInOf, type Intent } from '../../../shared/domain/activation.ts'
import { ordinaryOf } from '../steps/console-steps.ts'

/** A job as lists show it. Waiting times are in milliseconds since this process started, other times in milliseconds since 1970. */
export function summaryOf(job: Job, why: Why | undefined = job.why && { code: job.why }): JobSummary {
  const { technician, productName } = job.payload
  const { id, sequence, connectionId, kind, state, waitsUntil, createdAt, updatedAt } = job
  return {
    ...defined({ id, sequence, connectionId, kind, state, why, waitsUntil, productName }),
    ...subjectOf(job.payload.intent),
    technician,
    createdAt,
    updatedAt,
  }
}

type Subject = Pick<JobSummary, 'box' | 'model' | 'replaces' | 'customerName' | 'userid' | 'hostname'>

export function subjectOf(asked: Intent): Subject {
  const intent = ordinaryOf(asked)
  const box = boxOf(intent)
  return defined({
    box: box?.identifier,
    model: box?.model || undefined,
    replaces: 'replaces' in intent ? intent.replaces?.id : undefined,
    customerName: customerNameOf(intent),
    userid: logInOf(intent).userid,
    hostname: 'hostname' in intent ? intent.hostname : undefined,
  })
}

function customerNameOf(intent: Intent): string | undefined {
  if ('customer' in intent) return `${intent.customer.firstname} ${intent.customer.lastname}`
  return 'customerName' in intent ? intent.customerName : undefined
}

/** The summary of a job whose personal data was purged. Its kind, state, reason and times remain. */
export function summaryOfPurged(row: Row): JobSummary {
  const code = whyCodes.find((one) => one === row['why'])
  return { ...bareSummary(row), ...(code && { why: { code } }), ...originOf(row), isPurged: true }
}

/** Makes a summary from the unsealed columns of a job's row. A job whose state cannot be read is shown as one that needs a technician. */
function bareSummary(row: Row): JobSummary {
  return {
    id: textOf(row['id']),
    sequence: Number(row['sequence']),
    connectionId: textOf(row['connection_id']),
    kind: storedKindSchema.safeParse(row['kind']).data ?? 'new-customer',
    state: jobStateSchema.safeParse(row['state']).data ?? 'needs-you',
    technician: '',
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  }
}

/** The summary of a job whose row cannot be opened. `why`: whether the record was changed from outside or is unreadable. */
export const summaryOfUnreadable = (row: Row): JobSummary => ({
  ...bareSummary(row),
  why: { code: row['why'] === 'changed-outside' ? 'changed-outside' : 'unreadable-record' },
})

/** How the job came into this file, if another file had the job first. */
export const originOf = (row: Row): Pick<JobSummary, 'origin'> =>
  defined({ origin: jobSummarySchema.shape.origin.safeParse(row['origin'] ?? undefined).data })

type Told = Step & { readonly entries: readonly StoredEntry[] }

export function detailOf(job: Job, steps: readonly Told[]): JobDetail {
  const all = steps.flatMap(({ entries }) => entries)
  const told = all.findLast(tellsOfOwnCustomer)?.seen
  const words = wordsFor(job, steps)
  const why = job.why && { code: job.why, ...(tellsWords.has(job.state) && defined({ detail: words })) }
  const { intent, customermappingid } = job.payload
  const isPresent = ({ revision }: StoredEntry): boolean => revision === job.revision
  return {
    summary: summaryOf(job, why),
    ...defined({ intent, customermappingid, customerStatus: told?.status, endDate: told?.endDate }),
    revision: job.revision,
    steps: steps.map((step) => stepView(step, step.entries)),
    customerBinding: bindingOf(steps, 'bind-user'),
    hostnameBinding: bindingOf(steps, 'bind-hostname'),
    actions: [
      ...actionsFor(
        job,
        steps,
        isRevisionUnsent(steps, ({ entries }) => entries.filter(isPresent)),
      ),
    ],
  }
}

/** Whether an entry shows this job's own customer. A reading may also show another customer with the user ID. */
const tellsOfOwnCustomer = ({ type, result, seen }: StoredEntry): boolean =>
  type === 'reading' && result === 'present' && (seen.status !== undefined || seen.endDate !== undefined)

/** The states that an answer's words or a technician's reason may explain. */
const tellsWords: ReadonlySet<JobState> = new Set(['refused', 'needs-you', 'waiting', 'unconfirmed', 'dropped'])

/**
 * The words that explain the job's state. By default they are from the answer to the last call. The words of a reading count only if that
 * reading is the reason for the state.
 */
function wordsFor({ why }: Job, steps: readonly Told[]): string | undefined {
  const [all, last] = [steps.flatMap(({ entries }) => entries), steps.findLast(({ entries }) => entries.length > 0)]
  const explains = (why && explaining[why]) ?? (({ type }: StoredEntry) => type === 'verdict')
  const found = (explains === isChoice ? all : (last?.entries ?? [])).findLast(
    (entry) => entry.type !== 'attempt' && wordsOf(entry) !== undefined && explains(entry),
  )
  return found && wordsOf(found)
}

const wordsOf = ({ seen: { to, message } }: StoredEntry): string | undefined => to ?? message
const isChoice = ({ type }: StoredEntry): boolean => type === 'choice'
const isNothing = (): boolean => false

/** For these reasons, whether an entry can contain the words that explain the reason. For all other reasons, the words are in a verdict. */
const explaining: Partial<Readonly<Record<WhyCode, (entry: StoredEntry) => boolean>>> = {
  'person-dropped': isChoice,
  exported: isChoice,
  'handed-over': isChoice,
  'moved-away': isChoice,
  'left-to-original': isNothing,
  'import-dropped': isNothing,
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
  // No reading has shown the list of boxes. Before the first attempt, this job cannot have bound the box yet. After an attempt and a failed
  // reading, nothing is known about the box.
  const wentOut = step.entries.some(({ type }) => type === 'attempt')
  return wentOut && (last === 'unreached' || last === 'credentials') ? 'unread' : 'not-yet'
}

export type StoredEntry = ReturnType<typeof openEntry>

/**
 * Opens an entry's row. Throws if the row cannot be opened. `isAssumed` has a meaning only for an attempt: it may never have been made.
 * Perhaps another computer made it, or this computer after the backup was made.
 */
export const openEntry = (row: Row, stepId: number, sealing: Sealing) => ({
  at: Number(row['at']),
  revision: Number(row['revision']),
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
        // An assumed attempt may never have been made, so it is not counted.
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
      const { by = '', message: reason, to } = entry.seen
      const action = choiceViewSchema.shape.action.parse(entry.result)
      choices.push(defined({ at: entry.at, action, by, reason, to }))
    }
    if (entry.type === 'reading') {
      const finding = entry.result === 'credentials' ? 'unclear' : (entry.result as ReadingView['finding'])
      const { at, operation } = entry
      // A page of the platform's own web server is unclear. The finding for any other page is `unreached`.
      const { isFromBetween, ...told } = shown(entry)
      readings.push(
        defined({
          at,
          operation,
          finding,
          subscription,
          ...told,
          isFromBetween: finding === 'unreached' ? isFromBetween : undefined,
        }),
      )
    }
  }
  return { kind: step.kind, operation: step.operation, state: step.state, attempts, readings, choices }
}

function statusOf({ status, endDate, product }: EntryPayload): SubscriptionStatus | undefined {
  const told = defined({ status, endDate, product })
  return Object.keys(told).length > 0 ? told : undefined
}

const outcomeOf = (result: string | undefined): AttemptOutcome =>
  attemptOutcomes.find((outcome) => outcome === result) ?? 'refused'

const shown = ({ status, seen: { message, raw } }: StoredEntry) =>
  defined({ status, message, raw, isFromBetween: isFromBetween({ status, raw: raw ?? '' }) || undefined })

type Acted = Pick<Job, 'state' | 'why' | 'payload'>

/**
 * Whether no call of the undecided step can have arrived in the job's present revision. `entriesOf`: the step's entries in that revision.
 */
export function isRevisionUnsent<S extends Pick<Step, 'state'>>(
  steps: readonly S[],
  entriesOf: (step: S) => readonly { readonly type: string; readonly result?: string | undefined }[],
): boolean {
  const step = steps.find(({ state }) => state === 'undecided')
  if (step === undefined) return false
  const entries = entriesOf(step)
  const attempts = entries.filter(({ type }) => type === 'attempt')
  const harmless = entries.filter(({ result }) => result === 'not-sent' || result === 'token-refused')
  return attempts.length === harmless.length
}

export const actionsNow = (
  ledger: { readonly history: (step: Step, revision: number) => History },
  job: Job,
  steps: readonly Step[],
): readonly JobAction[] =>
  actionsFor(
    job,
    steps,
    isRevisionUnsent(steps, (step) => ledger.history(step, job.revision)),
  )

/**
 * What a technician can do about a job. While the outcome is unknown, no correction is offered, because the attempt may have arrived.
 * The exception is a customer that the platform does not have: then only a correction helps. Before the corrected call is sent, the effect
 * of the earlier call is read back. `unsent`: no call of the undecided step can have arrived since the last correction.
 */
export function actionsFor(
  job: Acted,
  steps: readonly Pick<Step, 'kind' | 'state'>[],
  unsent = false,
): readonly JobAction[] {
  switch (job.state) {
    case 'refused':
      // A job that was never sent has no effect, so there is nothing to check again.
      return job.why === 'platform-refused' ? ['correct', 'check-again', 'drop'] : ['correct', 'drop']
    case 'needs-you':
      // With `claimed-elsewhere`, another computer of the fleet has the box or the customer.
      return job.why === 'claimed-elsewhere'
        ? ['check-again', 'go-on-anyway', 'drop']
        : undecidedActions(job, steps, unsent)
    case 'unconfirmed':
      return ['check-again']
    case 'saved':
    case 'waiting':
      return [
        ...(job.why === 'claim-lapsed' ? (['send-without-asking'] as const) : []),
        // While every step is open, nothing was sent, so the job can be dropped without any effect on the platform.
        ...(steps.every((step) => step.state === 'open') ? (['drop'] as const) : []),
      ]
    case 'sending':
    case 'checking':
    case 'done':
    case 'dropped':
      return []
  }
}

/**
 * The actions on an undecided job. A call that was sent as often as allowed is not offered again. If the platform issues the credentials
 * and has not returned them, "it is there" is not offered, because the job cannot continue without credentials. If the platform has
 * returned them, "send again" is not offered, because that call would create one more customer. If several customers could be the job's, or
 * if the platform stored another user ID, neither is offered.
 */
function undecidedActions(
  job: Acted,
  steps: readonly Pick<Step, 'kind' | 'state'>[],
  unsent: boolean,
): readonly JobAction[] {
  // A job that was set aside in the middle of its creation has no undecided step.
  const isCreating = findPresentStep(steps)?.kind === 'create-customer'
  const making = isCreating ? makingOf('create-customer', job.payload) : 'ours'
  // A customer under another user ID, or several customers, are not what the other steps of the job are for.
  const isWrongCustomer = job.why === 'other-user-id' || job.why === 'several-found'
  const isSendable = job.why !== 'sent-twice' && job.why !== 'keeps-failing' && !isWrongCustomer && making !== 'told'
  return [
    ...(job.why === 'no-such-customer' || (unsent && isPerhapsPassword(job.why)) ? (['correct'] as const) : []),
    'check-again',
    ...(making === 'unknown' || isWrongCustomer ? [] : (['it-is-there'] as const)),
    ...(isSendable ? (['send-again'] as const) : []),
    'drop',
  ]
}

/** Whether a wrong password may be the cause: some platforms answer a wrong password with a page or with a bare 403. */
const isPerhapsPassword = (why: WhyCode | undefined): boolean =>
  why === 'password-asked' || why === 'keeps-failing' || why === 'earlier-try-unclear'
