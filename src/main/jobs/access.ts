import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Connection, ProxyLogIn } from '../../shared/domain/connection/connection.ts'
import { defined } from '../../shared/defined.ts'
import { type Day, dayOfInstant } from '../../shared/domain/day.ts'
import { type Answer, type DateOrders, withFieldMapping } from '../../platform/answer.ts'
import { operation, type OperationId } from '../../platform/catalogue/catalogue.ts'
import type { ParameterProblem, ParameterValues } from '../../platform/catalogue/operation.ts'
import { isFromBetween, networkLogIn } from '../../platform/body.ts'
import { type CallOptions, createClient } from '../../platform/client.ts'
import { readRetryAfter } from '../../platform/interpret.ts'
import { isDeviceList } from '../../platform/judge/judge.ts'
import {
  type InTurn,
  isPassing,
  isUnreached,
  type Retrieval,
  routeOf,
  type Transport,
  withoutTurn,
} from '../../platform/transport/exchange.ts'
import type { Result } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import type { Moment } from './ledger/history.ts'

type Shown = Pick<Answer, 'verdict' | 'status' | 'raw' | 'isOwnPage'>

/** Whether an answer is not the platform's own, but a page or a redirect of a portal, a proxy or a firewall. */
export const cameFromBetween = ({ verdict, status, raw, isOwnPage }: Shown): boolean =>
  isOwnPage !== true && isFromBetween({ status, raw: verdict === 'unclear' ? raw : '' })

/** Whether such an answer does not even say that the platform cannot answer now. A failing web server sends pages, too. */
export const isPortal = (answer: Shown): boolean =>
  cameFromBetween(answer) && (answer.status === networkLogIn || !isPassing(answer.status ?? 0))

/** Whether a page says that the address has no such path. The platform's own web server may say so, too. */
const isPathPage = (answer: Answer): boolean =>
  answer.reach === 'answered' && (answer.status === 404 || answer.status === 405) && cameFromBetween(answer)

/** Whether the platform sent no answer of its own, or answered only that it cannot answer now. */
export const isSilent = (answer: Answer): boolean => isUnreached(answer) || cameFromBetween(answer)

/** Whether an answer is about the customer, although it may not be understood: neither a refusal nor a platform that is too busy. */
const tellsMore = (answer: Answer): boolean =>
  answer.verdict === 'unclear' &&
  answer.credentials !== true &&
  !isPassing(answer.status ?? 0) &&
  !cameFromBetween(answer)

export type CredentialsCheck =
  /** `isBusy`: the platform answered only that it cannot answer now. `retryAfterMs`: the pause that it asked for. */
  | { readonly result: 'reached'; readonly isBusy?: true; readonly retryAfterMs?: number }
  | { readonly result: 'token-refused' }
  | { readonly result: 'unreached'; readonly failure: string }

interface AccessDeps {
  readonly connection: Connection
  readonly token: () => string
  /** The credentials of the connection's proxy. The function is called for each request, so that new credentials apply at once. */
  readonly proxyLogIn?: () => ProxyLogIn | undefined
  readonly transport: Transport
  readonly clock: Clock
  readonly knowledge: Knowledge
  /** Called when an answer asks for a pause, before its request's turn ends. The result is called when the answer is interpreted. */
  readonly onPauseAsked?: () => () => unknown
}

/**
 * The values that the probe sends. The probe is a read that asks for a page far past the end of a list. It is the cheapest call that needs
 * the company token but no customer (Customer status).
 */
const probeValues = { reseller_id: '0', page: '100000' } as const
const probeTimeoutMs = 15_000

/** The values of a read that sends no password. */
export const withoutPassword = { password: '0' } as const

export type PlatformAccess = ReturnType<typeof createPlatformAccess>

/**
 * Creates the access to a connection's platform, without a call. If the connection's retrieval is `auto`, the first GetCustomer reads find
 * out whether the platform expects the parameters in the query or in the body.
 */
