import type { Verdict } from '../answer.ts'
import type { Operation } from '../catalogue/operation.ts'
import { weigh } from './evidence.ts'
import type { AnswerFinding } from './finding.ts'
import { isEmptyList } from '../find-fields.ts'
import { isTaughtStatus } from '../read/status-word.ts'
import { isStatusRead, isUnderstood, showsNothing, tellsLittle } from './understood.ts'

const refusing: ReadonlySet<number> = new Set([400, 401, 403, 406, 422])

/** The verdict on an answer to a read: accepted only with data that this read is made for. */
export function judgeRead(operation: Operation, finding: AnswerFinding): Verdict {
  const { status, body, aboutRoute } = finding
  if (body.kind === 'html' || body.kind === 'broken' || aboutRoute) return 'unclear'
  // A status alone is the whole answer: "Expired" says nothing of the call.
  if (status >= 200 && status < 300 && isBareStatus(operation, finding)) return 'accepted'
  if (weigh(finding).open) return 'unclear'
  if (status >= 200 && status < 300) return judgeData(operation, finding)
  if (status === 404) return judgeNotFound(finding)
  return refusing.has(status) ? judgeRefusal(finding) : 'unclear'
}

function isBareStatus(operation: Operation, finding: AnswerFinding): boolean {
  return isStatusRead(operation) && typeof finding.data !== 'object' && isUnderstood(operation, finding)
}

/**
 * A record shows a customer, unless it holds no more than was asked with beside words that nobody knows. Nothing where
 * a list should be proves that nobody is there only where all of the answer was understood: a refused token may look so.
 */
function judgeData(operation: Operation, finding: AnswerFinding): Verdict {
  const { someNo } = weigh(finding)
  if (!isUnderstood(operation, finding)) return judgeWords(finding)
  if (someNo) return 'unclear'
  // A text that is understood is all data: no words stand beside it.
  const hasWords = finding.body.kind !== 'text' && finding.unknownWords.length > 0
  const isDoubtful = hasWords || finding.signals.strange || isStatusRead(operation)
  if (isDoubtful && (showsNothing(operation, finding) || tellsLittle(operation, finding))) return 'unclear'
  return 'accepted'
}

/** Without data that could be read the words decide. */
function judgeWords(finding: AnswerFinding): Verdict {
  const { no, someYes } = weigh(finding)
  if (isEmptyAnswer(finding) || saysAbsent(finding)) return 'absent'
  // A word that was taught to be a status as well as a no says neither.
  return no && !someYes && !isTaughtStatus(finding.data, finding.names) ? 'refused' : 'unclear'
}

/** A list with nothing in it, and nothing beside it that was not understood or sounds like no. */
function isEmptyAnswer(finding: AnswerFinding): boolean {
  const { data, names, unknownWords, signals } = finding
  return isEmptyList(data, names) && !weigh(finding).someNo && unknownWords.length === 0 && !signals.strange
}

/**
 * An empty 404 counts as the operation's own: Web API answers so for "not found", and for an unknown path with a message. That
 * a read finds nobody is believed only after the same call has been seen to find somebody.
 */
function judgeNotFound(finding: AnswerFinding): Verdict {
  const { body, aboutCredentials, wordings } = finding
  const { no, someYes } = weigh(finding)
  if (body.kind === 'empty' || isEmptyAnswer(finding) || saysAbsent(finding)) return 'absent'
  const isExplained = aboutCredentials || wordings.some(({ says }) => says === 'refuses')
  return no && !someYes && isExplained ? 'refused' : 'unclear'
}

function judgeRefusal(finding: AnswerFinding): Verdict {
  const { status, body } = finding
  if (weigh(finding).someYes) return 'unclear'
  if (body.kind === 'empty' && status === 406) return 'unclear'
  return saysAbsent(finding) && status !== 401 && status !== 403 ? 'absent' : 'refused'
}

/** Every message of the answer says so, and nothing in it speaks of a token or a password. A code beside it changes nothing. */
function saysAbsent(finding: AnswerFinding): boolean {
  const { wordings, aboutCredentials } = finding
  const isSaid = wordings.some(({ says }) => says === 'says-absent')
  const isAlone = wordings.every(({ says }) => says === 'says-absent' || says === 'approves')
  return isSaid && isAlone && !aboutCredentials
}
