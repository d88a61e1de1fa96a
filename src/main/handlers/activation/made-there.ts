import type { BridgeError } from '../../../shared/bridge/errors.ts'
import type { Intent } from '../../../shared/domain/activation.ts'
import type { Result } from '../../../shared/result.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { unnamedKey } from '../../jobs/ledger/customer-key.ts'
import { isMadeThere } from '../../jobs/steps/made-log-in.ts'
import type { Sealing } from '../../vault/sealing.ts'
import type { OpenOffice } from '../session/office.ts'
import { problem } from '../session/problem.ts'

/** Where a job is to be made. */
interface Place {
  readonly open: Pick<OpenOffice, 'queue'>
  readonly sealing: Sealing
  readonly connection: Connection
}

/**
 * What keeps new customers whose log-in the platform makes from being saved now. There is nothing to hand over before its reply,
 * so it must be reached; and one is made at a time, so that a lost reply leaves one question. `own`: the job that is corrected.
 */
export function refuseMadeThere(
  intents: readonly Intent[],
  { open, sealing, connection }: Place,
  own?: string,
): Result<never, BridgeError> | undefined {
  const count = intents.filter((intent) => isMadeThere(intent) && intent.made === undefined).length
  if (count === 0 || connection.logIns === 'own') return undefined
  const { views } = open.queue
  const other = views
    .holding(connection.id, { customerKey: unnamedKey(sealing, connection) })
    .find(({ id }) => id !== own)
  if (other !== undefined || count > 1)
    return problem(
      'one-at-a-time',
      'The platform makes the log-ins here, so one new customer is made at a time',
      other && { jobId: other.id },
    )
  return open.queue.isSending(connection.id)
    ? undefined
    : problem('needs-network', 'The platform makes the log-ins here, so it must be reached for a new customer')
}

/** A log-in that a person typed where the platform makes it: sent nowhere, so said before anything is saved. */
export function refuseTypedLogIn(
  intent: Intent,
  { connection }: Pick<Place, 'connection'>,
): Result<never, BridgeError> | undefined {
  if (connection.logIns === 'own' || !('logIn' in intent)) return undefined
  const typed = (['userid', 'password'] as const).filter((name) => intent.logIn[name] !== undefined)
  return typed.length === 0
    ? undefined
    : problem('bad-request', 'The platform makes the log-ins here', {
        fields: Object.fromEntries(typed.map((name) => [`logIn.${name}`, 'made-by-platform'])),
      })
}

/** What the platform made is known from its own answers alone, never from a screen. */
export function withoutMade<I extends Intent>(intent: I): I {
  if (!('made' in intent)) return intent
  const { made: _, ...rest } = intent
  return rest as I
}
