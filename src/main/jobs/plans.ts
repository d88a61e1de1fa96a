import type { Connection } from '../../shared/domain/connection/connection.ts'
import type { Parameters, Payload, PlannedStep, Step } from './ledger/rows.ts'
import { planBindings, planHostnameBinding, bindHostnameRule, bindUserRule } from './steps/bind-box.ts'
import { planConsole, consoleFaults } from './steps/console-steps.ts'
import {
  planProductChange,
  planRenewal,
  planToggle,
  changeProductRule,
  renewRule,
  toggleRule,
} from './steps/subscription.ts'
import { planCreation, createCustomerRule } from './steps/create-customer.ts'
import type { StepKind } from '../../shared/domain/job-kinds.ts'
import type { StepRule } from './steps/step-parts.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { namesDevice, readDeviceIdentifier } from '../../shared/domain/device-identifier.ts'
import { fillLogIn } from './steps/platform-credentials.ts'

export const stepRules: Readonly<Record<StepKind, StepRule>> = {
  'create-customer': createCustomerRule,
  'bind-user': bindUserRule,
  'bind-hostname': bindHostnameRule,
  renew: renewRule,
  'change-product': changeProductRule,
  disable: toggleRule('disable'),
  enable: toggleRule('enable'),
}

/**
 * The steps of a job, each with everything that the step will ever send except the token. The steps are fixed when the job is saved. Only
 * credentials that the platform issues are filled in later.
 */
export function planSteps(payload: Payload, connection: Connection): readonly PlannedStep[] {
  const { intent } = payload
  switch (intent.kind) {
    case 'new-customer':
      return [planCreation(intent, payload, connection), ...planBindings(intent, connection)]
    case 'existing-customer':
      return planBindings(intent, connection)
    case 'hostname':
      return planHostnameBinding(intent.box, intent.hostname, connection)
    case 'renewal':
      return [planRenewal(intent, connection)]
    case 'product-change':
      return [planProductChange(intent, connection)]
    case 'disable':
    case 'enable':
      return [planToggle(intent, connection)]
    case 'console':
      return planConsole(intent, payload, connection)
  }
}

/** Whether two steps have the same effect, so that only one of them is needed. */
export function comesToTheSame(one: Pick<Step, 'kind' | 'payload'>, other: Pick<Step, 'kind' | 'payload'>): boolean {
  if (one.kind !== other.kind) return false
  if (one.kind === 'create-customer') return true
  const [a, b] = [one.payload.send, other.payload.send]
  return (
    isSameBox(a['macAddress'], b['macAddress']) &&
    String(a['userid']).toLowerCase() === String(b['userid']).toLowerCase() &&
    a['hostname'] === b['hostname']
  )
}

/** Whether two values on the wire name the same box, in any notation of a MAC address. */
export function isSameBox(one: Parameters[string] | undefined, other: Parameters[string] | undefined): boolean {
  if (one === undefined || other === undefined) return false
  const reading = readDeviceIdentifier(String(one))
  return reading.ok ? namesDevice(String(other), reading.identifier) : one === other
}

type StoredStep = Pick<Step, 'kind' | 'state' | 'payload'> & Pick<PlannedStep, 'operation'>

/** A step that does not follow from the job's intent. `names`: the wire names of the values that differ. */
export interface StrayStep {
  readonly kind: StepKind
  readonly operation: string
  readonly names: readonly string[]
}

/**
 * Plans a job again from its visible intent and compares the plan with the job's steps. So a job from another computer can send and read
 * only what its intent shows. Returns the job's steps, or the first step that differs from the plan. A finished step of an earlier
 * revision of the job may have other values than the plan. If its effect is the same, the step is returned with the values of the plan,
 * because a technician may resume the step.
 */
export function replan<S extends StoredStep>(
  { payload, steps }: { readonly payload: Payload; readonly steps: readonly S[] },
  connection: Connection,
): Result<readonly S[], StrayStep> {
  const plans = plansOf(payload, connection).filter(({ length }) => length > 0)
  const [first, ...others] = plans.map((plan) => compare(plan, steps))
  return (
    [first, ...others].find((one) => one?.ok === true) ??
    first ??
    fail({ kind: 'create-customer', operation: '', names: [] })
  )
}

/**
 * The possible plans of a job. A job has two plans if the platform issued the customer's credentials. One plan is made with these
 * credentials, as for a correction. In the other plan, the credentials were filled in later.
 */
function plansOf(payload: Payload, connection: Connection): readonly (readonly PlannedStep[])[] {
  const { intent } = payload
  if (intent.kind === 'console' && Object.keys(consoleFaults(intent)).length > 0) return []
  const plain = planSteps(payload, connection)
  if (!('logIn' in intent) || intent.made === undefined) return [plain]
  const { made, ...asked } = intent
  const filled = planSteps({ ...payload, intent: asked }, connection).map((step) => ({
    ...step,
    payload: fillLogIn(step, made, connection),
  }))
  return [plain, filled]
}

function compare<S extends StoredStep>(
  plan: readonly PlannedStep[],
  steps: readonly S[],
): Result<readonly S[], StrayStep> {
  const missing = plan[steps.length]
  if (missing !== undefined) return fail(strayOf(missing))
  // A correction with fewer steps marks the remaining steps as skipped. Skipped steps are not imported.
  const extra = steps.slice(plan.length).find(({ state }) => state !== 'skipped')
  if (extra !== undefined) return fail(strayOf(extra))
  const kept: S[] = []
  for (const [index, planned] of plan.entries()) {
    const step = steps[index]
    if (step === undefined) break
    const names = differences(planned, step)
    const isOver = step.state === 'done' || step.state === 'unconfirmed'
    if (names.length === 0) kept.push(step)
    else if (isOver && comesToTheSame(planned, step)) kept.push({ ...step, ...planned })
    else return fail(strayOf(step, names))
  }
  return succeed(kept)
}

const strayOf = (
  { kind, operation }: Pick<StrayStep, 'kind' | 'operation'>,
  names: readonly string[] = [],
): StrayStep => ({
  kind,
  operation,
  names: [...new Set(names)],
})

const differences = (planned: PlannedStep, step: StoredStep): readonly string[] => [
  ...(step.kind === planned.kind && step.operation === planned.operation ? [] : ['operation']),
  ...differingValues(planned.payload.send, step.payload.send),
  ...differingValues(planned.payload.read, step.payload.read),
  ...((planned.payload.awaitsLogIn ?? false) === (step.payload.awaitsLogIn ?? false) ? [] : ['userid']),
]

const boxNames: ReadonlySet<string> = new Set(['macAddress', 'uuid'])

/** The names of the values on the wire that differ. Two notations of the same box do not differ. */
const differingValues = (one: Parameters, other: Parameters): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) =>
    boxNames.has(name) && one[name] !== undefined ? !isSameBox(one[name], other[name]) : one[name] !== other[name],
  )
