import type { Connection } from '../shared/domain/connection/connection.ts'
import type { TextLayout } from '../shared/domain/field-mapping/field-mapping.ts'
import { fail, type Result, succeed } from '../shared/result.ts'
import type { Answer, DateOrders, FieldNames } from './answer.ts'
import { isLong, readAside } from './aside/read-aside.ts'
import { operation, type OperationId, withExtraFilter, withSingularService } from './catalogue/catalogue.ts'
import { type ParameterProblem, type ParameterValues, validateParameters } from './catalogue/operation.ts'
import { interpret } from './interpret.ts'
import { createRedactor, redacted, rememberRedactors } from './redact.ts'
import { shortestToken } from './spell-secret.ts'
import {
  buildRequest,
  type InTurn,
  type Retrieval,
  type Route,
  type Transport,
  usedParameters,
  withoutTurn,
} from './transport/exchange.ts'
import { type ProductList, readProductList } from './read/product-list.ts'

export type ClientConnection = Pick<
  Connection,
  'baseUrl' | 'crmService' | 'cmsService' | 'extraCustomerFilter' | 'sendsCrmService' | 'timeoutSeconds'
>

export interface ClientDeps {
  readonly transport: Transport
  /** `now` returns milliseconds since 1970. */
  readonly clock: { readonly now: () => number }
  readonly connection: ClientConnection
  /** Returns the token. The client calls this function for each request, so that a new token applies at once. */
  readonly token: () => string
  /** The platform's field names. Absent if the platform uses the usual names. */
  readonly names?: FieldNames
  /** The layout of the platform's plain texts, if an engineer configured one. */
  readonly layout?: TextLayout | undefined
  /** The platform's order of day and month. `known` returns what earlier answers showed, and `note` stores what a new answer shows. */
  readonly dates?: { readonly known: () => DateOrders | undefined; readonly note: (orders: DateOrders) => void }
  /** Returns the route of the next request. Without this function, requests take the direct connection. */
  readonly route?: () => Route
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly retrieval?: Retrieval
  readonly timeoutMs?: number
  /** If true, the `raw` text of the answer is not cut. */
  readonly isWhole?: boolean
  /** Without this function, the exchange is made at once. The answer is interpreted after the turn. */
  readonly inTurn?: InTurn
}

export type Client = ReturnType<typeof createClient>

export interface RequestPreview {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** The JSON text of the body. Absent if the body is empty. */
  readonly body?: string
  readonly problems: readonly ParameterProblem[]
}

const noSecrets = createRedactor([])

