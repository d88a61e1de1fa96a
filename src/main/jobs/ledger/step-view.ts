import {
  attemptOutcomes,
  choiceViewSchema,
  type AttemptOutcome,
  type ChoiceView,
  type ReadingView,
  type SubscriptionStatus,
  type StepView,
} from '../../../shared/domain/job.ts'
import type { EntryPayload } from './payload.ts'
import type { Step } from './rows.ts'

/** An entry as it is stored, opened. */
export interface StoredEntry {
  readonly at: number
  readonly type: string
  readonly operation: string
  readonly result: string | undefined
  readonly status: number | undefined
  /** Of an attempt: it came with a backup or from another computer, and nothing is known of it. */
  readonly isAssumed: boolean
  readonly seen: EntryPayload
}

/** A step with all that happened to it, as a screen shows it. */
export function stepView(step: Step, entries: readonly StoredEntry[]): StepView {
  const attempts: StepView['attempts'] = []
  const readings: ReadingView[] = []
  const choices: ChoiceView[] = []
  for (const entry of entries) {
    const subscription = statusOf(entry.seen)
    if (entry.type === 'attempt')
      attempts.push({
        // What is only assumed is no try of this computer's.
        number: attempts.filter(({ isAssumed }) => isAssumed !== true).length + 1,
        startedAt: entry.at,
        ...(entry.isAssumed && { isAssumed: true }),
        ...(subscription && { before: subscription }),
      })
    if (entry.type === 'verdict') {
      const attempt = attempts.pop()
      if (attempt !== undefined)
        attempts.push({ ...attempt, endedAt: entry.at, outcome: outcomeOf(entry.result), ...shown(entry) })
    }
    if (entry.type === 'choice') {
      const { by = '', message: reason } = entry.seen
      const action = choiceViewSchema.shape.action.parse(entry.result)
      choices.push({ at: entry.at, action, by, ...(reason !== undefined && { reason }) })
    }
    if (entry.type === 'reading') {
      const finding = entry.result === 'credentials' ? 'unclear' : (entry.result as ReadingView['finding'])
      readings.push({
        at: entry.at,
        operation: entry.operation,
        finding,
        ...shown(entry),
        ...(subscription && { subscription }),
      })
    }
  }
  return { kind: step.kind, operation: step.operation, state: step.state, attempts, readings, choices }
}

/** How the customer stood, as far as the platform told; nothing where it did not. */
function statusOf({ status, endDate, product }: EntryPayload): SubscriptionStatus | undefined {
  if (status === undefined && endDate === undefined && product === undefined) return undefined
  return {
    ...(status !== undefined && { status }),
    ...(endDate !== undefined && { endDate }),
    ...(product !== undefined && { product }),
  }
}

const outcomeOf = (result: string | undefined): AttemptOutcome =>
  attemptOutcomes.find((outcome) => outcome === result) ?? 'refused'

function shown({ status, seen }: StoredEntry): {
  readonly status?: number
  readonly message?: string
  readonly raw?: string
} {
  return {
    ...(status !== undefined && { status }),
    ...(seen.message !== undefined && { message: seen.message }),
    ...(seen.raw !== undefined && { raw: seen.raw }),
  }
}
