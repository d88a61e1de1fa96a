import { isUnreached } from '../../../platform/statuses.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import { customerFactsSchema, type CustomerFacts } from '../../../shared/domain/customer-view.ts'
import { succeed, type Result } from '../../../shared/result.ts'
import type { Answer } from '../../../platform/answer.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import { problem } from '../session/problem.ts'
import { forQuestions, type PlatformSession, type Session } from '../session/session.ts'

type Outcome<T> = Result<T, BridgeError>

/** Asks the active connection's platform in a slot. A question that a newer one replaced gives `superseded`, which is no error. */
export async function askInSlot<T>(
  session: Session,
  slot: string,
  put: (session: PlatformSession, signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T | { readonly kind: 'superseded' }>> {
  const asked = forQuestions(session)
  if (!asked.ok) return asked
  const answer = await session.questions.ask(slot, (signal) => put(asked.value, signal))
  return answer === 'superseded' ? succeed({ kind: 'superseded' } as const) : answer
}

/** The error or the unread text for an answer with nothing to show. */
export function explainAnswer(
  answer: Answer,
): Outcome<{ readonly kind: 'unread'; readonly raw: string; readonly status?: number }> {
  if (isUnreached(answer))
    return problem('not-reached', 'The platform was not reached', { detail: answer.failure ?? `HTTP ${answer.status}` })
  if (answer.verdict === 'refused')
    return problem(
      'platform-refused',
      'The platform refused the question',
      answer.message === undefined ? {} : { detail: answer.message },
    )
  return succeed({ kind: 'unread', raw: answer.raw, ...(answer.status !== undefined && { status: answer.status }) })
}

const longest = 300
const factNames = Object.keys(customerFactsSchema.shape) as (keyof CustomerFacts)[]

/** A record as a screen may get it: without the password. */
export function factsOf(record: CustomerRecord): CustomerFacts {
  const facts: Partial<Record<keyof CustomerFacts, string>> = {}
  for (const name of factNames) if (record[name] !== undefined) facts[name] = record[name].slice(0, longest)
  return facts
}