export function createPlatformAccess({
  connection,
  token,
  proxyLogIn,
  transport,
  clock,
  knowledge,
  onPauseAsked,
}: AccessDeps) {
  const retrieval = (): Retrieval =>
    connection.retrieval === 'auto' ? (knowledge.retrieval(connection.id) ?? 'query') : connection.retrieval
  const names = withFieldMapping(connection.fieldNames)
  const client = createClient({
    route: () => routeOf(connection, proxyLogIn?.()),
    transport,
    clock,
    connection,
    token,
    ...(names && { names }),
    layout: connection.textLayout ?? undefined,
    dates: {
      known: () => knowledge.dateOrders(connection.id),
      note: (orders) => knowledge.noteDateOrders(connection.id, orders),
    },
  })

  let wellAt: number | undefined
  /**
   * The platform's own time, from the latest answer that contained it. `saidAt`: that time, in milliseconds since 1970. `at`: when the
   * answer arrived, in milliseconds since this process started.
   */
  let told: { readonly saidAt: number; readonly at: number } | undefined

  const call = async (
    id: OperationId,
    values: ParameterValues,
    way: Retrieval,
    options: Pick<CallOptions, 'signal' | 'timeoutMs' | 'inTurn'>,
  ): Promise<Answer> => {
    const { inTurn = withoutTurn } = options
    let endPause: (() => unknown) | undefined
    const watched: InTurn = (exchange) =>
      inTurn(async () => {
        const made = await exchange()
        const asksPause = made.reach === 'answered' && readRetryAfter(made.headers, clock.now()) !== undefined
        if (asksPause) endPause = onPauseAsked?.()
        return made
      })
    const answer = await client
      .call(id, values, { ...options, retrieval: way, inTurn: watched })
      .finally(() => void endPause?.())
    // Values are checked when a job is saved, so invalid values are a bug. The error names the values but does not contain them.
    if (!answer.ok)
      throw new Error(`Values of ${id} break the interface: ${answer.error.map(({ name }) => name).join(', ')}`)
    const { value } = answer
    if (value.reach === 'answered' && !isPassing(value.status ?? 0) && !cameFromBetween(value)) wellAt = clock.elapsed()
    if (value.saidAt !== undefined && !cameFromBetween(value)) told = { saidAt: value.saidAt, at: clock.elapsed() }
    return value
  }

  /**
   * Sends the parameters in the query. If the answer shows no customer, sends them once more in the body. Setdesk remembers a place only
   * after an answer that shows a customer. A platform that looks for the parameters in the wrong place may report that the customer or the
   * token is missing.
   */
  const findRetrieval = async (id: OperationId, values: ParameterValues, options: CallOptions): Promise<Answer> => {
    const byQuery = await call(id, values, 'query', options)
    if (byQuery.verdict === 'accepted') knowledge.noteRetrieval(connection.id, 'query')
    if (byQuery.verdict === 'accepted' || byQuery.reach !== 'answered' || isPassing(byQuery.status ?? 0)) return byQuery
    const byBody = await call(id, values, 'body', options)
    if (byBody.verdict === 'accepted') knowledge.noteRetrieval(connection.id, 'body')
    // A platform that did not find the values in the query may refuse the credentials or show its log-in page. An answer to the call with a
    // body that is about the customer is better than that.
    const isBetter =
      byBody.verdict === 'accepted' ||
      (byBody.verdict === 'absent' && byQuery.verdict !== 'absent') ||
      (cameFromBetween(byQuery) && byBody.reach === 'answered' && !cameFromBetween(byBody)) ||
      (byQuery.credentials === true && tellsMore(byBody))
    return isBetter ? byBody : byQuery
  }

  const read = (id: OperationId, values: ParameterValues, options: CallOptions): Promise<Answer> => {
    const isOpen = connection.retrieval === 'auto' && knowledge.retrieval(connection.id) === undefined
    return isOpen && operation(id).section === 'GetCustomer'
      ? findRetrieval(id, values, options)
      : call(id, values, retrieval(), options)
  }

  /** The key for the way in which a read with these values is sent. */
  const wayOf = ({ password }: ParameterValues): string =>
    password === withoutPassword.password ? `${retrieval()} without password` : retrieval()

  /**
   * Whether the read, sent as with these values, has shown something known to exist. A read that works without a password also works with
   * the right password, but not the other way round.
   */
  const hasShown = (id: OperationId, values: ParameterValues): boolean =>
    [values, withoutPassword].some((one) => knowledge.hasShown(connection.id, id, wayOf(one)))

  /** The last times in this process that the read showed something known to exist. */
  const showings = (id: OperationId, values: ParameterValues): readonly Showing[] =>
    [values, withoutPassword].flatMap((one) => knowledge.showings(connection.id, id, wayOf(one)))

  /**
   * Makes a read that carries only the company token. If the platform accepts the token in this read, an earlier refusal of credentials
   * concerned a customer's password. Some platforms do not have the list of statuses, and are asked for their customers instead.
   */
  const probe = async (inTurn?: InTurn): Promise<CredentialsCheck> => {
    const options = defined({ timeoutMs: Math.min(probeTimeoutMs, connection.timeoutSeconds * 1000), inTurn })
    const first = await call('GetCustomerStatusByReseller', probeValues, 'query', options)
    const answer = isPathPage(first) ? await read('getCustomers', {}, options) : first
    if (answer.reach !== 'answered') return { result: 'unreached', failure: answer.failure ?? 'not-http' }
    // Firewalls forbid requests with a page and the status 403. With the status 401 the page may be the platform's web server.
    if (answer.credentials === true && !(cameFromBetween(answer) && answer.status === 403))
      return { result: 'token-refused' }
    if (cameFromBetween(answer))
      return { result: 'unreached', failure: isPortal(answer) ? 'not-the-platform' : 'not-http' }
    const { retryAfterMs } = answer
    return isPassing(answer.status ?? 0)
      ? { result: 'reached', isBusy: true, ...defined({ retryAfterMs }) }
      : { result: 'reached' }
  }

  /** Judges a page that says that there is no such path. If the platform answers another read, the page is its own. */
  const readPathPage = async (page: Answer, id: OperationId, inTurn?: InTurn): Promise<Answer> => {
    const found = await probe(inTurn)
    if (found.result !== 'reached' || found.isBusy === true) return page
    // For a list of boxes, the page means that there is no such list. For a customer, it may mean the same as an empty 404.
    const isAbsent = page.status === 404 && !isDeviceList(operation(id)) && hasShown(id, {})
    return { ...page, ...(isAbsent && { verdict: 'absent' }), isOwnPage: true }
  }

  return {
    /** Makes a changing call, once. */
    send: (id: OperationId, values: ParameterValues, inTurn?: InTurn): Promise<Answer> =>
      call(id, values, 'query', defined({ inTurn })),
    read: (id: OperationId, values: ParameterValues, signal?: AbortSignal, inTurn?: InTurn): Promise<Answer> =>
      read(id, values, defined({ signal, inTurn })).then((answer) =>
        isPathPage(answer) ? readPathPage(answer, id, inTurn) : answer,
      ),
    /**
     * Makes one read. The parameters go into the query or the body, as far as the right place is known. Returns the answer with its whole
     * text. If the values break the rules of the platform's interface, makes no call and returns the problems.
     */
    ask: (
      id: OperationId,
      values: ParameterValues,
      signal?: AbortSignal,
    ): Promise<Result<Answer, readonly ParameterProblem[]>> =>
      client.call(id, values, defined({ retrieval: retrieval(), isWhole: true, signal })),
    reread: client.reread,
    /** When the platform last answered without failing, in milliseconds since this process started. */
    answeredWellAt: () => wellAt,
    /** Today by the platform's clock, in days since 1970. This computer's clock is used only if the platform never sent its time. */
    today: (): Day => dayOfInstant(told === undefined ? clock.now() : told.saidAt + clock.elapsed() - told.at),
    /** The request as it would be sent now, without its secrets. */
    preview: (id: OperationId, values: ParameterValues) => client.preview(id, values, retrieval()),
    fingerprintText: client.fingerprintText,
    probe,
    retrieval,
    /** When the token or the place of the connection last changed, in milliseconds since this process started. 0 if it did not. */
    forgottenAt: (): number => knowledge.forgottenAt(connection.id),
    hasShown,
    showings,
    /** Remembers that the read, sent as with these values, has shown something known to exist. */
    noteShown: (id: OperationId, values: ParameterValues, asked: Asked): void =>
      knowledge.noteShown(connection.id, id, wayOf(values), asked),
  }
}

