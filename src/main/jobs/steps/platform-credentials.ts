import type { Intent, IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import {
  knownPasswordSchema,
  platformCredentialsSchema,
  type PlatformCredentials,
} from '../../../shared/domain/log-in.ts'
import type { Answer } from '../../../platform/answer.ts'
import { readCreatedLogIn } from '../../../platform/read/fields.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import type { Payload, PlannedStep, StepPayload } from '../ledger/payload.ts'

type Creation = IntentOf<'new-customer'> | IntentOf<'customer-alone'>

/**
 * Whose doing a creation's log-in is: `ours` chosen here · `unknown` the platform makes it, and it has not been told ·
 * `told`. A step that is no creation goes by a log-in that is known, so it is `ours`.
 */
export type LogInMaking = 'ours' | 'unknown' | 'told'

/** How it stands with the log-in of a step's job. */
export function makingOf(kind: PlannedStep['kind'], { intent }: Pick<Payload, 'intent'>): LogInMaking {
  if (kind !== 'create-customer' || !isPlatformIssued(intent)) return 'ours'
  return intent.made === undefined ? 'unknown' : 'told'
}

/** A new customer whose log-in is the platform's to make: when the job was saved none was chosen. */
export const isPlatformIssued = (intent: Intent): intent is Creation =>
  'logIn' in intent && intent.logIn.userid === undefined

/** The log-in in a reply to a creation, where it can be used. */
export const readPlatformCredentials = (answer: Answer): PlatformCredentials | undefined =>
  usable(readCreatedLogIn(answer))

/** The log-in that the platform shows of a customer whom it made. What is as long as a hash is none of a customer's passwords. */
export function shownLogIn({ userid, password }: CustomerRecord): PlatformCredentials | undefined {
  const isTyped = knownPasswordSchema.safeParse(password).success && (password ?? '').length < 32
  return usable({ userid, ...(isTyped && { password }) })
}

const usable = (logIn: unknown): PlatformCredentials | undefined => platformCredentialsSchema.safeParse(logIn).data

/** The values of the step with the log-in filled in; as they were where they have one. */
export function fillLogIn(
  { kind, payload }: Pick<PlannedStep, 'kind' | 'payload'>,
  { userid, password }: PlatformCredentials,
  connection: Pick<Connection, 'unknownMappingId'>,
): StepPayload {
  const { awaitsLogIn, send, read } = payload
  // Asked for by its log-in from now on; what the creation sends stays to the letter what it was.
  if (kind === 'create-customer')
    return { send, read: { ...read, userid, customermappingid: connection.unknownMappingId } }
  if (awaitsLogIn !== true) return payload
  const identity = { userid, password: knownPasswordSchema.safeParse(password).success ? (password ?? '0') : '0' }
  return { send: { ...send, ...identity }, read: { ...read, ...identity } }
}
