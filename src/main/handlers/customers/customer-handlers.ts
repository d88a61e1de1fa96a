import { isUnreached } from '../../../platform/transport/exchange.ts'
import type { Answer } from '../../../platform/answer.ts'
import type { OperationId } from '../../../platform/catalogue/catalogue.ts'
import type { ParameterValues } from '../../../platform/catalogue/operation.ts'
import {
  type DeviceList,
  isWhole,
  listsDevice,
  mayListDevice,
  readDeviceList,
  readDevices,
  wholeList,
} from '../../../platform/read/read-devices.ts'
import { readCustomer, readCustomerPage, readStatus } from '../../../platform/read/read-records.ts'
import type { CustomerRecord } from '../../../platform/find-fields.ts'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { FoundCustomer } from '../../../shared/bridge/contract.ts'
import { defined } from '../../../shared/defined.ts'
import { logInOf } from '../../../shared/domain/activation.ts'
import {
  type BoxBinding,
  type CustomerFacts,
  customerFactsSchema,
  type CustomerPageAnswer,
  customerPageSchema,
  type HostnameBindings,
  hostnameBindingsSchema,
  type RawAnswer,
  type ShownCustomer,
} from '../../../shared/domain/customer/customer-view.ts'
import type { DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import type { SubscriptionStatus } from '../../../shared/domain/job.ts'
import { succeed } from '../../../shared/result.ts'
import type { PlatformAccess } from '../../jobs/access.ts'
import { meaningOf, readBox } from '../../jobs/steps/console-steps.ts'
import type { Question } from './cached-answers.ts'
import { boxKey, customerKey } from '../../jobs/ledger/job-keys.ts'
import { problem, type Refusal } from '../session/problem.ts'
import { withPlatform, type PlatformSession, type Session, type SessionHandlers } from '../session/session.ts'

const longest = 300

/** How many characters of each answer are cached and shown. */
const longestRaw = 16 * 1024

const factNames = Object.keys(customerFactsSchema.shape) as (keyof CustomerFacts)[]

/** Looks up single customers, and the binding status of boxes, on the platform (Customer retrieval). */
export const customerHandlers: SessionHandlers<
  | 'customer.look-up'
  | 'job.subscription-status'
  | 'customers.direct'
  | 'customers.bindings'
  | 'customers.read'
  | 'customers.jobs'
> = {
  'customer.look-up': (session, { userid, customermappingid }) =>
    withPlatform(session, async ({ connection, access }) => {
      const mapping = customermappingid === '' ? connection.unknownMappingId : customermappingid
      const answer = await access.read('getCustomer', { userid, customermappingid: mapping })
      if (answer.verdict === 'absent') return succeed({})
      const customer = answer.verdict === 'accepted' ? readCustomer(answer) : undefined
      return customer === undefined ? explain(answer) : succeed({ customer: await describe(customer, userid, access) })
    }),
  'job.subscription-status': async ({ queue }, { id }) => {
    const job = queue.ledger.load(id)?.job
    const access = job && queue.access(job.connectionId)
    if (job === undefined || access === undefined) return problem('not-found', 'There is no such job')
    const { intent, customermappingid = '' } = job.payload
    const meant = meaningOf(intent)
    if (meant === undefined || meant.kind === 'hostname') return succeed({})
    const { userid = '', password = '0' } = logInOf(meant)
    return succeed(await askStatus(access, {}, { userid, password, customermappingid }))
  },
  /** Finds a customer by user ID or mapping id. If the text can be a box's identifier, also finds what is known here about the box. */
  'customers.direct': (session, { slot, text }) =>
    withPlatform(session, async (platform) => {
      const box = readBox(text)
      const known = box === undefined ? { jobs: [], holders: [] } : knownHere(platform, box)
      // Twelve hexadecimal digits with a letter cannot be a user ID, so the platform is not asked for such a text.
      const isBoxAlone = box?.kind === 'mac' && !/^[0-9]+$/.test(text)
      const answer = isBoxAlone
        ? { isLocal: true }
        : await session.questions.ask(slot, (signal) => askPlatform(platform, text, signal))
      const isKnown = known.jobs.length + known.holders.length > 0
      if (answer !== 'superseded' && 'error' in answer && !isKnown) return answer
      const isUntold = answer === 'superseded' || 'error' in answer
      return succeed({ ...known, ...defined({ box }), ...(isUntold ? { isLocal: true } : answer) })
    }),
  /** Finds out whether boxes are bound to a hostname of the connection. Reads the list of boxes of each hostname (MAC addresses). */
  'customers.bindings': (session, { slot, userid, boxes }) =>
    askInSlot(session, slot, async ({ connection, access, answers, clock }, signal) => {
      const question = {
        connectionId: connection.id,
        kind: 'bindings',
        text: JSON.stringify([userid, ...boxes.toSorted()]),
      } as const
      let bindings: readonly BoxBinding[] = boxes.map((id) => ({ id, light: 'not-asked-for' }))
      for (const hostname of connection.hostnames) {
        if (bindings.every(({ light }) => light === 'on')) break
        const answer = await access.read('GetMacAddressesUnderHostname', { hostname }, signal)
        if (isUnreached(answer)) {
          const before = answers.find(question, hostnameBindingsSchema)
          if (before?.answer.kind !== 'bindings') return notReached(answer)
          return succeed({ ...before.answer, isCached: true })
        }
        const shown = answer.verdict === 'accepted' ? answer : {}
        const listed = answer.verdict === 'absent' ? wholeList([]) : readDeviceList(shown)
        bindings = bindings.map((light) => lookUnder(light, hostname, listed))
      }
      const told: HostnameBindings = { kind: 'bindings', boxes: [...bindings], at: clock.now(), isCached: false }
      if (!signal.aborted) answers.keep(question, told)
      return succeed(told)
    }),
  /** Returns all that the platform tells about one customer, put together from several answers (Customer retrieval; Customer status). */
  'customers.read': (session, { slot, userid, customermappingid }) =>
    askInSlot(session, slot, (platform, signal) => readPage(platform, { userid, customermappingid }, signal)),
  'customers.jobs': (session, { userid }) =>
    withPlatform(session, ({ queue, sealing, connection }) =>
      succeed({ jobs: [...queue.views.about(connection.id, customerKey(sealing, connection, userid))] }),
    ),
}

/**
 * Updates a box's binding status with one hostname's list. A box that was on an earlier list stays `on`. A box that is missing from a
 * partly understood list is `unread`, because it may be in the rest. So is a box that may be on the list in another spelling.
 */
function lookUnder(light: BoxBinding, hostname: string, listed: DeviceList): BoxBinding {
  if (light.light === 'on') return light
  const { devices } = listed
  const box = readBox(light.id)
  const isThere = box === undefined ? devices.some(({ id }) => id === light.id) : listsDevice(devices, box)
  if (isThere) return { id: light.id, light: 'on', hostname }
  const mayBeThere = !isWhole(listed) || box === undefined || mayListDevice(devices, box)
  return light.light === 'unread' || mayBeThere ? { id: light.id, light: 'unread' } : { id: light.id, light: 'off' }
}

/** Asks the platform by user ID first and then by mapping id, because only user IDs are certain to be unique. */
async function askPlatform({ access, connection }: PlatformSession, text: string, signal: AbortSignal) {
  let unclear: Answer | undefined
  for (const by of ['userid', 'customermappingid'] as const) {
    const values =
      by === 'userid'
        ? { userid: text, customermappingid: connection.unknownMappingId }
        : { userid: '', customermappingid: text }
    const answer = await access.read('getCustomer', values, signal)
    if (isUnreached(answer)) return { isLocal: true }
    const record = answer.verdict === 'accepted' ? readCustomer(answer) : undefined
    if (record !== undefined)
      return { customer: factsOf({ ...(by === 'userid' && { userid: text }), ...record }), by, isLocal: false }
    // A refused token, or an answer that was not understood, does not say that there is no such customer.
    const isNobody = answer.verdict === 'absent' || (answer.verdict === 'refused' && answer.credentials !== true)
    if (!isNobody) unclear ??= answer
  }
  return unclear === undefined ? { isLocal: false } : explain(unclear)
}

function knownHere({ queue, sealing, connection, answers }: PlatformSession, box: DeviceIdentifier) {
  const key = boxKey(sealing, connection, box)
  const jobs = [...queue.views.holding(connection.id, { boxKey: key })]
  const holders = answers
    .showing(key, 'customer', customerPageSchema)
    .flatMap(({ at, answer }) => (answer.kind === 'customer' ? [{ ...answer.facts, at }] : []))
  return { jobs, holders }
}

/** Reads a subscription's status, end date and product where the customer's record lacks them (Customer status; Customer retrieval). */
async function askStatus(
  access: PlatformAccess,
  known: CustomerRecord,
  logIn: { userid: string; password: string; customermappingid: string },
): Promise<SubscriptionStatus> {
  const status = known.status ?? readStatus(await access.read('GetCustomerStatus', logIn))
  const isTold = known.endDate !== undefined && known.product !== undefined
  const more = isTold ? undefined : readCustomer(await access.read('getCustomer_V2', logIn))
  return defined({ status, endDate: known.endDate ?? more?.endDate, product: known.product ?? more?.product })
}

/** Describes a customer for the screen. Leaves out the password, because the screen does not need it. */
async function describe(customer: CustomerRecord, asked: string, access: PlatformAccess): Promise<FoundCustomer> {
  const userid = customer.userid ?? asked
  const password = customer.password ?? '0'
  const devices = readDevices(await access.read('devices', { userid, password }))
  const subscription = await askStatus(access, customer, {
    userid,
    password,
    customermappingid: customer.customermappingid ?? '',
  })
  return defined({
    userid,
    name: `${customer.firstname ?? ''} ${customer.lastname ?? ''}`.trim() || undefined,
    mobile: customer.mobile,
    ...subscription,
    devices: devices?.map(({ id, model }) => defined({ id, model })),
  })
}

const notReached = ({ failure, status }: Answer): Refusal =>
  problem('not-reached', 'The platform was not reached', {
    detail: failure ?? (status === undefined ? '' : `HTTP ${status}`),
  })

const refusedBy = ({ message }: Answer): Refusal =>
  problem('platform-refused', 'The platform refused the question', defined({ detail: message }))

/** The error for an answer from which nothing can be shown. */
export function explain(answer: Answer): Refusal {
  if (answer.reach !== 'answered') return notReached(answer)
  if (answer.verdict === 'refused') return refusedBy(answer)
  return problem('not-understood', 'The answer was not understood', { detail: answer.raw.slice(0, 500) })
}

/** Like `explain`, but returns the text of an answer that was not understood. A temporary failure counts as not reached. */
export function explainAnswer(
  answer: Answer,
): Reply<{ readonly kind: 'unread'; readonly raw: string; readonly status?: number }> {
  if (isUnreached(answer)) return notReached(answer)
  if (answer.verdict === 'refused') return refusedBy(answer)
  return succeed({ kind: 'unread', ...defined({ raw: answer.raw, status: answer.status }) })
}

/** Asks the active connection's platform. A newer question in the same slot replaces this one, which then returns `superseded`. */
export async function askInSlot<T>(
  session: Session,
  slot: string,
  put: (session: PlatformSession, signal: AbortSignal) => Promise<Reply<T>>,
): Promise<Reply<T | { readonly kind: 'superseded' }>> {
  return withPlatform(session, async (platform) => {
    const answer = await session.questions.ask(slot, (signal) => put(platform, signal))
    return answer === 'superseded' ? succeed({ kind: 'superseded' } as const) : answer
  })
}

/** Converts a record to the form that a screen may get: without the password. */
export function factsOf(record: CustomerRecord): CustomerFacts {
  const facts: Partial<Record<keyof CustomerFacts, string>> = {}
  for (const name of factNames) if (record[name] !== undefined) facts[name] = record[name].slice(0, longest)
  return facts
}

/** One of the two may be empty. */
type Identifiers = Readonly<Record<'userid' | 'customermappingid', string>>

async function readPage(
  platform: PlatformSession,
  asked: Identifiers,
  signal: AbortSignal,
): Promise<Reply<CustomerPageAnswer>> {
  const question = pageQuestion(platform, asked)
  const mapping = asked.customermappingid === '' ? platform.connection.unknownMappingId : asked.customermappingid
  const first = await platform.access.read('getCustomer', { ...asked, customermappingid: mapping }, signal)
  if (isUnreached(first)) return cachedPage(platform, question) ?? explainAnswer(first)
  if (first.verdict === 'absent') return succeed({ kind: 'absent' })
  const record = first.verdict === 'accepted' ? readCustomer(first) : undefined
  if (record === undefined) return explainAnswer(first)
  const page = await askFurther(platform, record, first, asked, signal)
  // If the reads were cancelled, the page is not stored, because it would show less than the platform has.
  if (signal.aborted) return succeed({ kind: 'superseded' })
  platform.answers.keep(question, page, boxKeysOf(platform, page))
  return succeed(page)
}

/** Reads the customer's boxes, and also the status, end date and product if the customer's record lacks any of these. */
async function askFurther(
  { access, clock }: PlatformSession,
  first: CustomerRecord,
  answer: Answer,
  asked: Identifiers,
  signal: AbortSignal,
): Promise<ShownCustomer> {
  const answers: RawAnswer[] = [rawOf('getCustomer', answer)]
  const userid = first.userid ?? asked.userid
  const password = first.password ?? '0'
  const customermappingid = first.customermappingid ?? asked.customermappingid
  const ask = async (id: OperationId, values: ParameterValues): Promise<Answer> => {
    const further = await access.read(id, values, signal)
    answers.push(rawOf(id, further))
    return further
  }
  let record = first
  if (record.endDate === undefined || record.product === undefined || record.status === undefined) {
    const more = readCustomer(await ask('getCustomer_V2', { userid, password, customermappingid }))
    record = { ...more, ...record }
  }
  if (record.status === undefined && userid !== '') {
    // The status list is tried first. It needs no password, and many platforms do not return the password.
    const listed = readCustomerPage(await ask('GetCustomerStatusByIds', { user_ids: [userid] }))
    const own = listed?.customers.find((one) => one.userid?.toLowerCase() === userid.toLowerCase())
    record = { ...own, ...record }
  }
  if (record.status === undefined) {
    const status = readStatus(await ask('GetCustomerStatus', { userid, password, customermappingid }))
    record = { ...record, ...defined({ status }) }
  }
  const devices = userid === '' ? undefined : readDevices(await ask('devices', { userid, password }))
  return {
    kind: 'customer',
    facts: factsOf({ ...record, ...(userid !== '' && { userid }) }),
    ...defined({
      devices: devices?.map(({ id, also, model }) =>
        defined({ id: id.slice(0, 300), also: also?.map((one) => one.slice(0, 300)), model: model?.slice(0, 300) }),
      ),
    }),
    answers,
    at: clock.now(),
    isCached: false,
  }
}

const rawOf = (operation: string, { raw, status }: Answer): RawAnswer =>
  defined({ operation, raw: raw.slice(0, longestRaw), status })

const pageQuestion = ({ connection }: PlatformSession, { userid, customermappingid }: Identifiers): Question => ({
  connectionId: connection.id,
  kind: 'customer',
  text: JSON.stringify([userid.toLowerCase(), userid === '' ? customermappingid : '']),
})

function cachedPage({ answers }: PlatformSession, question: Question): Reply<CustomerPageAnswer> | undefined {
  const found = answers.find(question, customerPageSchema)?.answer
  return found?.kind === 'customer' ? succeed({ ...found, isCached: true }) : undefined
}

/** The keys of a customer's boxes. The keys are stored with the page, so that a search for a box finds the customer. */
function boxKeysOf({ sealing, connection }: PlatformSession, page: CustomerPageAnswer): readonly Uint8Array[] {
  if (page.kind !== 'customer') return []
  const boxes = (page.devices ?? []).flatMap(({ id, also = [] }) =>
    [id, ...also].flatMap((text) => readBox(text) ?? []),
  )
  return boxes.map((box) => boxKey(sealing, connection, box))
}
