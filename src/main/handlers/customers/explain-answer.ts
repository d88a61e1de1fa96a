import type { Answer } from '../../../platform/answer.ts'
import { isUnreached } from '../../../platform/transport/exchange.ts'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import { defined } from '../../../shared/defined.ts'
import { succeed } from '../../../shared/result.ts'
import { problem, type Refusal } from '../session/problem.ts'

export const notReached = ({ failure, status }: Answer): Refusal =>
  problem('not-reached', 'The platform was not reached', {
    detail: failure ?? (status === undefined ? '' : `HTTP ${status}`),
  })

const refusedBy = ({ message }: Answer): Refusal =>
  problem('platform-refused', 'The platform refused the question', defined({ detail: message }))

/** The error for an answer from which nothing can be shown. */
export function explain(answer: Answer): Refusal {
  if (answer.reach !== 'answered') return notReached(answer)
  if (answer.verdict === 'refused') return refusedBy(answer)
  return problem('not-understood', 'The answer was not understood', { detail: answer.raw.slice(0, 500) })
}

/** Like `explain`, but returns the text of an answer that was not understood. A temporary failure counts as not reached. */
export function explainAnswer(
  answer: Answer,
): Reply<{ readonly kind: 'unread'; readonly raw: string; readonly status?: number }> {
  if (isUnreached(answer)) return notReached(answer)
  if (answer.verdict === 'refused') return refusedBy(answer)
  return succeed({ kind: 'unread', ...defined({ raw: answer.raw, status: answer.status }) })
}
