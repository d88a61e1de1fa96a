import type { Check } from '../../../shared/bridge/contract.ts'
import type { Answer } from '../../../platform/answer.ts'
import { readCustomerPage } from '../../../platform/read/read-customers.ts'
import type { PlatformAccess } from '../../jobs/access.ts'
import { verifyReadPath } from '../../jobs/control.ts'
import { defined } from '../../../shared/defined.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { isObject, readBody, type Body } from '../../../platform/body.ts'
import { defaultFieldNames } from '../../../platform/field-names.ts'
import { findAll } from '../../../platform/find-fields.ts'

/** The format of a platform's answers (What clients saw). `unknown`: none of the known formats. */
type FoundDialect = 'classic' | 'modern' | 'terse' | 'unknown'

const check = (subject: Check['subject'], outcome: Check['outcome'], finding: string, detail?: string): Check =>
  defined({ subject, outcome, finding, detail })

const has = (body: Body, field: 'outcome' | 'message'): boolean =>
  body.kind === 'data' && isObject(body.data) && findAll(body.data, field, defaultFieldNames).length > 0

/** Tests a connection and reports what works. Sends only reads. No read uses the CMS service; only the first activation tests that. */
export async function checkConnection(connection: Connection, given: PlatformAccess): Promise<readonly Check[]> {
  const seen: string[] = []
  const access: PlatformAccess = {
    ...given,
    read: async (...question) => {
      const answer = await given.read(...question)
      seen.push(answer.raw)
      return answer
    },
  }
  const answer = await access.read('GetCustomerStatusByReseller', { reseller_id: '0', page: '1' })
  const address = checkWay(connection, answer)
  if (address.some(({ outcome }) => outcome === 'bad')) return address
  const services = checkServices(answer)
  if (services.some(({ outcome }) => outcome === 'bad')) return [...address, ...services]
  return [...address, ...services, ...(await checkReads(connection, access, seen))]
}

/** The result for an unencrypted address that no technician has allowed. In this case nothing is sent. */
export const plainHttpCheck: Check = { subject: 'certificate', outcome: 'bad', finding: 'plain-http-not-allowed' }

/** Checks the proxy, if there is one, and then the address behind it. */
function checkWay(connection: Connection, answer: Answer): readonly Check[] {
  if (connection.proxy === '') return checkAddress(connection, answer)
  const { failure = '', status = 0 } = answer
  if (failure.startsWith('proxy-')) return [check('proxy', 'bad', failure)]
  // With plain HTTP, a proxy that cannot reach the platform sends an answer of its own, with a status from 502 to 504.
  const isPerhapsItsOwn = connection.baseUrl.startsWith('http:') && status >= 502 && status <= 504
  const proxy = isPerhapsItsOwn ? check('proxy', 'warning', 'proxy-perhaps') : check('proxy', 'good', 'proxy-passed')
  return [...(answer.reach === 'answered' || isOfTls(failure) ? [proxy] : []), ...checkAddress(connection, answer)]
}

/** Whether a failure came after the platform was reached and before a request was sent. */
const isOfTls = (failure: string): boolean => failure.startsWith('certificate-') || failure === 'tls-failed'

function checkAddress({ baseUrl }: Connection, answer: Answer): readonly Check[] {
  const isPlain = baseUrl.startsWith('http:')
  const certificate = isPlain ? check('certificate', 'warning', 'plain-http') : check('certificate', 'good', 'trusted')
  if (answer.reach !== 'answered') {
    const finding = answer.failure ?? 'not-http'
    return isOfTls(finding)
      ? [check('address', 'good', 'reached'), check('certificate', 'bad', finding)]
      : [check('address', 'bad', finding)]
  }
  if (answer.verdict === 'unclear') {
    const status = answer.status ?? 0
    const finding =
      status >= 500 ? 'platform-failing' : status >= 300 && status < 400 ? 'redirected' : 'not-this-interface'
    return [check('address', 'bad', finding, `HTTP ${status}`), certificate]
  }
  return [check('address', 'good', 'reached'), certificate]
}

function checkServices(answer: Answer): readonly Check[] {
  const cms = check('cms-service', 'not-checked', 'shows-with-first-activation')
  if (answer.verdict === 'accepted' || answer.verdict === 'absent')
    return [check('token', 'good', 'taken'), check('crm-service', 'good', 'known'), cms]
  const isService = /\b(?:crm|service)/i.test(answer.message ?? '') && !/token/i.test(answer.message ?? '')
  if (isService) {
    const token = check('token', 'not-checked', 'not-reached-yet')
    return [token, check('crm-service', 'bad', 'unknown', answer.message), cms]
  }
  const finding = answer.credentials === true ? 'refused' : 'refused-perhaps'
  return [check('token', 'bad', finding, answer.message), check('crm-service', 'not-checked', 'not-reached-yet'), cms]
}

/** A user ID that does not exist. A read with this user ID shows how the platform words a refusal. */
const nobody = { userid: 'setdesk-connection-test' } as const

/** Checks how the parameters of reads must be sent, how answers are worded, and whether reads show something known to exist. */
async function checkReads(
  connection: Connection,
  access: PlatformAccess,
  seen: readonly string[],
): Promise<readonly Check[]> {
  const page = readCustomerPage(await access.read('getCustomers', {}))
  const retrieval =
    page === undefined
      ? check('retrieval', 'warning', 'not-understood')
      : check('retrieval', 'good', access.retrieval())
  const hasControl = page !== undefined && (await verifyReadPath('getCustomer', access, connection)) === 'shown'
  await access.read('getCustomer', { ...nobody, customermappingid: connection.unknownMappingId })
  const dialect = findDialect(seen)
  const control = hasControl ? check('control', 'good', 'shown') : check('control', 'warning', 'nothing-to-show')
  const wording =
    dialect === 'unknown' ? check('dialect', 'warning', 'unknown-dialect') : check('dialect', 'good', dialect)
  return [retrieval, wording, control]
}

/**
 * Finds the dialect from raw answers to several reads. JSON inside a JSON text means classic. Bare words mean terse. An envelope with an
 * outcome means modern, and an envelope with only a `Message` means classic. Any other JSON counts as modern.
 */
export function findDialect(answers: readonly string[]): FoundDialect {
  const bodies = answers.map(readBody)
  if (answers.some(isDoublyEncoded)) return 'classic'
  if (bodies.some(({ kind }) => kind === 'text')) return 'terse'
  if (bodies.some((body) => has(body, 'outcome'))) return 'modern'
  if (bodies.some((body) => has(body, 'message'))) return 'classic'
  return bodies.some(({ kind }, index) => kind === 'data' && /^\s*[[{]/.test(answers[index] ?? ''))
    ? 'modern'
    : 'unknown'
}

function isDoublyEncoded(text: string): boolean {
  try {
    const outer: unknown = JSON.parse(text)
    return typeof outer === 'string' && /^\s*[[{]/.test(outer)
  } catch {
    return false
  }
}
