import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import {
  isChanging,
  type CatalogueOperation,
  type OperationId,
  operations,
  withExtraFilter,
  withSingularService,
} from '../platform/catalogue/catalogue.ts'
import { jsonReply, type DialectReply } from './dialects/dialect.ts'
import type { Strike } from './faults/fault.ts'
import { answerWithFault } from './faults/answer-with-fault.ts'
import { valueOf, type Call, type Outcome, type Platform, type Handler } from './call.ts'
import { checkCall, isSameText, readParameters, readRequestBody, requestFingerprintOf } from './read-request.ts'
import type { RequestLog } from './platform-ledger.ts'
import { boxName } from './store/bindings.ts'
import type { Store } from './store/open-store.ts'
import { writeReply } from './server.ts'
import {
  createCustomer,
  disableCustomer,
  enableCustomer,
  handleStatus,
  readStatusByIds,
  readStatusByReseller,
  retrieveCustomer,
  retrieveCustomers,
  retrieveCustomerV2,
  retrieveDevices,
  changeProduct,
  handleRenewal,
} from './handlers/customers.ts'
import { bindToHostname, bindToUser, listUnderHostname } from './handlers/mac-addresses.ts'

/** The path of a call that some platforms offer, although neither the interface document nor the catalogue contains the call. */
const ownPath = '/api/getproducts/getproducts_v2'

/** What a test can see before a changing call is performed. */
export interface ArrivedRequest extends Pick<Call, 'request' | 'fingerprint'> {
  readonly operation: OperationId
  /** All sent parameters except the token. */
  readonly parameters: Readonly<Record<string, string>>
}

interface CallServing {
  readonly store: Store
  readonly platform: Platform
  readonly log: RequestLog
  readonly chooseFault: (operation: CatalogueOperation) => Strike
  readonly onRequest: ((arrived: ArrivedRequest) => Promise<void> | void) | undefined
  /** Aborts when the platform closes. No call is performed after that. */
  readonly closing: AbortSignal
}

export async function serveCall(
  serving: CallServing,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { platform, log, closing } = serving
  const started = performance.now()
  const receivedAt = platform.now()
  const method = request.method ?? ''
  const [asked = '', query = ''] = (request.url ?? '').split(/\?(.*)/s)
  // A base address with a trailing slash causes a double slash.
  const path = asked.replaceAll(/\/{2,}/g, '/')
  const body = await readRequestBody(request)
  if (closing.aborted || (!body.ok && body.why === 'cut-short')) return
  const operation = findOperation(method, path)
  if (operation === undefined || !body.ok) {
    const seq = log.arrive({ operation: null, method, userid: null, box: null, fingerprint: null, receivedAt })
    const products = body.ok ? answerProductList(platform, method, path, query) : undefined
    if (products !== undefined) await waitFor(platform.options().latencyMs, started, closing)
    if (closing.aborted) return
    const reply = products ?? routeReply(body.ok ? 404 : 413)
    const outcome = reply.status === 200 ? 'accepted' : 'not-carried-out'
    log.depart(seq, { finishedAt: platform.now(), outcome, fault: null, status: reply.status })
    return writeReply(response, { ...reply, ...(body.ok ? {} : { headers: { connection: 'close' } }) })
  }

  const contentType = request.headers['content-type'] ?? ''
  const brought = readParameters(operation, { query, body: body.text, contentType }, platform.options().retrieval)
  const fingerprint = requestFingerprintOf(brought.parameters)
  const call: Omit<Call, 'request'> = { operation, platform, ...brought, fingerprint, halfDone: false }
  const userid = valueOf(call as Call, 'userid') ?? null
  const box = valueOf(call as Call, 'uuid') ?? valueOf(call as Call, 'macAddress')
  const seq = log.arrive({
    operation: operation.id,
    method,
    userid,
    box: box === undefined ? null : boxName(box),
    fingerprint,
    receivedAt,
  })
  await answerCall(serving, { ...call, request: seq }, response, started)
}

async function answerCall(serving: CallServing, call: Call, response: ServerResponse, started: number): Promise<void> {
  const { platform, log, closing, onRequest } = serving
  const { authToken: _, ...parameters } = call.parameters
  if (isChanging(call.operation))
    await onRequest?.({
      request: call.request,
      operation: call.operation.id,
      parameters,
      fingerprint: call.fingerprint,
    })
  const { latencyMs, fault } = serving.chooseFault(call.operation)
  await waitFor(platform.options().latencyMs + latencyMs, started, closing)
  if (closing.aborted) return

  let outcome: string = 'not-carried-out'
  const carryOut = (halfDone: boolean): Outcome | undefined => {
    if (closing.aborted) return undefined
    const result = carryOutCall(serving.store, { ...call, halfDone })
    outcome = result.kind === 'failure' ? result.code : 'accepted'
    return result
  }
  const depart = (status: number | null | 'hanging'): void => {
    if (closing.aborted) return
    const end = status === 'hanging' ? { finishedAt: null, status: null } : { finishedAt: platform.now(), status }
    log.depart(call.request, { ...end, outcome, fault: fault?.kind ?? null })
  }
  const options = platform.options()
  try {
    await answerWithFault(fault, { response, operation: call.operation, options, carryOut, depart, closing })
  } catch (error) {
    outcome = 'crashed'
    depart(500)
    throw error
  }
}

