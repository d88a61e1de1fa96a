import type { KnownCustomerAction } from '../../src/shared/domain/action.ts'
import type { IntentOf } from '../../src/shared/domain/activation.ts'
import type { JobDetail, JobState, StepView, Why } from '../../src/shared/domain/job.ts'

/** Work on a customer, without a box. */
export type CustomerAction = KnownCustomerAction | IntentOf<'new-customer'>

const customer = {
  firstname: 'Noor',
  lastname: 'Visser',
  street: '3 Quai de Seine',
  zipcode: '75019',
  city: 'Paris',
  state: 'Île-de-France',
  country: 'FRANCE',
  phone: '+33698765432',
  mobile: '+33698765432',
  email: 'noor@north.example',
}

/** An intent without a box of each kind that concerns a customer. */
export const customerActions = {
  'new-customer': {
    kind: 'new-customer',
    customer,
    plan: { productid: '12', months: 12, days: 0, renewalinterval: 12 },
    logIn: { userid: '4820913790', password: 'kv7tm2xwpa' },
  },
  renewal: { kind: 'renewal', userid: '4820913702', password: 'hidden-word', months: 1, days: 0, from: 'end-date' },
  'product-change': {
    kind: 'product-change',
    userid: '4820913703',
    productid: '31',
    months: 0,
    days: 3,
    from: 'today',
    keepExtraPackages: false,
  },
  disable: { kind: 'disable', userid: '4820913704' },
  enable: { kind: 'enable', userid: '4820913705' },
} as const satisfies { readonly [Kind in CustomerAction['kind']]: Extract<CustomerAction, { kind: Kind }> }

const steps: Readonly<Record<CustomerAction['kind'], Pick<StepView, 'kind' | 'operation'>>> = {
  'new-customer': { kind: 'create-customer', operation: 'addCustomer' },
  renewal: { kind: 'renew', operation: 'renewCustomerV2' },
  'product-change': { kind: 'change-product', operation: 'changeCustomerProduct' },
  disable: { kind: 'disable', operation: 'Disable' },
  enable: { kind: 'enable', operation: 'Enable' },
}

const stands: Readonly<
  Record<JobState, { readonly step: StepView['state']; readonly actions: JobDetail['actions']; readonly why?: Why }>
> = {
  saved: { step: 'open', actions: ['drop'] },
  sending: { step: 'in-flight', actions: [] },
  checking: { step: 'read-back', actions: [] },
  waiting: { step: 'open', actions: ['drop'], why: { code: 'network' } },
  done: { step: 'done', actions: [], why: { code: 'seen-on-platform' } },
  unconfirmed: { step: 'unconfirmed', actions: ['check-again'], why: { code: 'list-unreadable' } },
  'needs-you': {
    step: 'undecided',
    actions: ['check-again', 'it-is-there', 'send-again', 'drop'],
    why: { code: 'not-applied' },
  },
  refused: {
    step: 'refused',
    actions: ['correct', 'drop'],
    why: { code: 'platform-refused', detail: 'Product 31 is not sold to this customer' },
  },
  dropped: { step: 'skipped', actions: [], why: { code: 'person-dropped', detail: 'The customer changed their mind' } },
}

/** A job on a customer in the given state; `number` makes it unique. */
export function makeActionJob(action: CustomerAction, state: JobState, number: number, now: number): JobDetail {
  const createdAt = now - number * 23 * 60_000
  const { step, actions, why } = stands[state]
  return {
    summary: {
      id: `job-${String(number)}`,
      sequence: 1000 - number,
      connectionId: 'north',
      kind: action.kind,
      state,
      ...(why === undefined ? {} : { why }),
      ...('userid' in action ? { userid: action.userid } : { customerName: 'Noor Visser', userid: '4820913790' }),
      ...('plan' in action ? { productName: 'Family' } : {}),
      ...('productid' in action ? { productName: 'Sport weekend' } : {}),
      technician: 'A. Moreau',
      createdAt,
      updatedAt: createdAt + 60_000,
    },
    intent: action,
    revision: 1,
    steps: [{ ...steps[action.kind], state: step, attempts: [], readings: [], choices: [] }],
    customerBinding: 'not-asked-for',
    hostnameBinding: 'not-asked-for',
    actions,
  }
}

/** A job that ends undecided. `before` and `after`: what the platform showed before and after the attempt. */
export function makeUndecided(
  action: CustomerAction,
  code: Why['code'],
  number: number,
  now: number,
  [before, after]: readonly [
    StepView['readings'][number]['subscription'],
    StepView['readings'][number]['subscription'],
  ],
): JobDetail {
  const job = makeActionJob(action, 'needs-you', number, now)
  const at = job.summary.createdAt
  const finding = code === 'not-applied' ? 'absent' : 'somebody-else'
  const operation = 'getCustomer_V2'
  const told = after === undefined ? {} : { subscription: after }
  return {
    ...job,
    summary: { ...job.summary, why: { code } },
    steps: [
      {
        ...steps[action.kind],
        state: 'undecided',
        attempts: [
          {
            number: 1,
            startedAt: at + 2000,
            endedAt: at + 32_000,
            outcome: 'unknown',
            message: 'socket hang up',
            ...(before === undefined ? {} : { before }),
          },
        ],
        readings: [
          { at: at + 1000, operation, finding: 'absent', status: 200, ...(before && { subscription: before }) },
          { at: at + 40_000, operation, finding, status: 200, ...told },
          { at: at + 160_000, operation, finding, status: 200, ...told },
        ],
        choices: [],
      },
    ],
    ...(after?.endDate === undefined ? {} : { endDate: after.endDate }),
  }
}

/** A job of each kind of work on a customer, and one for each way in which a renewal can stay in doubt. */
export function makeActionJobs(first: number, now: number): JobDetail[] {
  const unmoved = { status: 'Active', endDate: '2026-12-20', product: 'Family' }
  return [
    makeUndecided(customerActions.renewal, 'not-applied', first, now, [unmoved, unmoved]),
    makeUndecided(customerActions.renewal, 'moved-otherwise', first + 1, now, [
      unmoved,
      { ...unmoved, endDate: '2027-03-20' },
    ]),
    makeActionJob(customerActions['product-change'], 'refused', first + 2, now),
    makeActionJob(customerActions['new-customer'], 'saved', first + 3, now),
    makeActionJob(customerActions.disable, 'done', first + 4, now),
    makeActionJob(customerActions.enable, 'waiting', first + 5, now),
  ]
}
