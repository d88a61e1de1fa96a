import type { Verdict } from '../answer.ts'
import { isObject } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import { isEmptyList, isMappedStatus } from '../find-fields.ts'
import { isRefusing } from '../transport/exchange.ts'
import { weigh, type AnswerFinding } from './finding.ts'
import { isStatusRead, isUnderstood, showsNothing, tellsLittle } from './understood.ts'

/**
 * Judges the answer to a changing call. If the change may have been made, the verdict is `unclear`. An HTML page or a body that was cut
 * short has no words or fields that could prove a yes or a no.
 */
export function judgeChange(finding: AnswerFinding): Verdict {
  const { status } = finding
  if (weigh(finding).open) return 'unclear'
  if (status >= 200 && status < 300) return judgeSuccess(finding)
  if (status === 404 || status === 409) return isOwnNo(finding) ? 'refused' : 'unclear'
  return isRefusing(status) ? judgeRefusedChange(finding) : 'unclear'
}

/**
 * Judges a change whose HTTP status is a success. Contradicting evidence makes the verdict `unclear`. Unknown words alone are neither a yes
 * nor a no.
 */
function judgeSuccess(finding: AnswerFinding): Verdict {
  const { yes, someYes, no, someNo } = weigh(finding)
  if (yes && !someNo) return 'accepted'
  return no && !someYes ? 'refused' : 'unclear'
}

/** Judges a change whose HTTP status is a refusal. Words or fields of success contradict the status. */
function judgeRefusedChange(finding: AnswerFinding): Verdict {
  const { status, body, data, aboutRoute } = finding
  if (aboutRoute || weigh(finding).someYes) return 'unclear'
  // Web API sends an empty 406 if it made the change but cannot format the result.
  if (body.kind === 'empty') return status === 406 ? 'unclear' : 'refused'
  if (body.kind === 'text') return 'refused'
  return data === false || isObject(data) ? 'refused' : 'unclear'
}

/**
 * Whether the answer refuses in words that come from the operation itself and not from a web server. A 409 without such words may be about
 * a call that is still in progress.
 */
function isOwnNo(finding: AnswerFinding): boolean {
  const { saidNo, someYes } = weigh(finding)
  return saidNo && !finding.aboutRoute && !someYes
}

/** Judges the answer to a read. Accepts only data of the kind that this read returns. */
export function judgeRead(operation: Operation, finding: AnswerFinding): Verdict {
  const { status, body, aboutRoute } = finding
  if (body.kind === 'html' || body.kind === 'broken' || aboutRoute) return 'unclear'
  // A bare status is the whole answer. "Expired" then describes the customer and not the call.
  if (status >= 200 && status < 300 && isBareStatus(operation, finding)) return 'accepted'
  if (weigh(finding).open) return 'unclear'
  if (status >= 200 && status < 300) return judgeData(operation, finding)
  if (status === 404) return judgeNotFound(finding)
  return isRefusing(status) ? judgeRefusedRead(finding) : 'unclear'
}

function isBareStatus(operation: Operation, finding: AnswerFinding): boolean {
  return isStatusRead(operation) && typeof finding.data !== 'object' && isUnderstood(operation, finding)
}

/**
 * Judges a read that returned data. A record shows that the customer exists, unless the record only repeats the request and stands beside
 * unknown words. An empty list proves absence only if the whole answer was understood, because the answer to a rejected token may look the
 * same.
 */
function judgeData(operation: Operation, finding: AnswerFinding): Verdict {
  const { someNo } = weigh(finding)
  if (!isUnderstood(operation, finding)) return judgeWords(finding)
  if (someNo) return 'unclear'
  // A text that was read as records has no words beside its data, so its unknown words are not counted.
  const hasWords = finding.body.kind !== 'text' && finding.unknownWords.length > 0
  const isDoubtful = hasWords || finding.signals.strange || isStatusRead(operation)
  if (isDoubtful && (showsNothing(operation, finding) || tellsLittle(operation, finding))) return 'unclear'
  return 'accepted'
}

/** Judges a read by its words, because the answer has no readable data. */
function judgeWords(finding: AnswerFinding): Verdict {
  const { no, someYes } = weigh(finding)
  if (isEmptyAnswer(finding) || saysAbsent(finding)) return 'absent'
  // A word that is mapped both to a status and to no means neither.
  return no && !someYes && !isMappedStatus(finding.data, finding.names) ? 'refused' : 'unclear'
}

/** Whether the answer is an empty list, has no unknown words, and has nothing that sounds like no. */
function isEmptyAnswer(finding: AnswerFinding): boolean {
  const { data, names, unknownWords, signals } = finding
  return isEmptyList(data, names) && !weigh(finding).someNo && unknownWords.length === 0 && !signals.strange
}

/**
 * Judges a read with the HTTP status 404. An empty 404 counts as the operation's own answer, because Web API answers "not found" like this,
 * while an unknown path gets a message. Setdesk believes such an absence only after the same call has found an existing record.
 */
function judgeNotFound(finding: AnswerFinding): Verdict {
  const { body, aboutCredentials, wordings } = finding
  const { no, someYes } = weigh(finding)
  if (body.kind === 'empty' || isEmptyAnswer(finding) || saysAbsent(finding)) return 'absent'
  const isExplained = aboutCredentials || wordings.some(({ says }) => says === 'refuses')
  return no && !someYes && isExplained ? 'refused' : 'unclear'
}

function judgeRefusedRead(finding: AnswerFinding): Verdict {
  const { status, body } = finding
  if (weigh(finding).someYes) return 'unclear'
  if (body.kind === 'empty' && status === 406) return 'unclear'
  return saysAbsent(finding) && status !== 401 && status !== 403 ? 'absent' : 'refused'
}

/**
 * Whether the messages say that the record is absent. Any further message must be a plain yes, and no message may mention a token or a
 * password. Codes beside the messages do not count.
 */
function saysAbsent(finding: AnswerFinding): boolean {
  const { wordings, aboutCredentials } = finding
  const isSaid = wordings.some(({ says }) => says === 'says-absent')
  const isAlone = wordings.every(({ says }) => says === 'says-absent' || says === 'approves')
  return isSaid && isAlone && !aboutCredentials
}
