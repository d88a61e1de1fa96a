import type { Intent, IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import {
  knownPasswordSchema,
  platformCredentialsSchema,
  type PlatformCredentials,
} from '../../../shared/domain/customer/log-in.ts'
import type { Answer } from '../../../platform/answer.ts'
import { readCreatedLogIn } from '../../../platform/read/read-customers.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import type { Payload, PlannedStep, StepPayload } from '../ledger/payload.ts'
import type { Job, Step } from '../ledger/rows.ts'

/**
 * Who makes the log-in of a creation. `ours`: chosen here. `unknown`: the platform makes it and has not told it. `told`: the
 * platform made and told it. A step that is no creation has a known log-in, so it is `ours`.
 */
export type LogInMaking = 'ours' | 'unknown' | 'told'

export function makingOf(kind: PlannedStep['kind'], { intent }: Pick<Payload, 'intent'>): LogInMaking {
  if (kind !== 'create-customer' || !isPlatformIssued(intent)) return 'ours'
  return intent.made === undefined ? 'unknown' : 'told'
}

/** A new customer whose log-in the platform makes: none was chosen when the job was saved. */
export const isPlatformIssued = (intent: Intent): intent is IntentOf<'new-customer'> =>
  'logIn' in intent && intent.logIn.userid === undefined

export const readPlatformCredentials = (answer: Answer): PlatformCredentials | undefined =>
  usable(readCreatedLogIn(answer))

/** The log-in that the platform shows for a customer. A password as long as a hash is not the customer's. */
export function shownLogIn({ userid, password }: CustomerRecord): PlatformCredentials | undefined {
  const isTyped = knownPasswordSchema.safeParse(password).success && (password ?? '').length < 32
  return usable({ userid, ...(isTyped && { password }) })
}

const usable = (logIn: unknown): PlatformCredentials | undefined => platformCredentialsSchema.safeParse(logIn).data

/** The values of a step with the log-in filled in, or as they are if they have one. */
export function fillLogIn(
  { kind, payload }: Pick<PlannedStep, 'kind' | 'payload'>,
  { userid, password }: PlatformCredentials,
  connection: Pick<Connection, 'unknownMappingId'>,
): StepPayload {
  const { awaitsLogIn, send, read } = payload
  // Read by its user ID from now on. What the creation sends stays identical.
  if (kind === 'create-customer')
    return { send, read: { ...read, userid, customermappingid: connection.unknownMappingId } }
  if (awaitsLogIn !== true) return payload
  const identity = { userid, password: knownPasswordSchema.safeParse(password).success ? (password ?? '0') : '0' }
  return { send: { ...send, ...identity }, read: { ...read, ...identity } }
}

/** A log-in that the platform made, and the job and steps with it filled in. */
export type Naming = NonNullable<ReturnType<typeof nameJob>>

/** Fills in a log-in. Undefined if the job has one: what was shown never changes. */
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
