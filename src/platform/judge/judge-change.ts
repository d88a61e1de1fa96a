import type { Verdict } from '../answer.ts'
import { isObject } from '../body.ts'
import { weigh } from './evidence.ts'
import type { AnswerFinding } from './finding.ts'

/** The statuses with which a platform says no (What clients saw). Any other may hide a change that was made. */
const refusing: ReadonlySet<number> = new Set([400, 401, 403, 406, 422])

/**
 * The verdict on an answer to a call that changes something: what may have been done is unclear. A page, or a body that was cut
 * short, has neither words nor fields that could speak for a yes or a no.
 */
export function judgeChange(finding: AnswerFinding): Verdict {
  const { status } = finding
  if (weigh(finding).open) return 'unclear'
  if (status >= 200 && status < 300) return judgeSuccess(finding)
  if (status === 404) return isOwnNotFound(finding) ? 'refused' : 'unclear'
  return refusing.has(status) ? judgeRefusal(finding) : 'unclear'
}

/** A yes with anything against it is unclear, and so is a no with anything for it. Words that are not known are neither. */
function judgeSuccess(finding: AnswerFinding): Verdict {
  const { yes, someYes, no, someNo } = weigh(finding)
  if (yes && !someNo) return 'accepted'
  return no && !someYes ? 'refused' : 'unclear'
}

/** Words or fields of success beside a status of refusal contradict each other. */
function judgeRefusal(finding: AnswerFinding): Verdict {
  const { status, body, data, aboutRoute } = finding
  if (aboutRoute || weigh(finding).someYes) return 'unclear'
  // Web API answers an empty 406 after the work, when it finds no way to write the result.
  if (body.kind === 'empty') return status === 406 ? 'unclear' : 'refused'
  if (body.kind === 'text') return 'refused'
  return data === false || isObject(data) ? 'refused' : 'unclear'
}

/** Whether the operation itself said in plain words that it knows no such customer, and not a server that it knows no such path. */
function isOwnNotFound(finding: AnswerFinding): boolean {
  const { wordings, aboutRoute } = finding
  const saysNo = wordings.some(({ says }) => says === 'says-absent' || says === 'refuses')
  return saysNo && !aboutRoute && !weigh(finding).someYes
}
