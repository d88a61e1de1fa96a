import type { Reply } from '../../../shared/bridge/bridge.ts'
import { defined } from '../../../shared/defined.ts'
import {
  customerPageSchema,
  type CustomerPageAnswer,
  type RawAnswer,
  type ShownCustomer,
} from '../../../shared/domain/customer-view.ts'
import { succeed } from '../../../shared/result.ts'
import type { Answer } from '../../../platform/answer.ts'
import type { OperationId } from '../../../platform/catalogue/catalogue.ts'
import type { ParameterValues } from '../../../platform/catalogue/validate.ts'
import { readCustomer, readCustomerPage, readDevices, readStatus } from '../../../platform/read/fields.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import type { Question } from '../../maintenance/cached-answers.ts'
import { isUnreached } from '../../../platform/statuses.ts'
import { readBox } from '../../jobs/steps/console.ts'
import { boxKey, customerKey } from '../session/keys.ts'
import { forQuestions, type PlatformSession, type SessionHandlers } from '../session/session.ts'
import { askInSlot, explainAnswer, factsOf } from './customers.ts'

/** Characters of each answer that are cached and shown. */
const longestRaw = 16 * 1024

/** One customer with everything that the reads of the interface tell (Customer retrieval; Customer status). */
export const customerPageHandlers: SessionHandlers<'customers.read' | 'customers.jobs'> = {
  'customers.read': (session, { slot, userid, customermappingid }) =>
    askInSlot(session, slot, (platform, signal) => readPage(platform, { userid, customermappingid }, signal)),
  'customers.jobs': (session, { userid }) => {
    const asked = forQuestions(session)
    if (!asked.ok) return asked
    const { queue, sealing, connection } = asked.value
    return succeed({ jobs: [...queue.views.about(connection.id, customerKey(sealing, connection, userid))] })
  },
}

/** The identifiers of a customer. One of the two may be empty. */
interface Asked {
  readonly userid: string
  readonly customermappingid: string
}

async function readPage(
  platform: PlatformSession,
  asked: Asked,
  signal: AbortSignal,
): Promise<Reply<CustomerPageAnswer>> {
  const question = questionOf(platform, asked)
  const mapping = asked.customermappingid === '' ? platform.connection.unknownMappingId : asked.customermappingid
  const first = await platform.access.read('getCustomer', { ...asked, customermappingid: mapping }, signal)
  if (isUnreached(first)) return cachedPage(platform, question) ?? explainAnswer(first)
  if (first.verdict === 'absent') return succeed({ kind: 'absent' })
  const record = first.verdict === 'accepted' ? readCustomer(first) : undefined
  if (record === undefined) return explainAnswer(first)
  const page = await askFurther(platform, record, first, asked, signal)
  // A page that was cut off in the middle would show less than the platform has.
  if (signal.aborted) return succeed({ kind: 'superseded' })
  platform.answers.keep(question, page, boxKeysOf(platform, page))
  return succeed(page)
}

/** The customer's own record may lack status or end date. Each further read is sent only if something is still missing. */
async function askFurther(
  { access, clock }: PlatformSession,
  first: CustomerRecord,
  answer: Answer,
  asked: Asked,
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
    // A status by list needs no password, and many platforms do not show the password.
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
      devices: devices?.map(({ id, model }) => defined({ id: id.slice(0, 300), model: model?.slice(0, 300) })),
    }),
    answers,
    at: clock.now(),
    isCached: false,
  }
}

const rawOf = (operation: string, { raw, status }: Answer): RawAnswer =>
  defined({ operation, raw: raw.slice(0, longestRaw), status })

const questionOf = ({ connection }: PlatformSession, { userid, customermappingid }: Asked): Question => ({
  connectionId: connection.id,
  kind: 'customer',
  text: JSON.stringify([userid.toLowerCase(), userid === '' ? customermappingid : '']),
})

function cachedPage({ answers }: PlatformSession, question: Question): Reply<CustomerPageAnswer> | undefined {
  const found = answers.find(question, customerPageSchema)?.answer
  return found?.kind === 'customer' ? succeed({ ...found, isCached: true }) : undefined
}

/** The keys of a customer's boxes, so that each box leads to its customer. */
function boxKeysOf({ sealing, connection }: PlatformSession, page: CustomerPageAnswer): readonly Uint8Array[] {
  if (page.kind !== 'customer') return []
  const boxes = (page.devices ?? []).flatMap(({ id }) => readBox(id) ?? [])
  return boxes.map((box) => boxKey(sealing, connection, box))
}
