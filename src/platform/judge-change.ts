import type { Verdict } from './answer.ts'
import type { Finding } from './finding.ts'

/** The statuses with which a platform says no (What clients saw). Any other may hide a change that was made. */
const refusing: ReadonlySet<number> = new Set([400, 401, 403, 406, 422])

/** The verdict on an answer to a call that changes something: what may have been done is unclear. */
export function judgeChange(finding: Finding): Verdict {
  const { status, body, wordings } = finding
  if (body.kind === 'html' || body.kind === 'broken') return 'unclear'
  if (finding.signals.unsure || wordings.includes('busy')) return 'unclear'
  if (status >= 200 && status < 300) return judgeSuccess(finding)
  if (status === 404) return isOwnNotFound(finding) ? 'refused' : 'unclear'
  return refusing.has(status) ? judgeRefusal(finding) : 'unclear'
}

function judgeSuccess({ body, data, signals, wordings }: Finding): Verdict {
  const approved = wordings.includes('approves')
  const refused = wordings.includes('refuses') || wordings.includes('says-absent')
  if (body.kind === 'text') return approved ? 'accepted' : refused ? 'refused' : 'unclear'
  if (signals.succeeded && signals.failed) return 'unclear'
  if (signals.succeeded) return refused ? 'unclear' : 'accepted'
  if (signals.failed) return approved ? 'unclear' : 'refused'
  if (data === undefined || wordings.length === 0 || (approved && refused)) return 'unclear'
  return approved ? 'accepted' : 'refused'
}

/** Words or fields of success beside a status of refusal contradict each other. */
function judgeRefusal({ status, body, data, signals, wordings, aboutRoute }: Finding): Verdict {
  if (aboutRoute || signals.succeeded || wordings.includes('approves')) return 'unclear'
  // Web API answers an empty 406 after the work, when it finds no way to write the result.
  if (body.kind === 'empty') return status === 406 ? 'unclear' : 'refused'
  if (body.kind === 'text') return 'refused'
  return data === false || (typeof data === 'object' && data !== null && !Array.isArray(data)) ? 'refused' : 'unclear'
}

/** Whether the operation itself said that it knows no such customer, and not a server that it knows no such path. */
export function isOwnNotFound({ body, signals, wordings, aboutRoute }: Finding): boolean {
  if (aboutRoute || signals.succeeded || wordings.includes('approves')) return false
  if (body.kind === 'text') return wordings.includes('says-absent') && !/^(?:404\W*)?not found\W*$/i.test(body.text)
  return body.kind === 'data' && wordings.length > 0
}
