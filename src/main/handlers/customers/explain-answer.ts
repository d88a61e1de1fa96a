import type { Answer } from '../../../platform/answer.ts'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import { defined } from '../../../shared/defined.ts'
import { succeed } from '../../../shared/result.ts'
import { isPortal, isSilent } from '../../jobs/access.ts'
import { problem, type Refusal } from '../session/problem.ts'

export function notReached(answer: Answer): Refusal {
  const { failure = isPortal(answer) ? 'not-the-platform' : undefined, status } = answer
  return problem('not-reached', 'The platform was not reached', {
    detail: failure ?? (status === undefined ? '' : `HTTP ${status}`),
  })
}

const refusedBy = ({ message }: Answer): Refusal =>
  problem('platform-refused', 'The platform refused the question', defined({ detail: message }))

/** Undefined for an answer that was not understood. A temporary failure, or the page of a network, counts as not reached. */
function findRefusal(answer: Answer): Refusal | undefined {
  if (isSilent(answer)) return notReached(answer)
  return answer.verdict === 'refused' ? refusedBy(answer) : undefined
}

/** The error for an answer from which nothing can be shown. */
export const explain = (answer: Answer): Refusal =>
  findRefusal(answer) ??
  problem('not-understood', 'The answer was not understood', { detail: answer.raw.slice(0, 500) })

/** Like `explain`, but returns the text of an answer that was not understood. */
export const explainAnswer = (
  answer: Answer,
): Reply<{ readonly kind: 'unread'; readonly raw: string; readonly status?: number }> =>
  findRefusal(answer) ?? succeed({ kind: 'unread', ...defined({ raw: answer.raw, status: answer.status }) })
