// The first screen loads this file, so it does without zod.

/** What a call of the interface does to the platform, whatever its HTTP method. */
export const effects = ['read', 'create', 'bind', 'renew', 'change', 'disable', 'enable'] as const
export type Effect = (typeof effects)[number]

export const jobKinds = [
  'new-customer',
  'existing-customer',
  'hostname',
  'renewal',
  'product-change',
  'disable',
  'enable',
  'console',
] as const
export type JobKind = (typeof jobKinds)[number]

/** The kinds of work that the activation form and Bulk produce: they put a box into service, or create a customer without one. */
export const activationKinds = ['new-customer', 'existing-customer', 'hostname'] as const satisfies readonly JobKind[]

/** A step is one changing call with the reads around it. */
export const stepKinds = [
  'create-customer',
  'bind-user',
  'bind-hostname',
  'renew',
  'change-product',
  'disable',
  'enable',
] as const
export type StepKind = (typeof stepKinds)[number]

/** The worst effect of sending a step again although its first call took effect. */
export const secondSending = {
  'create-customer': 'makes-two',
  renew: 'costs-twice',
  'change-product': 'costs-twice',
  'bind-user': 'changes-nothing',
  'bind-hostname': 'changes-nothing',
  disable: 'changes-nothing',
  enable: 'changes-nothing',
} as const satisfies Readonly<Record<StepKind, string>>

/** Whether a step takes the customer's money. It is not sent again automatically unless the operator allows it. */
export const takesMoney = (kind: StepKind): boolean => secondSending[kind] === 'costs-twice'
