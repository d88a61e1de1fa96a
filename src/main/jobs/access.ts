import type { Connection } from '../../shared/domain/connection/connection.ts'
import type { Answer } from '../../platform/answer.ts'
import { operation, type OperationId } from '../../platform/catalogue/catalogue.ts'
import type { ParameterProblem, ParameterValues } from '../../platform/catalogue/validate.ts'
import { createClient, type RequestPreview } from '../../platform/client.ts'
import { withFieldMapping } from '../../platform/field-names.ts'
import type { Retrieval } from '../../platform/transport/request.ts'
import { routeOf, type Transport } from '../../platform/transport/exchange.ts'
import type { ProxyLogIn } from '../../shared/domain/connection/proxy.ts'
import type { Result } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import type { Knowledge } from './knowledge.ts'
import { isPassing } from '../../platform/statuses.ts'

/** A portal or a proxy speaks in pages; the platform does not. */
export const isPage = ({ verdict, raw }: Pick<Answer, 'verdict' | 'raw'>): boolean =>
  verdict === 'unclear' && /^\s*<(?:!doctype html|html)/i.test(raw)

/** What a probe with the company token alone came to. */
export type CredentialsCheck =
  | { readonly result: 'reached' }
  | { readonly result: 'token-refused' }
  | { readonly result: 'unreached'; readonly failure: string }

/** A connection's platform as the app uses it: the way of asking is found out once, and remembered. */
export interface PlatformAccess {
  /** A changing call, once. */
  readonly send: (id: OperationId, values: ParameterValues, signal?: AbortSignal) => Promise<Answer>
  readonly read: (id: OperationId, values: ParameterValues, signal?: AbortSignal) => Promise<Answer>
  /** A read as it is asked, once, the way that reads travel now, its answer whole; or what is wrong with its values. */
  readonly ask: (
    id: OperationId,
    values: ParameterValues,
    signal?: AbortSignal,
  ) => Promise<Result<Answer, readonly ParameterProblem[]>>
  /** An answer that came earlier, as it is understood now. */
  readonly reread: (id: OperationId, text: string) => Answer
  /** When the platform last answered without failing, milliseconds that this process had lived through. */
  readonly answeredWellAt: () => number | undefined
  /** The request as it would go out now, without its secrets. */
  readonly preview: (id: OperationId, values: ParameterValues) => RequestPreview
  /** All that a call sends but the token; to be hashed. */
  readonly fingerprintText: (id: OperationId, values: ParameterValues) => string
  /** A read with the company token alone: tells a refused token from a customer's wrong password. */
  readonly probe: () => Promise<CredentialsCheck>
  /** How the GetCustomer calls travel now. */
  readonly retrieval: () => Retrieval
}

interface AccessDeps {
  readonly connection: Connection
  readonly token: () => string
  /** Of the connection's proxy; asked at each call, so that a new one counts at once. */
  readonly proxyLogIn?: () => ProxyLogIn | undefined
  readonly transport: Transport
  readonly clock: Clock
  readonly knowledge: Knowledge
}

/** A page far past the end: the cheapest question that takes the token and no customer (Customer status). */
const probeValues = { reseller_id: '0', page: '100000' } as const
const probeTimeoutMs = 15_000

/** Nothing is asked until a call is made. */
export function createPlatformAccess({
  connection,
  token,
  proxyLogIn,
  transport,
  clock,
  knowledge,
}: AccessDeps): PlatformAccess {
  const retrieval = (): Retrieval =>
    connection.retrieval === 'auto' ? (knowledge.retrieval(connection.id) ?? 'query') : connection.retrieval
  const names = withFieldMapping(connection.fieldNames)
  const client = createClient({
    route: () => routeOf(connection, proxyLogIn?.()),
    transport,
    clock,
    connection: { ...connection, retrieval: 'query' },
    token,
    ...(names && { names }),
    layout: connection.textLayout ?? undefined,
  })

  let wellAt: number | undefined

  const call = async (
    id: OperationId,
    values: ParameterValues,
    way: Retrieval,
    signal?: AbortSignal,
    timeoutMs?: number,
  ): Promise<Answer> => {
    const options = { retrieval: way, ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) }
    const answer = await client.call(id, values, options)
    // Values are checked when a job is saved, so this is a bug; the names alone are told.
    if (!answer.ok)
      throw new Error(`Values of ${id} break the interface: ${answer.error.map(({ name }) => name).join(', ')}`)
    const { value } = answer
    if (value.reach === 'answered' && !isPassing(value.status ?? 0) && !isPage(value)) wellAt = clock.elapsed()
    return value
  }

  /**
   * Asked in the query first; where that shows nobody, once in the body. Only an answer that shows somebody settles the way:
   * a platform that looks elsewhere may find nobody, or miss the token.
   */
  const findRetrieval = async (id: OperationId, values: ParameterValues, signal?: AbortSignal): Promise<Answer> => {
    const byQuery = await call(id, values, 'query', signal)
    if (byQuery.verdict === 'accepted') knowledge.noteRetrieval(connection.id, 'query')
    if (byQuery.verdict === 'accepted' || byQuery.reach !== 'answered' || isPassing(byQuery.status ?? 0)) return byQuery
    const byBody = await call(id, values, 'body', signal)
    if (byBody.verdict === 'accepted') knowledge.noteRetrieval(connection.id, 'body')
    // A page in place of an answer is a log-in page: the token was looked for elsewhere.
    const isBetter =
      byBody.verdict === 'accepted' ||
      (byBody.verdict === 'absent' && byQuery.verdict !== 'absent') ||
      (isPage(byQuery) && byBody.reach === 'answered' && !isPage(byBody))
    return isBetter ? byBody : byQuery
  }

  return {
    send: (id, values, signal) => call(id, values, 'query', signal),
    read(id, values, signal) {
      const isOpen = connection.retrieval === 'auto' && knowledge.retrieval(connection.id) === undefined
      return isOpen && operation(id).section === 'GetCustomer'
        ? findRetrieval(id, values, signal)
        : call(id, values, retrieval(), signal)
    },
    ask: (id, values, signal) =>
      client.call(id, values, { retrieval: retrieval(), isWhole: true, ...(signal && { signal }) }),
    reread: client.reread,
    answeredWellAt: () => wellAt,
    preview: (id, values) => client.preview(id, values, retrieval()),
    fingerprintText: client.fingerprintText,
    async probe() {
      const timeoutMs = Math.min(probeTimeoutMs, connection.timeoutSeconds * 1000)
      const answer = await call('GetCustomerStatusByReseller', probeValues, 'query', undefined, timeoutMs)
      if (answer.reach !== 'answered') return { result: 'unreached', failure: answer.failure ?? 'not-http' }
      if (answer.credentials === true) return { result: 'token-refused' }
      return isPage(answer) ? { result: 'unreached', failure: 'not-http' } : { result: 'reached' }
    },
    retrieval,
  }
}
