import type { Answer } from '../../../platform/answer.ts'
import type { OperationId } from '../../../platform/catalogue/catalogue.ts'
import type { ParameterValues } from '../../../platform/catalogue/operation.ts'
import type { CustomerRecord, DeviceRecord } from '../../../platform/find-fields.ts'
import { readDevices } from '../../../platform/read/read-devices.ts'
import { readCustomerPage } from '../../../platform/read/read-records.ts'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import { defined } from '../../../shared/defined.ts'
import {
  type CustomerDevice,
  type CustomerFacts,
  customerFactsSchema,
  type CustomerPageAnswer,
  customerPageSchema,
  type RawAnswer,
  type ShownCustomer,
} from '../../../shared/domain/customer/customer-view.ts'
import { succeed } from '../../../shared/result.ts'
import { isSilent } from '../../jobs/access.ts'
import { boxKey } from '../../jobs/ledger/job-keys.ts'
import { readBox } from '../../jobs/steps/console-steps.ts'
import type { PlatformSession } from '../session/session.ts'
import type { Question } from './cached-answers.ts'
import { explainAnswer } from './explain-answer.ts'
import { type Identifiers, nameCustomer, readAsked, readFurther, readFurtherStatus } from './name-customer.ts'

const longest = 300

/** How many characters of each answer are cached and shown. */
const longestRaw = 16 * 1024

const factNames = Object.keys(customerFactsSchema.shape) as (keyof CustomerFacts)[]

/** Converts a record to the form that a screen may get: without the password. */
export function factsOf(record: CustomerRecord): CustomerFacts {
  const facts: Partial<Record<keyof CustomerFacts, string>> = {}
  for (const name of factNames) if (record[name] !== undefined) facts[name] = record[name].slice(0, longest)
  return facts
}

export async function readPage(
  platform: PlatformSession,
  asked: Identifiers,
  signal: AbortSignal,
): Promise<Reply<CustomerPageAnswer>> {
  const question = pageQuestion(platform, asked)
  const { userid, customermappingid } = nameCustomer({}, asked, platform.connection)
  const first = await platform.access.read('getCustomer', { userid, customermappingid }, signal)
  if (isSilent(first)) {
    const stored = findStored(platform, question)
    return stored === undefined ? explainAnswer(first) : succeed({ ...stored, isCached: true })
  }
  if (first.verdict === 'absent') return succeed({ kind: 'absent' })
  const record = readAsked(first, userid)
  if (record === undefined) return explainAnswer(first)
  const { page, isInPart } = await askFurther(platform, record, first, asked, signal)
  // If the reads were cancelled, the page is not stored, because it would show less than the platform has.
  if (signal.aborted) return succeed({ kind: 'superseded' })
  const before = isInPart ? findStored(platform, question) : undefined
  if (before === undefined || !showsLess(page, before)) platform.answers.keep(question, page, boxKeysOf(platform, page))
  return succeed(page)
}

/** Whether a page lacks boxes or a fact that an earlier page shows. */
const showsLess = (page: ShownCustomer, before: ShownCustomer): boolean =>
  (page.devices === undefined && before.devices !== undefined) ||
  factNames.some((name) => page.facts[name] === undefined && before.facts[name] !== undefined)

/**
 * Reads the customer's boxes, and also the status, end date and product if the customer's record lacks any of these. `isInPart`: some of
 * these questions were not answered.
 */
async function askFurther(
  { access, clock, connection }: PlatformSession,
  first: CustomerRecord,
  answer: Answer,
  asked: Identifiers,
  signal: AbortSignal,
): Promise<{ readonly page: ShownCustomer; readonly isInPart: boolean }> {
  const answers: RawAnswer[] = [rawOf('getCustomer', answer)]
  const logIn = nameCustomer(first, asked, connection)
  const { userid, password } = logIn
  let isInPart = false
  const ask = async (id: OperationId, values: ParameterValues): Promise<Answer> => {
    const further = await access.read(id, values, signal)
    answers.push(rawOf(id, further))
    isInPart ||= isSilent(further)
    return further
  }
  let record = first
  if (record.endDate === undefined || record.product === undefined || record.status === undefined) {
    const more = readFurther(await ask('getCustomer_V2', logIn), userid)
    record = { ...more, ...record }
  }
  if (record.status === undefined && userid !== '') {
    // The status list is tried first. It needs no password, and many platforms do not return the password.
    const listed = readCustomerPage(await ask('GetCustomerStatusByIds', { user_ids: [userid] }), 'statuses')
    const own = listed?.customers.find((one) => one.userid?.toLowerCase() === userid.toLowerCase())
    record = { ...own, ...record }
  }
  if (record.status === undefined && userid !== '') {
    const status = readFurtherStatus(await ask('GetCustomerStatus', logIn), userid)
    record = { ...record, ...defined({ status }) }
  }
  const devices = userid === '' ? undefined : readDevices(await ask('devices', { userid, password }))
  const page: ShownCustomer = {
    kind: 'customer',
    facts: factsOf({ ...record, ...(userid !== '' && { userid }) }),
    ...defined({ devices: devices?.map(showDevice) }),
    answers,
    at: clock.now(),
    isCached: false,
  }
  return { page, isInPart }
}

/** Converts the record of a box to the form that a screen may get. */
export const showDevice = ({ id, also, model }: DeviceRecord): CustomerDevice =>
  defined({
    id: id.slice(0, longest),
    also: also?.map((one) => one.slice(0, longest)),
    model: model?.slice(0, longest),
  })

const rawOf = (operation: string, { raw, status }: Answer): RawAnswer =>
  defined({ operation, raw: raw.slice(0, longestRaw), status })

const pageQuestion = ({ connection }: PlatformSession, { userid, customermappingid }: Identifiers): Question => ({
  connectionId: connection.id,
  kind: 'customer',
  text: JSON.stringify([userid.toLowerCase(), userid === '' ? customermappingid : '']),
})

function findStored({ answers }: PlatformSession, question: Question): ShownCustomer | undefined {
  const found = answers.find(question, customerPageSchema)?.answer
  return found?.kind === 'customer' ? found : undefined
}

/** The keys of a customer's boxes. The keys are stored with the page, so that a search for a box finds the customer. */
function boxKeysOf({ sealing, connection }: PlatformSession, page: CustomerPageAnswer): readonly Uint8Array[] {
  if (page.kind !== 'customer') return []
  const boxes = (page.devices ?? []).flatMap(({ id, also = [] }) =>
    [id, ...also].flatMap((text) => readBox(text) ?? []),
  )
  return boxes.map((box) => boxKey(sealing, connection, box))
}
