import type { CountsFrom } from '../../../../shared/domain/action.ts'
import { dayOfInstant, laterDays, readDay } from '../../../../shared/domain/day.ts'
import type {
  AttemptOutcome,
  JobAction,
  JobDetail,
  ReadingView,
  SubscriptionStatus,
  StepKind,
  StepView,
} from '../../../../shared/domain/job.ts'

/** What is known of a step that a technician must decide about. Times are milliseconds since 1970. */
export interface Known {
  readonly step: StepKind
  /** How often it was sent, when last, and with which outcome; absent if it was never sent. */
  readonly sent?: { readonly count: number; readonly at: number; readonly outcome: AttemptOutcome | 'open' }
  /** It may also have been sent by another computer, or after the backup was made. That cannot be known here. */
  readonly mayHaveBeenSent: boolean
  /** How often in a row the platform has shown the same since then, and when last; absent if it was not asked. */
  readonly asked?: { readonly count: number; readonly at: number; readonly finding: ReadingView['finding'] }
}

/** A subscription before it was sent and now, and the requested end date if it can be computed. */
export interface Comparison {
  readonly before: SubscriptionStatus
  readonly now: SubscriptionStatus
  /** `yyyy-MM-dd`. */
  readonly expectedEnd?: string
}

/** The step in doubt, with what was sent and what was read; undefined if no step is open. */
export function knownOf(detail: Pick<JobDetail, 'steps'>): Known | undefined {
  const step = stepInDoubt(detail)
  if (step === undefined) return undefined
  const known = step.attempts.filter(({ isAssumed }) => isAssumed !== true)
  const sent = known.at(-1)
  const last = step.attempts.at(-1)
  const readings = step.readings.filter(({ at }) => last === undefined || at >= last.startedAt)
  const newest = readings.at(-1)
  return {
    step: step.kind,
    mayHaveBeenSent: known.length < step.attempts.length,
    ...(sent && {
      sent: { count: known.length, at: sent.endedAt ?? sent.startedAt, outcome: sent.outcome ?? 'open' },
    }),
    ...(newest && {
      asked: { count: countAlike(readings, newest.finding), at: newest.at, finding: newest.finding },
    }),
  }
}

/** The subscription before the last attempt and as read after it; undefined if either is unknown. */
export function compareSubscriptions({ steps, intent }: Pick<JobDetail, 'steps' | 'intent'>): Comparison | undefined {
  const step = steps.find(({ kind }) => kind === 'renew' || kind === 'change-product')
  const attempt = step?.attempts.at(-1)
  if (step === undefined || attempt?.before === undefined) return undefined
  const now = step.readings.findLast(
    ({ at, subscription }) => at >= attempt.startedAt && subscription !== undefined,
  )?.subscription
  if (now === undefined) return undefined
  const expectedEnd =
    'from' in intent ? expectEnd(intent, attempt.before.endDate, dayOfInstant(attempt.startedAt)) : undefined
  return { before: attempt.before, now, ...(expectedEnd !== undefined && { expectedEnd }) }
}

/** The worst effect of sending a step again, if its first call did arrive. */
export const secondSending = {
  'create-customer': 'makes-two',
  renew: 'costs-twice',
  'change-product': 'costs-twice',
  'bind-user': 'changes-nothing',
  'bind-hostname': 'changes-nothing',
  disable: 'changes-nothing',
  enable: 'changes-nothing',
} as const satisfies Readonly<Record<StepKind, string>>

/**
 * The actions a technician can choose, in the order offered. With `asksFirst` a dialog explains the action, because it
 * cannot be undone. A step that was provably not applied is sent again without a dialog.
 */
export function decisionsFor({
  actions,
  summary,
}: Pick<JobDetail, 'actions' | 'summary'>): readonly { readonly action: JobAction; readonly asksFirst: boolean }[] {
  const isUnapplied = summary.why?.code === 'not-applied'
  const order: readonly JobAction[] = isUnapplied
    ? ['send-again', 'check-again', 'it-is-there', 'correct', 'drop']
    : ['correct', 'check-again', 'it-is-there', 'send-again', 'drop']
  return order
    .filter((action) => actions.includes(action))
    .map((action) => ({ action, asksFirst: action === 'it-is-there' || (action === 'send-again' && !isUnapplied) }))
}

function stepInDoubt({ steps }: Pick<JobDetail, 'steps'>): StepView | undefined {
  return (
    steps.find(({ state }) => state === 'undecided') ??
    steps.find(({ state }) => state !== 'done' && state !== 'skipped' && state !== 'unconfirmed')
  )
}

function countAlike(readings: readonly ReadingView[], finding: ReadingView['finding']): number {
  const other = readings.findLastIndex((reading) => reading.finding !== finding)
  return readings.length - 1 - other
}

/** Undefined for a subscription that had ended: platforms differ in whether it then counts from its end or from today. */
function expectEnd(
  { months, days, from }: { readonly months: number; readonly days: number; readonly from: CountsFrom },
  endBefore: string | undefined,
  sentOn: number,
): string | undefined {
  const start = from === 'today' ? sentOn : readDay(endBefore ?? '')
  if (start === undefined || start < sentOn) return undefined
  const [expected] = laterDays(start, months, days)
  return expected === undefined ? undefined : new Date(expected * 86_400_000).toISOString().slice(0, 10)
}
