import { describe, expect, test } from 'vitest'
import { nameJob } from '../../../../src/main/jobs/steps/platform-credentials.ts'
import {
  payloadSchema,
  stepPayloadSchema,
  type Payload,
  type PlannedStep,
} from '../../../../src/main/jobs/ledger/rows.ts'
import { planSteps, replan } from '../../../../src/main/jobs/plans.ts'
import type { Intent } from '../../../../src/shared/domain/activation.ts'
import type { Connection } from '../../../../src/shared/domain/connection/connection.ts'
import type { StepState } from '../../../../src/shared/domain/job.ts'
import type { StepKind } from '../../../../src/shared/domain/job-kinds.ts'
import { existingCustomer, hostnameOnly, macBox, makeConnection, newCustomer, payloadOf } from './make-job.ts'

const connection = makeConnection()

/** A job as it comes out of a file: through JSON and its schemas. */
const travel = (payload: Payload, steps: readonly PlannedStep[], state: StepState = 'open') => ({
  payload: payloadSchema.parse(JSON.parse(JSON.stringify(payload))),
  steps: steps.map((step) => ({
    ...step,
    state,
    payload: stepPayloadSchema.parse(JSON.parse(JSON.stringify(step.payload))),
  })),
})
const saved = (intent: Intent, at: Connection = connection) => {
  const payload = payloadOf(intent)
  return travel(payload, planSteps(payload, at))
}
const length = { months: 1, days: 0, from: 'end-date' } as const
const who = { userid: '4820913775', password: 'kv7tm2xwpa' }
const { plan, logIn, customer } = newCustomer()

const intents: readonly Intent[] = [
  newCustomer(),
  newCustomer({ hostname: 'tv.north.example', options: { reseller_id: '7', sendMail: true } }),
  newCustomer({ logIn: {} }),
  existingCustomer(),
  existingCustomer({ hostname: 'tv.north.example', password: 'kv7tm2xwpa' }),
  hostnameOnly(),
  { kind: 'new-customer', customer, plan, logIn },
  { kind: 'renewal', ...who, ...length },
  { kind: 'product-change', ...who, ...length, productid: '102', keepExtraPackages: false },
  { kind: 'disable', ...who },
  { kind: 'enable', userid: who.userid },
  { kind: 'console', operation: 'Disable', values: { userid: who.userid } },
  {
    kind: 'console',
    operation: 'addCustomerWithDevice',
    values: { ...customer, ...who, productid: '101', subscriptionlengthinmonths: '1', uuid: '00:1A:79:AB:12:CD' },
  },
]

test.each(intents)('the check of a plan accepts the steps of a job as it was saved: $kind', (intent) => {
  const job = saved(intent)
  expect(replan(job, connection)).toEqual({ ok: true, value: job.steps })
})

const made = { userid: '77001', password: 'pw4417' }

test('the check of a plan accepts platform-issued credentials only if the job and its steps have the same ones', () => {
  const asked = payloadOf(newCustomer({ logIn: {} }))
  const planned = planSteps(asked, connection).map((step, position) => ({
    ...step,
    id: position,
    position,
    state: 'open' as const,
  }))
  const named = nameJob({ payload: asked }, planned as never, made, connection)
  if (named === undefined) throw new Error('The job has a log-in')
  expect(replan(travel(named.payload, named.steps), connection).ok).toBe(true)
  expect(replan(travel(named.payload, planSteps(named.payload, connection)), connection).ok).toBe(true)
  const other = { ...named.payload, intent: { ...named.payload.intent, made: { ...made, userid: '77002' } } } as Payload
  expect(replan(travel(other, named.steps), connection)).toMatchObject({ ok: false, error: { names: ['userid'] } })
})

test('the check of a plan accepts a finished creation from before a correction, but not an open one', () => {
  const before = saved(newCustomer({ hostname: 'tv.north.example' }))
  const after = saved(newCustomer({ plan: { ...plan, months: 6 } }))
  const [creation, binding] = after.steps
  const [oldCreation, , oldHostname] = before.steps
  if (!creation || !binding || !oldCreation || !oldHostname) throw new Error('A step is missing')
  const corrected = [{ ...oldCreation, state: 'done' as const }, binding, { ...oldHostname, state: 'skipped' as const }]
  expect(replan({ ...after, steps: corrected }, connection)).toEqual({
    ok: true,
    value: [{ ...creation, state: 'done' }, binding],
  })
  const stillOpen = [oldCreation, binding, { ...oldHostname, state: 'skipped' as const }]
  expect(replan({ ...after, steps: stillOpen }, connection)).toMatchObject({
    ok: false,
    error: { kind: 'create-customer', names: ['subscriptionlengthinmonths'] },
  })
})

