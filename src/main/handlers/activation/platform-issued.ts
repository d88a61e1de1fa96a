import type { Intent } from '../../../shared/domain/activation.ts'
import { unnamedKey } from '../../jobs/ledger/customer-key.ts'
import { isPlatformIssued } from '../../jobs/steps/platform-credentials.ts'
import { problem, type Refusal } from '../session/problem.ts'
import type { ConnectionSession } from '../session/session.ts'

/**
 * Refuses new customers whose credentials the platform issues if they cannot be saved now. The credentials come only with the
 * platform's reply, so the platform must be online. Only one such customer is created at a time, so that a lost reply concerns
 * one customer only. `own`: the id of the job that is corrected.
 */
export function refusePlatformIssued(
  intents: readonly Intent[],
  { queue, sealing, connection }: ConnectionSession,
  own?: string,
): Refusal | undefined {
  const count = intents.filter((intent) => isPlatformIssued(intent) && intent.made === undefined).length
  if (count === 0 || connection.logIns === 'own') return undefined
  const other = queue.views
    .holding(connection.id, { customerKey: unnamedKey(sealing, connection) })
    .find(({ id }) => id !== own)
  if (other !== undefined || count > 1)
    return problem(
      'one-at-a-time',
      'The platform makes the log-ins here, so one new customer is made at a time',
      other && { jobId: other.id },
    )
  return queue.isSending(connection.id)
    ? undefined
    : problem('needs-network', 'The platform makes the log-ins here, so it must be reached for a new customer')
}

/** Refuses typed credentials if the platform issues them. They would not be sent, so this is said before anything is saved. */
export function refuseTypedLogIn(
  intent: Intent,
  { connection }: Pick<ConnectionSession, 'connection'>,
): Refusal | undefined {
  if (connection.logIns === 'own' || !('logIn' in intent)) return undefined
  const typed = (['userid', 'password'] as const).filter((name) => intent.logIn[name] !== undefined)
  return typed.length === 0
    ? undefined
    : problem('bad-request', 'The platform makes the log-ins here', {
        fields: Object.fromEntries(typed.map((name) => [`logIn.${name}`, 'made-by-platform'])),
      })
}

/** Removes the platform-issued credentials. They come only from the platform's own answers, never from a screen. */
export function withoutMade<I extends Intent>(intent: I): I {
  if (!('made' in intent)) return intent
  const { made: _, ...rest } = intent
  return rest as I
}
