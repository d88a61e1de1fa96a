import type { FoundCustomer } from '../../../shared/bridge/contract.ts'
import { logInOf } from '../../../shared/domain/activation.ts'
import type { SubscriptionStatus } from '../../../shared/domain/job.ts'
import { succeed } from '../../../shared/result.ts'
import type { Answer } from '../../../platform/answer.ts'
import { readCustomer, readDevices, readStatus } from '../../../platform/read/fields.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import type { PlatformAccess } from '../../jobs/access.ts'
import { meaningOf } from '../../jobs/steps/console.ts'
import { problem, type Refusal } from '../session/problem.ts'
import { forQuestions, type SessionHandlers, type PlatformSession, type Session } from '../session/session.ts'
import { isUnreached } from '../../../platform/statuses.ts'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import { customerFactsSchema, type CustomerFacts } from '../../../shared/domain/customer-view.ts'

const longest = 300

const factNames = Object.keys(customerFactsSchema.shape) as (keyof CustomerFacts)[]

/** Looks up a customer as the platform has it now (Customer retrieval). */
export const customerHandlers: SessionHandlers<'customer.look-up' | 'job.subscription-status'> = {
  'customer.look-up': async (session, { userid, customermappingid }) => {
    const asked = forQuestions(session)
    if (!asked.ok) return asked
    const { connection, access } = asked.value
    const mapping = customermappingid === '' ? connection.unknownMappingId : customermappingid
    const answer = await access.read('getCustomer', { userid, customermappingid: mapping })
    if (answer.verdict === 'absent') return succeed({})
    const customer = answer.verdict === 'accepted' ? readCustomer(answer) : undefined
    return customer === undefined ? explain(answer) : succeed({ customer: await describe(customer, userid, access) })
  },
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
}

/** Sends further reads only for what the customer's own record lacks (Customer status; Customer retrieval). */
async function askStatus(
  access: PlatformAccess,
  known: CustomerRecord,
  logIn: { userid: string; password: string; customermappingid: string },
): Promise<SubscriptionStatus> {
  const status = known.status ?? readStatus(await access.read('GetCustomerStatus', logIn))
  const isTold = known.endDate !== undefined && known.product !== undefined
  const more = isTold ? undefined : readCustomer(await access.read('getCustomer_V2', logIn))
  const endDate = known.endDate ?? more?.endDate
  const product = known.product ?? more?.product
  return {
    ...(status !== undefined && { status }),
    ...(endDate !== undefined && { endDate }),
    ...(product !== undefined && { product }),
  }
}

/** Leaves out the password: the screen needs the customer, not the secret. */
async function describe(customer: CustomerRecord, asked: string, access: PlatformAccess): Promise<FoundCustomer> {
  const userid = customer.userid ?? asked
  const password = customer.password ?? '0'
  const devices = readDevices(await access.read('devices', { userid, password }))
  const subscription = await askStatus(access, customer, {
    userid,
    password,
    customermappingid: customer.customermappingid ?? '',
  })
  const name = `${customer.firstname ?? ''} ${customer.lastname ?? ''}`.trim()
  return {
    userid,
    ...(name !== '' && { name }),
    ...(customer.mobile !== undefined && { mobile: customer.mobile }),
    ...subscription,
    ...(devices !== undefined && {
      devices: devices.map(({ id, model }) => ({ id, ...(model !== undefined && { model }) })),
    }),
  }
}

/** Why an answer is of no use: not reached, refused, or not understood. */
export function explain(answer: Answer): Refusal {
  const words = answer.message === undefined ? {} : { detail: answer.message }
  if (answer.reach !== 'answered')
    return problem('not-reached', 'The platform was not reached', { detail: answer.failure ?? '' })
  if (answer.verdict === 'refused') return problem('platform-refused', 'The platform refused the question', words)
  return problem('not-understood', 'The answer was not understood', { detail: answer.raw.slice(0, 500) })
}

/** Asks the active connection's platform in a slot. A question that a newer one replaced gives `superseded`, which is no error. */
export async function askInSlot<T>(
  session: Session,
  slot: string,
  put: (session: PlatformSession, signal: AbortSignal) => Promise<Reply<T>>,
): Promise<Reply<T | { readonly kind: 'superseded' }>> {
  const asked = forQuestions(session)
  if (!asked.ok) return asked
  const answer = await session.questions.ask(slot, (signal) => put(asked.value, signal))
  return answer === 'superseded' ? succeed({ kind: 'superseded' } as const) : answer
}

/** The error or the unread text for an answer with nothing to show. */
export function explainAnswer(
  answer: Answer,
): Reply<{ readonly kind: 'unread'; readonly raw: string; readonly status?: number }> {
  if (isUnreached(answer))
    return problem('not-reached', 'The platform was not reached', { detail: answer.failure ?? `HTTP ${answer.status}` })
  if (answer.verdict === 'refused')
    return problem(
      'platform-refused',
      'The platform refused the question',
      answer.message === undefined ? {} : { detail: answer.message },
    )
  return succeed({ kind: 'unread', raw: answer.raw, ...(answer.status !== undefined && { status: answer.status }) })
}

/** A record as a screen may get it: without the password. */
export function factsOf(record: CustomerRecord): CustomerFacts {
  const facts: Partial<Record<keyof CustomerFacts, string>> = {}
  for (const name of factNames) if (record[name] !== undefined) facts[name] = record[name].slice(0, longest)
  return facts
}
