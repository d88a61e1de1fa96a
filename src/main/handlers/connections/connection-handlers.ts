import { Buffer } from 'node:buffer'
import type { Check, ConnectionForm } from '../../../shared/bridge/contract.ts'
import type { Counts } from '../../../shared/bridge/snapshot.ts'
import { defined } from '../../../shared/defined.ts'
import {
  type Connection,
  connectionDefaults,
  isPlainHttpStopped,
  largestAuthority,
  type ProxyLogIn,
  tokenPlace,
} from '../../../shared/domain/connection/connection.ts'
import { succeed } from '../../../shared/result.ts'
import { readAuthority } from '../../../platform/read/read-authority.ts'
import type { Handlers } from '../../app.ts'
import { createPlatformAccess, noKnowledge, type PlatformAccess } from '../../jobs/access.ts'
import { findLost } from '../../maintenance/kept-places.ts'
import { countJobs } from '../../jobs/ledger/views.ts'
import { readProxyLogIn, readToken, type Tokens, writeProxyLogIn } from '../../vault/tokens.ts'
import { eraseConnection } from './erase-connection.ts'
import { type ConnectionFileParts, createConnectionFile, isAuthority } from './file-offers.ts'
import { leadsToSame, openForSecrets, prepareForSecret, updateConnection, writeSecrets } from './store-connection.ts'
import { type ChannelsOf, done, makeUlid } from '../session/session.ts'
import type { AppParts } from '../session/sessions.ts'
import { problem, refuseSending } from '../session/problem.ts'
import { type Training, trainingConnection, trainingId } from './training.ts'
import { fetchProducts } from '../../../platform/client.ts'
import { isPassing, routeOf } from '../../../platform/transport/exchange.ts'
import { type Answer, defaultFieldNames } from '../../../platform/answer.ts'
import { readCustomerPage } from '../../../platform/read/read-records.ts'
import { verifyReadPath } from '../../jobs/look.ts'
import { type Body, isObject, readBody } from '../../../platform/body.ts'
import { findAll } from '../../../platform/find-fields.ts'

interface ConnectionParts extends AppParts, ConnectionFileParts {
  readonly training: Training
  /** Whether the technician at this computer is the supervisor. True also if no technician is set up. */
  readonly isSupervisor: () => boolean
}

const noConnection = problem('not-found', 'There is no such connection')

