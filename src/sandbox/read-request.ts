import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { CatalogueOperation } from '../platform/catalogue/catalogue.ts'
import type { SandboxOptions } from './options.ts'
import { validateParameters } from '../platform/catalogue/operation.ts'
import { type Call, type Failure, needValue, refuse, valueOf } from './call.ts'

/** The largest body that is read, in bytes. */
export const bodyLimit = 1_048_576

export type RequestBody =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: 'too-large' | 'cut-short' }

export function readRequestBody(request: IncomingMessage): Promise<RequestBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= bodyLimit) chunks.push(chunk)
      else resolve({ ok: false, why: 'too-large' })
    })
    request.on('end', () => resolve({ ok: true, text: Buffer.concat(chunks).toString('utf8') }))
    request.on('error', () => resolve({ ok: false, why: 'cut-short' }))
    request.on('close', () => resolve({ ok: false, why: 'cut-short' }))
  })
}

/** Collects the operation's parameters from query or body, as the operation and the `retrieval` option allow. */
export function readParameters(
  operation: CatalogueOperation,
  request: { readonly query: string; readonly body: string; readonly contentType: string },
  retrieval: SandboxOptions['retrieval'],
) {
  const query = new URLSearchParams(request.query)
  const isRetrieval = operation.section === 'GetCustomer'
  const fields = isRetrieval && retrieval !== 'query' ? readFields(request.body, request.contentType) : {}
  const parameters: Record<string, string> = {}
  for (const { name, carriedIn } of operation.parameters) {
    if (carriedIn === 'body') continue
    const inQuery = isRetrieval && retrieval === 'body' ? undefined : query.get(name)
    const value = inQuery ?? fields[name]
    if (value !== undefined) parameters[name] = value
  }
  return {
    parameters,
    userIds: operation.id === 'GetCustomerStatusByIds' ? readUserIds(request.body, request.contentType) : [],
  }
}

/** SHA-256 of the parameters, sorted by name, without the token. */
export function requestFingerprintOf(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).filter(([name]) => name !== 'authToken')
  pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(pairs)).digest('hex')
}

function readFields(body: string, contentType: string): Readonly<Record<string, string>> {
  if (contentType.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(body))
  const parsed = parseJsonBody(body)
  if (typeof parsed !== 'object' || parsed === null) return {}
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  )
}

/** User ids from an `application/json` or `text/json` body, as in the interface document. Empty for any other content type. */
function readUserIds(body: string, contentType: string): readonly string[] {
  if (!/^(?:application|text)\/json\b/i.test(contentType)) return []
  const parsed = parseJsonBody(body)
  const ids: unknown =
    typeof parsed === 'object' && parsed !== null && 'user_ids' in parsed ? parsed.user_ids : undefined
  return Array.isArray(ids) && ids.every((id) => typeof id === 'string') ? ids : []
}

export function parseJsonBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Checks a call before its handler runs: the token, the parameters, and the services that it names. */
export function checkCall(call: Call): Failure | undefined {
  const { tenancy } = call.platform
  const token = valueOf(call, 'authToken')
  if (token !== undefined && !isSameText(token, tenancy.authToken))
    return refuse('wrong-token', 'Invalid company token.')
  return checkParameters(call) ?? checkServices(call)
}

/** Compares two secrets in constant time. */
export function isSameText(given: string, kept: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(kept)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function checkParameters(call: Call): Failure | undefined {
  const values =
    call.operation.id === 'GetCustomerStatusByIds' ? { ...call.parameters, user_ids: call.userIds } : call.parameters
  const [first] = validateParameters(call.operation, values)
  if (first !== undefined) return refuse('bad-request', `Parameter ${first.name} is not valid: ${first.problem}.`)
  const token = needValue(call, 'authToken')
  return typeof token === 'string' ? undefined : token
}

/** A call must name all services of its operation, even if the interface document does not mark these parameters as required. */
function checkServices(call: Call): Failure | undefined {
  const { crmService, cmsService } = call.platform.tenancy
  const expected = { crmService, crmServices: crmService, cmsService }
  for (const name of servicesOf(call)) {
    const given = needValue(call, name)
    if (typeof given !== 'string') return given
    if (given !== expected[name]) return refuse('unknown-service', `There is no ${name} of this name.`)
  }
  return undefined
}

/**
 * The names of the parameters in which a call must name its services. For the CRM service of a renewal there are two such parameters; the
 * option `renewalService` decides which of them counts.
 */
function servicesOf(call: Call): readonly ('crmService' | 'crmServices' | 'cmsService')[] {
  if (call.operation.effect !== 'renew')
    return (['crmService', 'cmsService'] as const).filter((service) =>
      call.operation.parameters.some(({ name }) => name === service),
    )
  const { renewalService } = call.platform.options()
  if (renewalService === 'plural') return ['crmServices']
  if (renewalService === 'singular') return ['crmService']
  const given = (['crmServices', 'crmService'] as const).filter((name) => valueOf(call, name) !== undefined)
  return given.length === 0 ? ['crmServices'] : given
}
