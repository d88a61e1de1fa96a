import type { Verdict } from './answer.ts'
import type { Operation } from './catalogue/operation.ts'
import type { Finding } from './finding.ts'
import { isOwnNotFound } from './judge-change.ts'
import { readCustomer, readCustomerPage, readStatus } from './read-customers.ts'
import { readDevices, readHostnameMacs } from './read-devices.ts'

const refusing: ReadonlySet<number> = new Set([400, 401, 403, 406, 422])

/** The verdict on an answer to a read: accepted only with data that this read is made for. */
export function judgeRead(operation: Operation, finding: Finding): Verdict {
  const { status, body, signals, wordings, aboutRoute } = finding
  if (body.kind === 'html' || body.kind === 'broken' || aboutRoute) return 'unclear'
  if (signals.unsure || wordings.includes('busy')) return 'unclear'
  if (status >= 200 && status < 300) return judgeData(operation, finding)
  if (status === 404) return judgeNotFound(finding)
  return refusing.has(status) ? judgeRefusal(finding) : 'unclear'
}

function judgeData(operation: Operation, finding: Finding): Verdict {
  const { data, signals, wordings } = finding
  const understood = isUnderstood(operation, finding)
  const saysNo = signals.failed || wordings.includes('refuses') || wordings.includes('says-absent')
  // A status alone is the whole answer: "Expired" says nothing of the call.
  if (understood && isStatusRead(operation) && typeof data !== 'object') return 'accepted'
  if (understood) return saysNo ? 'unclear' : 'accepted'
  if (Array.isArray(data) && data.length === 0) return 'absent'
  if (saysAbsent(finding)) return 'absent'
  return saysNo && !signals.succeeded ? 'refused' : 'unclear'
}

/**
 * An empty 404 counts as the operation's own: Web API answers so for "not found", and for an unknown path with a message. That
 * a read finds nobody is believed only after the same call has been seen to find somebody.
 */
function judgeNotFound(finding: Finding): Verdict {
  const { body, data, aboutCredentials, wordings } = finding
  if (body.kind === 'empty' || (Array.isArray(data) && data.length === 0)) return 'absent'
  if (!isOwnNotFound(finding)) return 'unclear'
  return aboutCredentials || wordings.includes('refuses') ? 'refused' : 'absent'
}

function judgeRefusal(finding: Finding): Verdict {
  const { status, body, signals, wordings } = finding
  if (signals.succeeded || wordings.includes('approves')) return 'unclear'
  if (body.kind === 'empty') return status === 406 ? 'unclear' : 'refused'
  return saysAbsent(finding) && status !== 401 && status !== 403 ? 'absent' : 'refused'
}

const saysAbsent = ({ wordings, aboutCredentials, signals }: Finding): boolean =>
  wordings.includes('says-absent') && !wordings.includes('refuses') && !aboutCredentials && !signals.succeeded

const isStatusRead = ({ id }: Operation): boolean => id === 'GetCustomerStatus' || id === 'GetCustomerStatus_GET'

/** Whether the data is what this read returns, also where it returns nobody. */
function isUnderstood({ id }: Operation, { data, names }: Finding): boolean {
  if (data === undefined) return false
  const answer = { data }
  switch (id) {
    case 'devices':
      return readDevices(answer, names) !== undefined
    case 'GetMacAddressesUnderHostname':
      return readHostnameMacs(answer, names) !== undefined
    case 'getCustomers':
    case 'GetCustomerStatusByReseller':
    case 'GetCustomerStatusByReseller_GET':
    case 'GetCustomerStatusByIds':
      return readCustomerPage(answer, names) !== undefined
    case 'GetCustomerStatus':
    case 'GetCustomerStatus_GET':
      return readStatus(answer, names) !== undefined
    default:
      return readCustomer(answer, names) !== undefined
  }
}