describe('the check of a plan names the first step that', () => {
  const job = saved(newCustomer({ hostname: 'tv.north.example' }))
  const [creation, binding, hostname] = job.steps
  if (!creation || !binding || !hostname) throw new Error('A step is missing')
  const cases: readonly (readonly [what: string, steps: typeof job.steps, kind: StepKind, names: readonly string[]])[] =
    [
      ['is missing', [creation, binding], 'bind-hostname', []],
      ['the job does not have in its intent', [...job.steps, hostname], 'bind-hostname', []],
      ['is of another kind', [creation, { ...binding, kind: 'enable' }, hostname], 'enable', ['operation']],
      ['makes another call', [creation, { ...binding, operation: 'Enable' }, hostname], 'bind-user', ['operation']],
      [
        'reads another customer back',
        [
          creation,
          { ...binding, payload: { ...binding.payload, read: { ...binding.payload.read, userid: '1' } } },
          hostname,
        ],
        'bind-user',
        ['userid'],
      ],
      [
        'binds another box',
        [
          creation,
          {
            ...binding,
            payload: { ...binding.payload, send: { ...binding.payload.send, macAddress: '00:1A:79:00:00:01' } },
          },
          hostname,
        ],
        'bind-user',
        ['macAddress'],
      ],
      [
        'waits for credentials that the job already has',
        [creation, { ...binding, payload: { ...binding.payload, awaitsLogIn: true } }, hostname],
        'bind-user',
        ['userid'],
      ],
    ]
  test.each(cases)('%s', (_, steps, kind, names) => {
    expect(replan({ ...job, steps }, connection)).toMatchObject({ ok: false, error: { kind, names } })
  })
})

const bind = (userid: string) => saved(existingCustomer({ userid }))
test.each(['done', 'unconfirmed'] as const)(
  'the check of a plan gives a finished step (%s) the values of the plan if only the notation of its effect differs',
  (state) => {
    const [planned] = bind('ada').steps
    const [former] = bind('ADA').steps
    if (!planned || !former) throw new Error('A step is missing')
    const job = { ...bind('ada'), steps: [{ ...former, state }] }
    expect(replan(job, connection)).toEqual({ ok: true, value: [{ ...planned, state }] })
    expect(replan({ ...job, steps: [{ ...former, state: 'refused' as const }] }, connection)).toMatchObject({
      ok: false,
      error: { names: ['userid'] },
    })
  },
)

describe('other settings of the connection on another computer', () => {
  test('do not make the check refuse a job because of the notation of its box', () => {
    const job = saved(newCustomer(), makeConnection({ macFormat: 'hyphen' }))
    expect(replan(job, connection)).toEqual({ ok: true, value: job.steps })
  })

  const others: readonly (readonly [Partial<Connection>, readonly string[]])[] = [
    [{ cmsService: 'other' }, ['cmsService']],
    [{ creation: 'addCustomerResellerWithDevice', resellerId: '9' }, ['operation', 'reellerid']],
    [{ creationDefaults: { sendSMS: true } }, ['sendSMS']],
  ]
  test.each(others)('make the check refuse a job if they would change what the job does: %o', (changed, names) => {
    const refused = replan(saved(newCustomer({ box: macBox }), makeConnection(changed)), connection)
    expect(refused).toMatchObject({ ok: false, error: { names: expect.arrayContaining([...names]) } })
  })
})

test('the check of a plan refuses a console job with a typed token or with a call that only reads', () => {
  const reads: Intent = { kind: 'console', operation: 'getCustomer', values: { userid: '1' } }
  const typed: Intent = { kind: 'console', operation: 'Disable', values: { userid: '1', authToken: 'mine' } }
  for (const intent of [reads, typed]) {
    const error = { kind: 'create-customer', operation: '', names: [] }
    expect(replan(saved(intent), connection)).toEqual({ ok: false, error })
  }
})
