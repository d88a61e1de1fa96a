import type { Answer } from '../../../platform/answer.ts'
import {
  type DeviceList,
  isWhole,
  mayListDevice,
  readDeviceList,
  readDevices,
  wholeList,
} from '../../../platform/read/read-devices.ts'
import type { CustomerRecord } from '../../../platform/find-fields.ts'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { FoundCustomer } from '../../../shared/bridge/contract.ts'
import { defined } from '../../../shared/defined.ts'
import { logInOf } from '../../../shared/domain/activation.ts'
import {
  type BoxBinding,
  customerPageSchema,
  type HostnameBindings,
  hostnameBindingsSchema,
} from '../../../shared/domain/customer/customer-view.ts'
import { type DeviceIdentifier, listsDevice } from '../../../shared/domain/device-identifier.ts'
import type { SubscriptionStatus } from '../../../shared/domain/job.ts'
import { succeed } from '../../../shared/result.ts'
import { isSilent, type PlatformAccess } from '../../jobs/access.ts'
import { listUnder } from '../../jobs/steps/bind-box.ts'
import { meaningOf, readBox } from '../../jobs/steps/console-steps.ts'
import { identityOf } from '../../jobs/steps/step-parts.ts'
import { boxKey, customerKey } from '../../jobs/ledger/job-keys.ts'
import { problem } from '../session/problem.ts'
import { withPlatform, type PlatformSession, type Session, type SessionHandlers } from '../session/session.ts'
import { explain, notReached } from './explain-answer.ts'
import { nameCustomer, readAsked, readFurther, readFurtherStatus } from './name-customer.ts'
import { factsOf, readPage, showDevice } from './read-page.ts'

/** Looks up single customers, and the binding status of boxes, on the platform (Customer retrieval). */
export const customerHandlers: SessionHandlers<
  | 'customer.look-up'
  | 'job.subscription-status'
  | 'customers.direct'
  | 'customers.bindings'
  | 'customers.read'
  | 'customers.jobs'
> = {
  'customer.look-up': (session, asked) =>
    withPlatform(session, async ({ connection, access }) => {
      const { userid, customermappingid } = nameCustomer({}, asked, connection)
      const answer = await access.read('getCustomer', { userid, customermappingid })
      if (answer.verdict === 'absent') return succeed({})
      const customer = readAsked(answer, userid)
      return customer === undefined
        ? explain(answer)
        : succeed({ customer: await describe(customer, nameCustomer(customer, asked, connection), access) })
    }),
  'job.subscription-status': async ({ queue, settings }, { id }) => {
    const job = queue.ledger.load(id)?.job
    const connection = job && settings.connection(job.connectionId)
    const access = connection && queue.access(connection.id)
    if (job === undefined || connection === undefined || access === undefined)
      return problem('not-found', 'There is no such job')
    const { intent, customermappingid = '' } = job.payload
    const meant = meaningOf(intent)
    if (meant === undefined || meant.kind === 'hostname') return succeed({})
    const { userid = '', password } = logInOf(meant)
    const who = userid === '' ? { userid, customermappingid } : { userid, password }
    return succeed(await askStatus(access, {}, identityOf(who, connection)))
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
        if (isSilent(answer)) {
          const before = answers.find(question, hostnameBindingsSchema)
          if (before?.answer.kind !== 'bindings') return notReached(answer)
          return succeed({ ...before.answer, isCached: true })
        }
        const shown = answer.verdict === 'accepted' ? answer : {}
        const listed = answer.verdict === 'absent' ? wholeList([]) : listUnder(hostname, readDeviceList(shown))
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
    if (isSilent(answer)) return { isLocal: true }
    const record = readAsked(answer, values.userid)
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

type LogIn = ReturnType<typeof nameCustomer>

/** Reads a subscription's status, end date and product where the customer's record lacks them (Customer status; Customer retrieval). */
async function askStatus(access: PlatformAccess, known: CustomerRecord, logIn: LogIn): Promise<SubscriptionStatus> {
  // Without a user ID there is no such question.
  const { userid } = logIn
  const isAsked = known.status === undefined && userid !== ''
  const status = isAsked ? readFurtherStatus(await access.read('GetCustomerStatus', logIn), userid) : known.status
  const isTold = known.endDate !== undefined && known.product !== undefined
  const more = isTold ? undefined : readFurther(await access.read('getCustomer_V2', logIn), userid)
  return defined({ status, endDate: known.endDate ?? more?.endDate, product: known.product ?? more?.product })
}

/** Describes a customer for the screen. Leaves out the password, because the screen does not need it. */
async function describe(customer: CustomerRecord, logIn: LogIn, access: PlatformAccess): Promise<FoundCustomer> {
  const { userid, password } = logIn
  const devices = userid === '' ? undefined : readDevices(await access.read('devices', { userid, password }))
  const subscription = await askStatus(access, customer, logIn)
  return defined({
    userid,
    name: `${customer.firstname ?? ''} ${customer.lastname ?? ''}`.trim() || undefined,
    mobile: customer.mobile,
    ...subscription,
    devices: devices?.map(showDevice),
  })
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
