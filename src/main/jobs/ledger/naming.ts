import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { PlatformCredentials } from '../../../shared/domain/log-in.ts'
import type { Payload } from './payload.ts'
import type { Job, Step } from './rows.ts'
import { fillLogIn } from '../steps/platform-credentials.ts'

/** A log-in that the platform made, on its way into the job and into the steps that wait for it. */
export interface Naming {
  readonly logIn: PlatformCredentials
  readonly payload: Payload
  readonly steps: readonly Pick<Step, 'id' | 'position' | 'payload'>[]
}

/** Settles what a job and its steps become by a log-in; nothing where the job has one: what was shown never changes. */
export function nameJob(
  { payload }: Pick<Job, 'payload'>,
  steps: readonly Step[],
  logIn: PlatformCredentials,
  connection: Pick<Connection, 'unknownMappingId'>,
): Naming | undefined {
  const { intent } = payload
  if (!('logIn' in intent) || intent.made !== undefined) return undefined
  return {
    logIn,
    payload: { ...payload, intent: { ...intent, made: logIn } },
    steps: steps.map((step) => ({ ...step, payload: fillLogIn(step, logIn, connection) })),
  }
}