/** Waits until a call has taken this long since it started, or the platform closes. */
async function waitFor(ms: number, started: number, closing: AbortSignal): Promise<void> {
  const wait = ms - (performance.now() - started)
  if (wait > 0) await delay(wait, undefined, { signal: closing }).catch(() => undefined)
}

/** Performs a call. A changing call and its ledger entries are one transaction. */
function carryOutCall(store: Store, call: Call): Outcome {
  const handle = (): Outcome => checkCall(call) ?? handlers[call.operation.id](call)
  return isChanging(call.operation) ? store.transaction(handle) : handle()
}

/** An error of the web server and not of an operation. The error does not repeat the URL, which may contain a token. */
const routeReply = (status: 404 | 413) =>
  jsonReply(
    { Message: status === 404 ? 'No HTTP resource was found that matches the request.' : 'Request entity too large.' },
    status,
  )

/** Answers a request for the product list, which only the classic dialect offers. Undefined for any other request. Fault rules do not apply. */
function answerProductList(platform: Platform, method: string, path: string, query: string): DialectReply | undefined {
  if (platform.options().dialect !== 'classic' || method !== 'GET' || path.toLowerCase() !== ownPath) return undefined
  const given = new URLSearchParams(query)
  const { authToken, crmService } = platform.tenancy
  if (!isSameText(given.get('authToken') ?? '', authToken)) return jsonReply({ Message: 'Invalid company token.' }, 401)
  if (given.get('crmService') !== crmService) return jsonReply({ Message: 'There is no crmService of this name.' }, 400)
  return jsonReply(platform.offer.products().map(({ id, name }) => ({ ProductID: id, ProductName: name })))
}

export const handlers = {
  addCustomer: createCustomer,
  addCustomerAsync_GET: createCustomer,
  addCustomerAsync: createCustomer,
  addCustomerReseller: createCustomer,
  addCustomerWithDevice: createCustomer,
  addCustomerResellerWithDevice: createCustomer,
  addCustomerReseller_V2: createCustomer,
  addCustomerWithDevice_V2: createCustomer,
  addCustomerResellerWithDevice_V2: createCustomer,
  GetCustomerStatus_GET: handleStatus,
  GetCustomerStatus: handleStatus,
  GetCustomerStatusByReseller_GET: readStatusByReseller,
  GetCustomerStatusByReseller: readStatusByReseller,
  GetCustomerStatusByIds: readStatusByIds,
  Disable: disableCustomer,
  Enable: enableCustomer,
  renewCustomer: handleRenewal,
  renewCustomerV2_GET: handleRenewal,
  renewCustomerV2: handleRenewal,
  renewCustomerV2Async_GET: handleRenewal,
  renewCustomerV2Async: handleRenewal,
  changeCustomerProduct_GET: changeProduct,
  changeCustomerProduct: changeProduct,
  changeCustomerProductAsync_GET: changeProduct,
  changeCustomerProductAsync: changeProduct,
  AddMacAddressToHostname: bindToHostname,
  GetMacAddressesUnderHostname: listUnderHostname,
  AddMacAddressForUser: bindToUser,
  getCustomer: retrieveCustomer,
  getCustomer_V2: retrieveCustomerV2,
  devices: retrieveDevices,
  getCustomers: retrieveCustomers,
} satisfies Readonly<Record<OperationId, Handler>>

/** The training platform's name for the getCustomers filter that the interface document does not name. */
const extraFilter = 'email'

/** An operation as this platform serves it. The platform accepts more than the interface document says, and requires less. */
const asServed = (entry: CatalogueOperation): CatalogueOperation =>
  withoutMark('keepExtraPackages', withSingularService(withExtraFilter(entry, extraFilter)))

const withoutMark = (name: string, entry: CatalogueOperation): CatalogueOperation => ({
  ...entry,
  parameters: entry.parameters.map((one) => (one.name === name ? { ...one, requirement: 'optional' } : one)),
})

const byRoute: ReadonlyMap<string, CatalogueOperation> = new Map(
  operations.map((entry) => [`${entry.method} ${entry.path.toLowerCase()}`, asServed(entry)]),
)

export const findOperation = (method: string, path: string): CatalogueOperation | undefined =>
  byRoute.get(`${method} ${path.toLowerCase()}`)