/** Creates the client of one connection. The client adds the service names and the token to each operation that takes these parameters. */
export function createClient({ transport, clock, connection, token, names, layout, dates, route }: ClientDeps) {
  const { baseUrl, crmService, cmsService, extraCustomerFilter, sendsCrmService, timeoutSeconds } = connection
  const redactorOf = rememberRedactors()
  const prepare = (id: OperationId, values: ParameterValues, authToken: string) => {
    const entry = withExtraFilter(operation(id), extraCustomerFilter)
    const own: ParameterValues = { crmService, crmServices: crmService, cmsService, authToken }
    const taken = entry.parameters.flatMap(({ name }) => (name in own ? [[name, own[name]] as const] : []))
    return { entry, filled: { ...Object.fromEntries(taken), ...values } }
  }
  /** Like `prepare`, but adds the second service name to a renewal if the connection asks for it. */
  const prepareToSend: typeof prepare = (id, values, authToken) => {
    const { entry, filled } = prepare(id, values, authToken)
    const { crmServices } = filled
    if (!sendsCrmService || crmServices === undefined) return { entry, filled }
    return { entry: withSingularService(entry), filled: { ...filled, crmService: crmServices } }
  }

  return {
    /**
     * Makes any call of the catalogue and returns the answer. If the values have problems, nothing is sent, and the problems are returned.
     * Never throws because of the network or the platform.
     */
    call: async (
      id: OperationId,
      values: ParameterValues,
      options: CallOptions = {},
    ): Promise<Result<Answer, readonly ParameterProblem[]>> => {
      const { signal, retrieval = 'query', timeoutMs = timeoutSeconds * 1000, isWhole = false } = options
      const { inTurn = withoutTurn } = options
      let authToken = token()
      let { entry, filled } = prepareToSend(id, values, authToken)
      const problems = validateParameters(entry, filled)
      if (problems.length > 0) return fail(problems)
      const exchange = await inTurn(() => {
        // The token may have changed while the request waited for its turn.
        if (authToken !== token()) {
          authToken = token()
          ;({ entry, filled } = prepareToSend(id, values, authToken))
        }
        const request = buildRequest(entry, filled, { baseUrl, retrieval, timeoutMs, signal })
        return transport.exchange(route === undefined ? request : { ...request, route: route() })
      })
      const password = filled['password']
      // A user ID stays visible, even if it is also the password: the words of the platform are about the user ID.
      const isSecret = typeof password === 'string' && password !== filled['userid']
      const secrets = isSecret ? [authToken, password] : [authToken]
      const tokens = authToken.length < shortestToken ? [] : [authToken]
      const reading = { now: clock.now(), names, layout, isWhole, dateOrders: dates?.known() }
      const redactors = { redactor: redactorOf(secrets, tokens), tokenRedactor: redactorOf([], tokens) }
      const answer =
        exchange.reach === 'answered' && isLong(exchange.text)
          ? await readAside({ kind: 'answer', exchange, operation: entry, secrets, tokens, ...reading })
          : interpret(exchange, entry, { ...reading, ...redactors })
      if (answer.dateOrders !== undefined) dates?.note(answer.dateOrders)
      return succeed(answer)
    },
    /** Interprets an earlier answer again with the current field names. `text` must contain no secrets. */
    reread: (id: OperationId, text: string, status = 200): Answer =>
      interpret({ reach: 'answered', status, headers: {}, text }, operation(id), {
        now: clock.now(),
        redactor: noSecrets,
        tokenRedactor: noSecrets,
        names,
        layout,
        dateOrders: dates?.known(),
      }),
    /** The request as `call` would send it, with token and password masked, and the problems that prevent sending. */
    preview: (id: OperationId, values: ParameterValues, retrieval: Retrieval): RequestPreview => {
      const { entry, filled } = prepareToSend(id, values, redacted)
      const password = filled['password']
      const isHidden = typeof password === 'string' && password !== '' && password !== '0'
      const shown = isHidden ? { ...filled, password: redacted } : filled
      const { method, url, body } = buildRequest(entry, shown, { baseUrl, retrieval, timeoutMs: 0 })
      return {
        method,
        url: url.href.replaceAll(encodeURIComponent(redacted), redacted),
        ...(body === undefined ? {} : { body }),
        problems: validateParameters(entry, filled),
      }
    },
    /**
     * Method, path and all sent parameters as one text, without the token. Only equal calls give equal texts. The text leaves out
     * the `crmService` that a connection adds to its renewals. The text contains passwords: hash the text, and never store it.
     */
    fingerprintText: (id: OperationId, values: ParameterValues): string => {
      const { entry, filled } = prepare(id, values, '')
      const sent = usedParameters(entry, filled).map(([{ name }, value]) => [name, value] as const)
      const named = sent.filter(([name]) => name !== 'authToken').sort(([a], [b]) => (a < b ? -1 : 1))
      return JSON.stringify([entry.method, entry.path, named])
    },
  }
}

interface ProductListDeps {
  readonly transport: Transport
  readonly connection: Pick<Connection, 'baseUrl' | 'crmService' | 'timeoutSeconds'>
  readonly token: string
  readonly route: Route
}

const productsPath = '/api/GetProducts/getProducts_V2'

/**
 * Fetches the platform's list of products. The interface document does not have this call, but a public client uses it (What clients saw).
 * The call is therefore not in the catalogue, and some platforms do not have it. Never throws because of the network.
 */
export async function fetchProducts({ transport, connection, token, route }: ProductListDeps): Promise<ProductList> {
  const { baseUrl, crmService, timeoutSeconds } = connection
  const url = new URL(baseUrl + productsPath)
  url.searchParams.set('crmService', crmService)
  url.searchParams.set('authToken', token)
  const request = { method: 'GET', url, changes: false, timeoutMs: timeoutSeconds * 1000, route } as const
  const exchange = await transport.exchange(request)
  if (exchange.reach !== 'answered') return { kind: 'unreached', failure: exchange.failure }
  const { status, text } = exchange
  return isLong(text) ? readAside({ kind: 'products', exchange, token }) : readProductList(status, text, token)
}
