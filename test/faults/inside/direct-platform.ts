import { randomInt } from 'node:crypto'
import { isChanging, type CatalogueOperation, type OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import type { Exchange, PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import { wordOutcome } from '../../../src/sandbox/dialects/dialect.ts'
import { dialects } from '../../../src/sandbox/dialects/dialects.ts'
import type { LedgerEntry } from '../../../src/sandbox/platform-ledger.ts'
import { defaultOptions } from '../../../src/sandbox/options.ts'
import { createPlatform } from '../../../src/sandbox/call.ts'
import { checkCall, readParameters, requestFingerprintOf } from '../../../src/sandbox/read-request.ts'
import { findOperation, handlers } from '../../../src/sandbox/serve-call.ts'
import { seedStore } from '../../../src/sandbox/seed.ts'
import { openStore } from '../../../src/sandbox/store/open-store.ts'

/** The training platform in this process, without a network and permissive: a repeated call takes effect again. */
export interface DirectPlatform {
  readonly baseUrl: string
  readonly authToken: string
  readonly crmService: string
  readonly cmsService: string
  readonly products: readonly { readonly id: string; readonly name: string }[]
  readonly hostnames: readonly string[]
  readonly understand: (request: PlatformRequest) => UnderstoodRequest
  /** Performs the request, and returns the answer as the app would receive it. */
  readonly carryOut: (request: PlatformRequest, halfDone?: boolean) => Exchange
  /** Creates a customer without the app. */
  readonly makeCustomer: (userid: string) => void
  readonly ledger: (after?: number) => readonly LedgerEntry[]
  readonly close: () => void
}

/** The password of customers that are created without the app. */
export const madePassword = 'kv7tm2xwpa'

/** A request in terms of the interface. */
export interface UnderstoodRequest {
  readonly operation: CatalogueOperation
  /** All sent parameters except the token. */
  readonly parameters: Readonly<Record<string, string>>
}

const below = (bound: number): number => randomInt(bound)

function bring({ method, url, body = '' }: PlatformRequest) {
  const operation = findOperation(method, url.pathname)
  if (operation === undefined) throw new Error(`There is no ${method} ${url.pathname}`)
  const query = url.search.slice(1)
  return { operation, ...readParameters(operation, { query, body, contentType: 'application/json' }, 'both') }
}

/** `now`: milliseconds since 1970, the platform's own clock. */
export function createDirectPlatform(now: () => number): DirectPlatform {
  const store = openStore(':memory:', (empty) => seedStore(empty, now(), below))
  const tenancy = { authToken: 'direct-token-of-the-test', crmService: 'crm', cmsService: 'cms' }
  const options = { ...defaultOptions, uniqueUserids: false }
  const platform = createPlatform({ store, tenancy, clock: { now }, below, options: () => options })
  let calls = 0

  return {
    baseUrl: 'http://platform.example',
    ...tenancy,
    products: platform.offer.products().map(({ id, name }) => ({ id, name })),
    hostnames: platform.offer.hostnames(),
    understand(request) {
      const { operation, parameters } = bring(request)
      const { authToken: _, ...rest } = parameters
      return { operation, parameters: rest }
    },
    carryOut(request, halfDone = false) {
      const brought = bring(request)
      const { operation, parameters } = brought
      calls += 1
      const call = { ...brought, platform, fingerprint: requestFingerprintOf(parameters), request: calls, halfDone }
      const handle = () => checkCall(call) ?? handlers[operation.id](call)
      const outcome = isChanging(operation) ? store.transaction(handle) : handle()
      const { status, body, contentType } = wordOutcome(dialects.classic, outcome, operation)
      const headers = { 'content-type': contentType, date: new Date(now()).toUTCString() }
      return { reach: 'answered', status, headers, text: body }
    },
    makeCustomer(userid) {
      const parameters = { ...somebody, userid, password: madePassword, productid: '101' }
      const operation = findOperation('POST', '/api/AddCustomer/addCustomer')
      if (operation === undefined) throw new Error('There is no addCustomer')
      const call = { operation, platform, parameters, userIds: [], fingerprint: '', request: 0, halfDone: false }
      store.transaction(() => handlers[operation.id satisfies OperationId](call))
    },
    ledger: platform.ledger.read,
    close: store.close,
  }
}

const somebody = {
  firstname: 'Rosa',
  lastname: 'Marin',
  street: 'Calle Mayor 3',
  zipcode: '28013',
  city: 'Madrid',
  state: 'Madrid',
  country: 'Spain',
  phone: '+34600111222',
  mobile: '+34600111222',
  email: 'rosa@north.example',
  subscriptionlengthinmonths: '12',
  subscriptionlengthindays: '0',
  renewalinterval: '1',
}