export type Knowledge = ReturnType<typeof createKnowledge>

/**
 * When Setdesk was about to request a read. The request itself may have come later. `at`: milliseconds since this process started.
 * `sequence`: the last entry of the ledger at that time.
 */
export type Asked = Moment

/** A read that showed something known to exist. `notedAt`: when its answer was there, in milliseconds since this process started. */
export interface Showing {
  readonly asked: Asked
  readonly notedAt: number
}

/** The number of showings that are remembered per read. Many jobs can run at once, and each may need a different showing. */
const mostShowings = 1000

const shownKey = (read: OperationId, way: string): string => `shown ${read} ${way}`

/** Stores what Setdesk has learnt about the platform of each connection. This knowledge survives restarts and contains nothing personal. */
export function createKnowledge(database: DatabaseSync, clock: Clock) {
  const read = database.prepare('SELECT value FROM knowledge WHERE connection_id = ? AND subject = ?')
  const write = database.prepare(`INSERT INTO knowledge (connection_id, subject, value, at) VALUES (?, ?, ?, ?)
    ON CONFLICT (connection_id, subject) DO UPDATE SET value = excluded.value, at = excluded.at`)
  const remove = database.prepare('DELETE FROM knowledge WHERE connection_id = ?')
  const removeShown = database.prepare("DELETE FROM knowledge WHERE connection_id = ? AND subject LIKE 'shown %'")
  /** When the token or the place of a connection last changed, in milliseconds since this process started. */
  const forgottenAt = new Map<string, number>()
  /** The showings of each connection, by read and way. */
  const shown = new Map<string, Map<string, Showing[]>>()
  const get = (connectionId: string, subject: string) => read.get(connectionId, subject)?.['value']
  const set = (connectionId: string, subject: string, value: string): void => {
    if (get(connectionId, subject) !== value) write.run(connectionId, subject, value, clock.now())
  }
  return {
    /** When all that reads have shown was last forgotten, in milliseconds since this process started. 0 if it was not. */
    forgottenAt: (connectionId: string): number => forgottenAt.get(connectionId) ?? 0,
    /** Whether the read has ever shown something known to exist. `way`: how the read was sent, a key that `createPlatformAccess` makes. */
    hasShown: (connectionId: string, read: OperationId, way: string): boolean =>
      get(connectionId, shownKey(read, way)) === 'yes',
    /** The last times in this process that the read showed something, since all this was forgotten. */
    showings: (connectionId: string, read: OperationId, way: string): readonly Showing[] =>
      shown.get(connectionId)?.get(shownKey(read, way)) ?? [],
    /** Notes that a read has shown something. Ignored if the read was requested before all this was forgotten. */
    noteShown(
      connectionId: string,
      read: OperationId,
      way: string,
      asked: Asked = { at: clock.elapsed(), sequence: 0 },
    ): void {
      if (asked.at < (forgottenAt.get(connectionId) ?? 0)) return
      const key = shownKey(read, way)
      set(connectionId, key, 'yes')
      const ofConnection = shown.get(connectionId) ?? new Map<string, Showing[]>()
      const ofRead = ofConnection.get(key) ?? []
      shown.set(connectionId, ofConnection.set(key, ofRead))
      ofRead.push({ asked, notedAt: clock.elapsed() })
      if (ofRead.length > mostShowings) ofRead.shift()
    },
    /** Undefined until an answer has shown where the platform expects the parameters of GetCustomer calls. */
    retrieval: (connectionId: string): Retrieval | undefined => {
      const value = get(connectionId, 'retrieval')
      return value === 'query' || value === 'body' ? value : undefined
    },
    noteRetrieval: (connectionId: string, retrieval: Retrieval): void => set(connectionId, 'retrieval', retrieval),
    dateOrders: (connectionId: string): DateOrders | undefined => {
      const stored = get(connectionId, 'date orders')
      return typeof stored === 'string' ? (JSON.parse(stored) as DateOrders) : undefined
    },
    noteDateOrders: (connectionId: string, orders: DateOrders): void =>
      set(connectionId, 'date orders', JSON.stringify(orders)),
    /** Whether a technician saw these words of the platform and let work continue. */
    isAcceptedAnswer: (connectionId: string, words: string): boolean =>
      get(connectionId, answerKey(words)) === 'accepted',
    acceptAnswer: (connectionId: string, words: string): void => set(connectionId, answerKey(words), 'accepted'),
    /** Forgets which reads have shown something, because another token may see other customers. Calls sent again need a new proof. */
    forgetShown(connectionId: string): void {
      removeShown.run(connectionId)
      forgottenAt.set(connectionId, clock.elapsed())
      shown.delete(connectionId)
    },
    /** Forgets everything about a connection's platform. This is needed after a change of address, service or retrieval. */
    forget(connectionId: string): void {
      remove.run(connectionId)
      forgottenAt.set(connectionId, clock.elapsed())
      shown.delete(connectionId)
    },
  }
}

/** The key under which accepted words are stored. The key is a hash, because a platform's words may contain a name. */
const answerKey = (words: string): string => `answer ${createHash('sha256').update(words).digest('base64url')}`

/**
 * The knowledge for the test of a connection, held only in memory. It contains where the platform expects the parameters, and the order of
 * day and month in the platform's dates. All other notes are ignored.
 */
export function noKnowledge(): Knowledge {
  let way: Retrieval | undefined
  let orders: DateOrders | undefined
  return {
    forgottenAt: () => 0,
    hasShown: () => false,
    showings: () => [],
    noteShown: () => undefined,
    retrieval: () => way,
    noteRetrieval: (_, retrieval) => {
      way = retrieval
    },
    dateOrders: () => orders,
    noteDateOrders: (_, shown) => {
      orders = shown
    },
    isAcceptedAnswer: () => false,
    acceptAnswer: () => undefined,
    forgetShown: () => undefined,
    forget: () => undefined,
  }
}
