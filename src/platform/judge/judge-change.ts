import type { Verdict } from '../answer.ts'
import { isObject } from '../body.ts'
import { weigh, type AnswerFinding } from './finding.ts'
import { isRefusing } from '../statuses.ts'

/**
 * Judges the answer to a changing call. A change that may have been made is `unclear`. An HTML page, or a body that was cut
 * short, has no words or fields that could prove a yes or a no.
 */
export function judgeChange(finding: AnswerFinding): Verdict {
  const { status } = finding
  if (weigh(finding).open) return 'unclear'
  if (status >= 200 && status < 300) return judgeSuccess(finding)
  if (status === 404 || status === 409) return isOwnNo(finding) ? 'refused' : 'unclear'
  return isRefusing(status) ? judgeRefusal(finding) : 'unclear'
}

/** A yes with evidence against it is unclear, and so is a no with evidence against it. Unknown words are neither. */
function judgeSuccess(finding: AnswerFinding): Verdict {
  const { yes, someYes, no, someNo } = weigh(finding)
  if (yes && !someNo) return 'accepted'
  return no && !someYes ? 'refused' : 'unclear'
}

/** Words or fields of success contradict a refusing status. */
function judgeRefusal(finding: AnswerFinding): Verdict {
  const { status, body, data, aboutRoute } = finding
  if (aboutRoute || weigh(finding).someYes) return 'unclear'
  // Web API answers an empty 406 after the change was made, if it cannot format the result.
  if (body.kind === 'empty') return status === 406 ? 'unclear' : 'refused'
  if (body.kind === 'text') return 'refused'
  return data === false || isObject(data) ? 'refused' : 'unclear'
}

/**
 * Whether the operation itself says no, and not a web server that it has no such path. Without such words a 409 may be about a call
 * that is still carried out.
 */
function isOwnNo(finding: AnswerFinding): boolean {
  const { saidNo, someYes } = weigh(finding)
  return saidNo && !finding.aboutRoute && !someYes
}
