import { defined } from '../../../shared/defined.ts'
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

export interface StoredEntry {
  readonly at: number
  readonly type: string
  readonly operation: string
  readonly result: string | undefined
  readonly status: number | undefined
  /** An attempt that came with a backup or from another computer: nothing is known of it. */
  readonly isAssumed: boolean
  readonly seen: EntryPayload
}

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