/** A token can be entered through these channels but is never returned. */
export function createConnectionHandlers(parts: ConnectionParts): Pick<Handlers, ChannelsOf<'connection'>> {
  const { ports, settings, sessions, training } = parts
  const { clock, random, transport } = ports

  const addConnection = async (connection: Connection, token: string, proxyLogIn?: ProxyLogIn): Promise<void> => {
    const tokens = sessions.current()?.tokens
    if (tokens !== undefined) writeSecrets(tokens, connection, { token, proxyLogIn })
    settings.saveConnection(connection)
    settings.select(connection.id)
    await sessions.refresh()
  }
  const refuseName = (name: string) =>
    settings.connections().some((other) => isSameName(other.name, name))
      ? problem('bad-request', 'Another connection has this name', { fields: { name: 'name-taken' } })
      : undefined
  /** Writes a secret of a connection. The connection's work continues at once with the new secret. */
  const replaceSecret = async (id: string, write: (tokens: Tokens, connection: Connection) => void) => {
    const connection = settings.connection(id)
    if (connection === undefined) return noConnection
    const inTheWay = await prepareForSecret(parts, connection.kind)
    if (inTheWay !== undefined) return inTheWay
    return sessions.use(async ({ tokens, queue }) => {
      write(tokens, connection)
      queue.knowledge.forgetShown(id)
      await sessions.refresh()
      queue.tryNow(id)
      return done
    })
  }

  return {
    ...createConnectionFile(parts),
    async 'connection.start-training'() {
      if (!(await openForSecrets(parts))) return sessions.use(() => succeed({ id: trainingId }))
      const platform = await training.start()
      const fresh = trainingConnection(platform)
      const known = settings.connection(trainingId)
      await addConnection(known === undefined ? fresh : { ...known, baseUrl: fresh.baseUrl }, platform.authToken)
      return succeed({ id: trainingId })
    },
    async 'connection.cut-training'({ isCut }) {
      if (settings.connection(trainingId) === undefined) return noConnection
      await training.cut(isCut)
      parts.onChange()
      if (!isCut) sessions.current()?.queue.tryNetwork(trainingId)
      return done
    },
    async 'connection.test'({ id, form, token, proxyLogIn }) {
      const tokens = sessions.current()?.tokens
      const known = id === undefined ? undefined : settings.connection(id)
      const connection = withPlacesOf(known, { ...(known ?? fromForm(form, 'test')), ...defined(form) })
      if (isPlainHttpStopped(connection)) return succeed({ checks: [plainHttpCheck], usable: false })
      // The stored token is read for the place under test. The token is therefore sent only to the place that it was typed for.
      const used = token ?? (known && tokens?.read(known.id, tokenPlace(connection)))
      if (used === undefined) return refuseTest(known, connection)
      const kept = known && tokens && readProxyLogIn(tokens, connection)
      const learnt = noKnowledge()
      const access = createPlatformAccess({
        connection,
        token: () => used,
        proxyLogIn: () => proxyLogIn ?? kept,
        transport,
        clock,
        knowledge: learnt,
      })
      const checks = await checkConnection(connection, access)
      const way = learnt.retrieval(connection.id)
      if (known !== undefined && way !== undefined && leadsToSame(known, connection))
        sessions.current()?.queue.knowledge.noteRetrieval(known.id, way)
      return succeed({ checks: [...checks], usable: checks.every(({ outcome }) => outcome !== 'bad') })
    },
    async 'connection.add'({ form, token, proxyLogIn }) {
      const inTheWay =
        (await prepareForSecret(parts, 'platform')) ??
        refuseName(form.name) ??
        refuseAuthority(form.authority) ??
        refusePlainHttp(fromForm(form, 'new'))
      if (inTheWay !== undefined) return inTheWay
      return sessions.use(async ({ database }) => {
        const added = fromForm(form, '')
        const id = findLost(database, settings.connections(), added) ?? makeUlid(clock, random)
        await addConnection({ ...added, id }, token, proxyLogIn)
        return succeed({ id })
      })
    },
    async 'connection.save'({ token, proxyLogIn, ...given }) {
      const known = settings.connection(given.id)
      if (known === undefined) return noConnection
      const connection = withPlacesOf(known, given)
      if (known.kind !== connection.kind) return problem('not-allowed', 'A connection stays what it was made for')
      // Two connections that already have the same name keep it. But no connection may be renamed to another connection's name.
      const isRenamed = !isSameName(known.name, connection.name)
      const refusal =
        (isRenamed ? refuseName(connection.name) : undefined) ??
        refuseAuthority(connection.authority) ??
        (isPlainHttpStopped(known) && isSameWay(known, connection) ? undefined : refusePlainHttp(connection))
      if (refusal !== undefined) return refusal
      const saveSettings = async () => {
        updateConnection({ settings, sessions }, connection)
        await sessions.refresh()
        return done
      }
      if (token === undefined && proxyLogIn === undefined) return await saveSettings()
      const inTheWay = await prepareForSecret(parts, connection.kind)
      if (inTheWay !== undefined) return inTheWay
      return sessions.use(async ({ tokens, queue }) => {
        // Work for the old place stops before the token is replaced, so that no call is sent with an empty token.
        await saveSettings()
        writeSecrets(tokens, connection, { token, proxyLogIn })
        queue.knowledge.forgetShown(connection.id)
        await sessions.refresh()
        queue.tryNow(connection.id)
        return done
      })
    },
    'connection.replace-token': ({ id, token }) =>
      replaceSecret(id, (tokens, connection) => tokens.write(id, tokenPlace(connection), token)),
    'connection.set-proxy-log-in': ({ id, logIn }) =>
      replaceSecret(id, (tokens, connection) => writeProxyLogIn(tokens, connection, logIn)),
    async 'connection.select'({ id }) {
      if (settings.connection(id) === undefined) return noConnection
      settings.select(id)
      return done
    },
    async 'connection.remove'({ id, typedName }) {
      const connection = settings.connection(id)
      if (connection === undefined) return noConnection
      return sessions.use(async (session) => {
        const hasWork = countLeft(countJobs(session.database, id)) > 0
        if (session.queue.aside.writing(id) > 0 || (hasWork && typedName?.trim() !== connection.name.trim()))
          return problem('work-left', 'The connection has work that is not over')
        if (hasWork && !parts.isSupervisor())
          return problem('supervisor-only', 'Only the supervisor erases work that is not over')
        return succeed(await eraseConnection(parts, session, connection))
      })
    },
    async 'connection.read-authority'({ file }) {
      const authority = readAuthority(Buffer.from(file, 'base64'))
      if (authority === undefined) return problem('file-unusable', 'The file holds no certificate that can be read')
      if (authority.pem.length > largestAuthority) return problem('too-large', 'The file holds too many certificates')
      return succeed({ pem: authority.pem, certificates: [...authority.certificates] })
    },
    /** Makes the only call to the platform that is not in the catalogue of operations. */
    async 'connection.fetch-products'({ id }) {
      const connection = settings.connection(id)
      if (connection === undefined) return noConnection
      return sessions.use(async ({ tokens }) => {
        const token = readToken(tokens, connection)
        if (token === undefined) return refuseSending(connection)
        const route = routeOf(connection, readProxyLogIn(tokens, connection))
        const list = await fetchProducts({ transport, connection, token, route })
        return succeed({ ...list, products: list.kind === 'listed' ? [...list.products] : [] })
      })
    },
  }
}

const isSameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** How many jobs would lose their connection to the platform if the connection were removed. */
const countLeft = ({ saved, sending, checking, waiting, needsYou, refused }: Counts): number =>
  saved + sending + checking + waiting + needsYou + refused

const refuseAuthority = (pem = '') =>
  isAuthority(pem)
    ? undefined
    : problem('bad-request', 'This is not a certificate', { fields: { authority: 'certificate' } })

const refusePlainHttp = (connection: Connection) =>
  isPlainHttpStopped(connection)
    ? problem('bad-request', 'This address is not encrypted', { fields: { baseUrl: 'plain-http' } })
    : undefined

/** Whether both connections send the same way. A stopped connection stays stopped, so its other settings may be changed. */
const isSameWay = (one: Connection, other: Connection): boolean =>
  one.baseUrl === other.baseUrl && one.proxy === other.proxy

/** The training connection always leads to the sandbox, whatever a form says. */
const withPlacesOf = (known: Connection | undefined, given: Connection): Connection => {
  if (known?.kind !== 'training') return given
  const { baseUrl, crmService, cmsService, proxy, authority } = known
  return { ...given, baseUrl, crmService, cmsService, proxy, authority }
}

/** The error for a test without a token. It says whether no token is stored, or the stored token was typed for another place. */
const refuseTest = (known: Connection | undefined, tested: Connection) =>
  known !== undefined && tokenPlace(known) !== tokenPlace(tested)
    ? problem('no-token', 'The address, proxy or certificate has changed. Type the token again', {
        fields: { token: 'token-elsewhere' },
      })
    : problem('no-token', 'No token was given and none is kept for this connection')

const fromForm = (form: ConnectionForm, id: string): Connection => ({
  ...connectionDefaults,
  id,
  kind: 'platform',
  ...defined(form),
})

/** The format of a platform's answers (What clients saw). `unknown`: none of the known formats. */
type FoundDialect = 'classic' | 'modern' | 'terse' | 'unknown'

const check = (subject: Check['subject'], outcome: Check['outcome'], finding: string, detail?: string): Check =>
  defined({ subject, outcome, finding, detail })

const has = (body: Body, field: 'outcome' | 'message'): boolean =>
  body.kind === 'data' && isObject(body.data) && findAll(body.data, field, defaultFieldNames).length > 0

/** Tests a connection. Sends only reads. No read uses the CMS service, so only the first activation tests that service. */
async function checkConnection(connection: Connection, given: PlatformAccess): Promise<readonly Check[]> {
  const seen: string[] = []
  const access: PlatformAccess = {
    ...given,
    read: async (...question) => {
      const answer = await given.read(...question)
      seen.push(answer.raw)
      return answer
    },
  }
  const answer = await askFirst(access)
  const address = checkWay(connection, answer)
  if (address.some(({ outcome }) => outcome === 'bad')) return address
  const services = checkServices(answer)
  if (services.some(({ outcome }) => outcome === 'bad')) return [...address, ...services]
  return [...address, ...services, ...(await checkReads(connection, access, seen))]
}

/**
 * Asks for the resellers' customers. A platform may send this list as text, or may not have it. So if the answer is not understood, asks for
 * the customers, and returns that answer if it is understood.
 */
async function askFirst(access: Pick<PlatformAccess, 'read'>): Promise<Answer> {
  const answer = await access.read('GetCustomerStatusByReseller', { reseller_id: '0', page: '1' })
  const { verdict, reach, status = 0 } = answer
  const isOther = isPassing(status) || (status >= 300 && status < 400)
  if (verdict !== 'unclear' || reach !== 'answered' || isOther) return answer
  const customers = await access.read('getCustomers', {})
  return customers.verdict === 'accepted' || customers.verdict === 'refused' ? customers : answer
}

/** The result for an unencrypted address that no technician has allowed. In this case nothing is sent. */
const plainHttpCheck: Check = { subject: 'certificate', outcome: 'bad', finding: 'plain-http-not-allowed' }

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

/** Checks how the parameters of reads must be sent, how answers are worded, and whether reads show a record that is known to exist. */
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
