import type { FaultRule } from '../../../src/sandbox/faults/fault.ts'
import type { LedgerEntry } from '../../../src/sandbox/platform-ledger.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import { formatMac, type DeviceIdentifier } from '../../../src/shared/domain/device-identifier.ts'
import type { JobDetail } from '../../../src/shared/domain/job.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyDraftId, anyMac, newCustomer, type BoxWork } from '../../fakes/intents.ts'

/** The three changing calls of an activation. */
export const changes = ['create', 'bind-user', 'bind-hostname'] as const
export type Change = (typeof changes)[number]

export const operationOf = {
  create: 'addCustomerWithDevice',
  'bind-user': 'AddMacAddressForUser',
  'bind-hostname': 'AddMacAddressToHostname',
} as const

/** A platform that is soon done with a call, so that waiting for it takes tenths of a second. */
export const quick = { longestProcessingSeconds: 0.25 } satisfies Partial<Connection>

/** A short wait for an answer, for tests whose platform does not answer. On a busy computer, another answer may come later than this. */
export const impatient = { timeoutSeconds: 0.4 } satisfies Partial<Connection>

/** An app connected to its own permissive sandbox. */
export async function openBoth(changed: Partial<Connection> = {}): Promise<{ app: TestApp; platform: Sandbox }> {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform, { ...quick, ...changed })
  return { app, platform }
}

/** Ends the calls that hang: an app waits for them before it stops. */
export const endHangingCalls = (platform: Sandbox) => platform.setOptions({ offline: true })

/** Saves a job; returns its id. */
export const save = async (app: TestApp, intent: BoxWork, evenIfKnown = false): Promise<string> =>
  (await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown })).id

export const productOf = (platform: Sandbox): string => platform.products[0]?.id ?? ''

/** An intent that leads to this change. An existing customer is created first. */
export async function intentFor(change: Change, app: TestApp, platform: Sandbox): Promise<BoxWork> {
  const box = { identifier: anyMac(), raw: '', model: '' }
  if (change === 'create') return newCustomer(productOf(platform), { box })
  if (change === 'bind-hostname') return { kind: 'hostname', box, hostname: platform.hostnames[0] ?? '' }
  const { intent } = await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')
  if (intent.kind !== 'new-customer' || intent.logIn.userid === undefined) throw new Error('another kind')
  return { kind: 'existing-customer', box, userid: intent.logIn.userid, password: intent.logIn.password ?? '0' }
}

/** The platform's effects on a box. */
export const effectsOn = (platform: Sandbox, { value }: DeviceIdentifier): readonly LedgerEntry['effect'][] =>
  platform
    .ledger()
    .filter(
      ({ box, parameters }) => box === formatMac(value, 'colon') || parameters['uuid'] === formatMac(value, 'colon'),
    )
    .map(({ effect }) => effect)

/** Saves one change, with faults on its call, and waits until the job ends. */
export async function carryOut(
  change: Change,
  faults: readonly FaultRule['fault'][],
): Promise<{ readonly detail: JobDetail; readonly effects: readonly string[]; app: TestApp; platform: Sandbox }> {
  const { app, platform } = await openBoth(impatient)
  const intent = await intentFor(change, app, platform)
  const operation = operationOf[change]
  platform.setFaults(faults.map((fault) => ({ match: { operation }, times: 1, fault })))
  const id = await save(app, intent)
  const detail = await app.jobIn(id, 'done', 'unconfirmed', 'needs-you', 'refused')
  return { detail, effects: effectsOn(platform, intent.box.identifier), app, platform }
}

/** The expected effects of each change when it takes effect once. */
export const once: Readonly<Record<Change, readonly string[]>> = {
  create: ['create', 'bind-user'],
  'bind-user': ['bind-user'],
  'bind-hostname': ['bind-hostname'],
}
