import type { Draft } from '../../../../../shared/domain/activation.ts'
import { createsCustomer } from './draft-options.ts'
import type { DraftPath, DraftReading } from './read-draft.ts'

/** A step of the form; the result comes after them. */
export type FormStep = Draft['step']

const stepsByKind: Readonly<Record<Draft['kind'], readonly FormStep[]>> = {
  'new-customer': ['box', 'customer', 'plan', 'check'],
  'existing-customer': ['box', 'customer', 'check'],
  hostname: ['box', 'customer', 'check'],
  'customer-alone': ['customer', 'plan', 'check'],
}

/** The steps for this kind of work, in order. */
export function stepsOf(kind: Draft['kind']): readonly FormStep[] {
  return stepsByKind[kind]
}

/** The step that asks for a field. */
export function stepOfPath(kind: Draft['kind'], path: DraftPath): FormStep {
  if (path.startsWith('box.')) return 'box'
  if (path.startsWith('plan.')) return 'plan'
  if (path.startsWith('customer.') || !createsCustomer(kind)) return 'customer'
  return 'plan'
}

/** The fields of one step that have a problem, in the order found. */
export function problemsIn(step: FormStep, kind: Draft['kind'], problems: DraftReading['problems']): DraftPath[] {
  return (Object.keys(problems) as DraftPath[]).filter((path) => stepOfPath(kind, path) === step)
}

/** The next step. Skips the plan if it is settled (one product at its usual length) and has no problem. */
export function stepAfter(draft: Draft, reading: DraftReading, isPlanSettled: boolean): FormStep {
  const steps = stepsOf(draft.kind)
  const next = steps[steps.indexOf(draft.step) + 1] ?? 'check'
  const isPassedOver = next === 'plan' && isPlanSettled && problemsIn('plan', draft.kind, reading.problems).length === 0
  return isPassedOver ? 'check' : next
}

/** The previous step; undefined on the first one. */
export function stepBefore(draft: Draft): FormStep | undefined {
  const steps = stepsOf(draft.kind)
  return steps[steps.indexOf(draft.step) - 1]
}

/** Whether the technician may go to a step: all steps before it are valid. */
export function isOpen(step: FormStep, draft: Draft, reading: DraftReading): boolean {
  const steps = stepsOf(draft.kind)
  return steps
    .slice(0, Math.max(0, steps.indexOf(step)))
    .every((before) => problemsIn(before, draft.kind, reading.problems).length === 0)
}
