import type { Check } from '../../../shared/bridge/contract.ts'
import type { Answer } from '../../../platform/answer.ts'
import { readCustomerPage } from '../../../platform/read/fields.ts'
import type { PlatformAccess } from '../../jobs/access.ts'
import { verifyReadPath } from '../../jobs/control.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { isObject, readBody, type Body } from '../../../platform/body.ts'
import { defaultFieldNames } from '../../../platform/field-names.ts'
import { findAll } from '../../../platform/find-fields.ts'

/** The format of a platform's answers (What clients saw). `unknown`: none of the formats seen so far. */
type FoundDialect = 'classic' | 'modern' | 'terse' | 'unknown'

const has = (body: Body, field: 'outcome' | 'message'): boolean =>
  body.kind === 'data' && isObject(body.data) && findAll(body.data, field, defaultFieldNames).length > 0

/**
 * Tests a connection and reports what works and what does not. Sends only reads. No read of the interface uses the CMS service,
 * so that service is tested by the first activation.
 */
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

/** The result for an address that is not encrypted, as long as nobody has allowed that: nothing was sent. */
export const plainHttpCheck: Check = { subject: 'certificate', outcome: 'bad', finding: 'plain-http-not-allowed' }

/** Whether a connection with these check results can be used. */
export const isUsable = (checks: readonly Check[]): boolean => checks.every(({ outcome }) => outcome !== 'bad')

/** Checks the proxy first, if there is one, then the address behind it. */
function checkWay(connection: Connection, answer: Answer): readonly Check[] {
  if (connection.proxy === '') return checkAddress(connection, answer)
  const { failure = '', status = 0 } = answer
  if (failure.startsWith('proxy-')) return [{ subject: 'proxy', outcome: 'bad', finding: failure }]
  // With plain HTTP, a proxy that cannot reach the platform answers in its place with 502 to 504.
  const isPerhapsItsOwn = connection.baseUrl.startsWith('http:') && status >= 502 && status <= 504
  const proxy: Check = isPerhapsItsOwn
    ? { subject: 'proxy', outcome: 'warning', finding: 'proxy-perhaps' }
    : { subject: 'proxy', outcome: 'good', finding: 'proxy-passed' }
  return [...(answer.reach === 'answered' || isOfTls(failure) ? [proxy] : []), ...checkAddress(connection, answer)]
}

/** Failures after the platform was reached but before a request was sent. */
const isOfTls = (failure: string): boolean => failure.startsWith('certificate-') || failure === 'tls-failed'

function checkAddress({ baseUrl }: Connection, answer: Answer): readonly Check[] {
  const isPlain = baseUrl.startsWith('http:')
  const certificate: Check = isPlain
    ? { subject: 'certificate', outcome: 'warning', finding: 'plain-http' }
    : { subject: 'certificate', outcome: 'good', finding: 'trusted' }
  if (answer.reach !== 'answered') {
    const finding = answer.failure ?? 'not-http'
    return isOfTls(finding)
      ? [
          { subject: 'address', outcome: 'good', finding: 'reached' },
          { subject: 'certificate', outcome: 'bad', finding },
        ]
      : [{ subject: 'address', outcome: 'bad', finding }]
  }
  if (answer.verdict === 'unclear') {
    const status = answer.status ?? 0
    const finding =
      status >= 500 ? 'platform-failing' : status >= 300 && status < 400 ? 'redirected' : 'not-this-interface'
    return [{ subject: 'address', outcome: 'bad', finding, detail: `HTTP ${status}` }, certificate]
  }
  return [{ subject: 'address', outcome: 'good', finding: 'reached' }, certificate]
}

function checkServices(answer: Answer): readonly Check[] {
  const words = answer.message === undefined ? {} : { detail: answer.message }
  const cms: Check = { subject: 'cms-service', outcome: 'not-checked', finding: 'shows-with-first-activation' }
  if (answer.verdict === 'accepted' || answer.verdict === 'absent')
    return [
      { subject: 'token', outcome: 'good', finding: 'taken' },
      { subject: 'crm-service', outcome: 'good', finding: 'known' },
      cms,
    ]
  const isService = /\b(?:crm|service)/i.test(answer.message ?? '') && !/token/i.test(answer.message ?? '')
  if (isService) {
    const token: Check = { subject: 'token', outcome: 'not-checked', finding: 'not-reached-yet' }
    return [token, { subject: 'crm-service', outcome: 'bad', finding: 'unknown', ...words }, cms]
  }
  const finding = answer.credentials === true ? 'refused' : 'refused-perhaps'
  return [
    { subject: 'token', outcome: 'bad', finding, ...words },
    { subject: 'crm-service', outcome: 'not-checked', finding: 'not-reached-yet' },
    cms,
  ]
}

/** A user ID that does not exist: reading it shows how the platform words a refusal. */
const nobody = { userid: 'setdesk-connection-test' } as const

/** Checks how retrieval works, how answers are worded, and whether reads show what is known to exist. */
async function checkReads(
  connection: Connection,
  access: PlatformAccess,
  seen: readonly string[],
): Promise<readonly Check[]> {
  const page = readCustomerPage(await access.read('getCustomers', {}))
  const retrieval: Check =
    page === undefined
      ? { subject: 'retrieval', outcome: 'warning', finding: 'not-understood' }
      : { subject: 'retrieval', outcome: 'good', finding: access.retrieval() }
  const hasControl = page !== undefined && (await verifyReadPath('getCustomer', access, connection)) === 'shown'
  await access.read('getCustomer', { ...nobody, customermappingid: connection.unknownMappingId })
  const dialect = findDialect(seen)
  const control: Check = hasControl
    ? { subject: 'control', outcome: 'good', finding: 'shown' }
    : { subject: 'control', outcome: 'warning', finding: 'nothing-to-show' }
  const wording: Check =
    dialect === 'unknown'
      ? { subject: 'dialect', outcome: 'warning', finding: 'unknown-dialect' }
      : { subject: 'dialect', outcome: 'good', finding: dialect }
  return [retrieval, wording, control]
}

/**
 * Finds the dialect from raw answers to several reads. JSON inside a JSON text means classic, bare words mean terse, an
 * envelope with an outcome means modern, a bare `Message` means classic. Any other JSON counts as modern.
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
