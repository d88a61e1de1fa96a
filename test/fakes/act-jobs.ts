import type { CustomerAct } from '../../src/shared/domain/act.ts'
import type { JobDetail, JobState, StepView, Why } from '../../src/shared/domain/job.ts'

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
export const customerActs = {
  'customer-alone': {
    kind: 'customer-alone',
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
} as const satisfies { readonly [Kind in CustomerAct['kind']]: Extract<CustomerAct, { kind: Kind }> }

const steps: Readonly<Record<CustomerAct['kind'], Pick<StepView, 'kind' | 'operation'>>> = {
  'customer-alone': { kind: 'create-customer', operation: 'addCustomer' },
  renewal: { kind: 'renew', operation: 'renewCustomerV2' },
  'product-change': { kind: 'change-product', operation: 'changeCustomerProduct' },
  disable: { kind: 'disable', operation: 'Disable' },
  enable: { kind: 'enable', operation: 'Enable' },
}

const stands: Readonly<
  Record<JobState, { readonly step: StepView['state']; readonly acts: JobDetail['acts']; readonly why?: Why }>
> = {
  saved: { step: 'open', acts: ['drop'] },
  sending: { step: 'in-flight', acts: [] },
  checking: { step: 'read-back', acts: [] },
  waiting: { step: 'open', acts: ['drop'], why: { code: 'network' } },
  done: { step: 'done', acts: [], why: { code: 'seen-on-platform' } },
  unconfirmed: { step: 'unconfirmed', acts: ['check-again'], why: { code: 'list-unreadable' } },
  'needs-you': {
    step: 'undecided',
    acts: ['check-again', 'it-is-there', 'send-again', 'drop'],
    why: { code: 'not-applied' },
  },
  refused: {
    step: 'refused',
    acts: ['correct', 'drop'],
    why: { code: 'platform-refused', detail: 'Product 31 is not sold to this customer' },
  },
  dropped: { step: 'skipped', acts: [], why: { code: 'person-dropped', detail: 'The customer changed their mind' } },
}

/** A job on a customer in the given state; `number` makes it unique. */
export function makeActJob(act: CustomerAct, state: JobState, number: number, now: number): JobDetail {
  const createdAt = now - number * 23 * 60_000
  const { step, acts, why } = stands[state]
  return {
    summary: {
      id: `job-${String(number)}`,
      sequence: 1000 - number,
      connectionId: 'north',
      kind: act.kind,
      state,
      ...(why === undefined ? {} : { why }),
      ...('userid' in act ? { userid: act.userid } : { customerName: 'Noor Visser', userid: '4820913790' }),
      ...('plan' in act ? { productName: 'Family' } : {}),
      ...('productid' in act ? { productName: 'Sport weekend' } : {}),
      technician: 'A. Moreau',
      createdAt,
      updatedAt: createdAt + 60_000,
    },
    intent: act,
    revision: 1,
    steps: [{ ...steps[act.kind], state: step, attempts: [], readings: [], choices: [] }],
    customerLight: 'not-asked-for',
    operatorLight: 'not-asked-for',
    acts,
  }
}

/** A job that ends undecided. `before` and `after`: what the platform showed before and after the attempt. */
export function makeUndecided(
  act: CustomerAct,
  code: Why['code'],
  number: number,
  now: number,
  [before, after]: readonly [StepView['readings'][number]['standing'], StepView['readings'][number]['standing']],
): JobDetail {
  const job = makeActJob(act, 'needs-you', number, now)
  const at = job.summary.createdAt
  const finding = code === 'not-applied' ? 'absent' : 'somebody-else'
  const operation = 'getCustomer_V2'
  const told = after === undefined ? {} : { standing: after }
  return {
    ...job,
    summary: { ...job.summary, why: { code } },
    steps: [
      {
        ...steps[act.kind],
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
          { at: at + 1000, operation, finding: 'absent', status: 200, ...(before && { standing: before }) },
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
export function makeActJobs(first: number, now: number): JobDetail[] {
  const unmoved = { status: 'Active', endDate: '2026-12-20', product: 'Family' }
  return [
    makeUndecided(customerActs.renewal, 'not-applied', first, now, [unmoved, unmoved]),
    makeUndecided(customerActs.renewal, 'moved-otherwise', first + 1, now, [
      unmoved,
      { ...unmoved, endDate: '2027-03-20' },
    ]),
    makeActJob(customerActs['product-change'], 'refused', first + 2, now),
    makeActJob(customerActs['customer-alone'], 'saved', first + 3, now),
    makeActJob(customerActs.disable, 'done', first + 4, now),
    makeActJob(customerActs.enable, 'waiting', first + 5, now),
  ]
}
