import type { Intent, IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import {
  knownPasswordSchema,
  platformCredentialsSchema,
  type PlatformCredentials,
} from '../../../shared/domain/customer/customer.ts'
import type { Answer } from '../../../platform/answer.ts'
import { isUserid, readCreatedLogIn } from '../../../platform/read/read-records.ts'
import type { CustomerRecord } from '../../../platform/find-fields.ts'
import type { Job, Payload, PlannedStep, Step, StepPayload } from '../ledger/rows.ts'

/**
 * Who makes the credentials of a creation. `ours`: Setdesk chose them. `unknown`: the platform makes them and has not returned
 * them. `told`: the platform made and returned them. A step that creates nothing has known credentials, so it is `ours`.
 */
export type LogInMaking = 'ours' | 'unknown' | 'told'

export function makingOf(kind: PlannedStep['kind'], { intent }: Pick<Payload, 'intent'>): LogInMaking {
  if (kind !== 'create-customer' || !isPlatformIssued(intent)) return 'ours'
  return intent.made === undefined ? 'unknown' : 'told'
}

/** Whether the platform makes the new customer's credentials, because none were chosen when the job was saved. */
export const isPlatformIssued = (intent: Intent): intent is IntentOf<'new-customer'> =>
  'logIn' in intent && intent.logIn.userid === undefined

export const readPlatformCredentials = (answer: Answer): PlatformCredentials | undefined =>
  usable(readCreatedLogIn(answer))

/** The credentials that the platform shows for a customer. A shown password of 32 or more characters is taken for a hash and left out. */
export function shownLogIn({ userid, password }: CustomerRecord): PlatformCredentials | undefined {
  const { data: typed } = knownPasswordSchema.safeParse(password)
  return usable({ userid, ...(typed !== undefined && typed.length < 32 && { password: typed }) })
}

const usable = (logIn: { readonly userid?: string | undefined } = {}): PlatformCredentials | undefined =>
  isUserid(logIn.userid ?? '') ? platformCredentialsSchema.safeParse(logIn).data : undefined

/** The values of a step with the platform's credentials filled in. The values stay unchanged if the step does not await credentials. */
export function fillLogIn(
  { kind, payload }: Pick<PlannedStep, 'kind' | 'payload'>,
  { userid, password }: PlatformCredentials,
  connection: Pick<Connection, 'unknownMappingId'>,
): StepPayload {
  const { awaitsLogIn, send, read } = payload
  // The customer is now read by user ID. The call that creates the customer stays identical.
  if (kind === 'create-customer')
    return { send, read: { ...read, userid, customermappingid: connection.unknownMappingId } }
  if (awaitsLogIn !== true) return payload
  const identity = { userid, password: knownPasswordSchema.safeParse(password).data ?? '0' }
  return { send: { ...send, ...identity }, read: { ...read, ...identity } }
}

export type Naming = NonNullable<ReturnType<typeof nameJob>>

/** Fills the platform's credentials into a job and its steps. Undefined if there are some already: shown credentials never change. */
export function nameJob(
  { payload }: Pick<Job, 'payload'>,
  steps: readonly Step[],
  logIn: PlatformCredentials,
  connection: Pick<Connection, 'unknownMappingId'>,
) {
  const { intent } = payload
  if (!('logIn' in intent) || intent.made !== undefined) return undefined
  return {
    logIn,
    payload: { ...payload, intent: { ...intent, made: logIn } },
    steps: steps.map((step) => ({ ...step, payload: fillLogIn(step, logIn, connection) })),
  }
}
