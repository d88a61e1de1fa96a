import type { Connection } from '../../shared/domain/connection/connection.ts'
import type { Answer } from '../../platform/answer.ts'
import type { OperationId } from '../../platform/catalogue/catalogue.ts'
import { readCustomer, readCustomerPage } from '../../platform/read/read-customers.ts'
import { readDevices } from '../../platform/read/read-devices.ts'
import type { CustomersPage } from '../../platform/read/records.ts'
import type { PlatformAccess } from './access.ts'
import { isUnreached } from '../../platform/transport/exchange.ts'

/**
 * The control asks for at most this many customers of the list. A read that shows none of these customers counts as unable to show
 * customers.
 */
const customersTried = 5
/**
 * One search for a box asks about at most this many customers or hostnames. The number is high, because many customers and hostnames have
 * no box yet.
 */
const boxesTried = 40

/**
 * The result of a control. `nothing-to-show`: the read showed nothing that is known to exist. `unreached`: the network or the platform
 * failed, so nothing is known.
 */
export type ControlResult = 'shown' | 'nothing-to-show' | 'unreached'

/**
 * Where the last search for a customer with a box ended. The next search continues at this place. After the last page, it continues with
 * the first page.
 */
export interface SearchPlace {
  /** The cursor of the page; absent for the first page. */
  cursor?: string | undefined
  /** The number of customers on this page that were already asked about. */
  asked: number
}

/**
 * The positive control, which checks whether a read can show what exists. It takes customers from getCustomers, or hostnames of the
 * connection. Then it asks for each of them with the read, in the same way as a job does.
 */
export async function verifyReadPath(
  read: OperationId,
  access: Pick<PlatformAccess, 'read'>,
  connection: Connection,
  place: SearchPlace = { asked: 0 },
): Promise<ControlResult> {
  if (read === 'GetMacAddressesUnderHostname') {
    const questions = connection.hostnames.slice(0, boxesTried).map((hostname) => ({ hostname }))
    return ask(questions, (question) => access.read(read, question), showsBox)
  }
  if (read === 'devices') return seekBox(access, place)
  const first = await access.read('getCustomers', {})
  if (isUnreached(first)) return 'unreached'
  const shared = { customermappingid: connection.unknownMappingId }
  const userids = useridsOf(readCustomerPage(first)).slice(0, customersTried)
  return ask(userids, (userid) => access.read(read, { userid, ...shared }), showsCustomer)
}

/** Reads the list of customers page by page until it finds a customer with a box, or until it has asked about `boxesTried` customers. */
async function seekBox(access: Pick<PlatformAccess, 'read'>, place: SearchPlace): Promise<ControlResult> {
  for (let left = boxesTried; left > 0;) {
    const { cursor } = place
    const answer = await access.read('getCustomers', cursor === undefined ? {} : { last_customer_id: cursor })
    if (isUnreached(answer)) return 'unreached'
    const page = readCustomerPage(answer)
    const userids = useridsOf(page).slice(place.asked, place.asked + left)
    const result = await ask(userids, (userid) => access.read('devices', { userid, password: '0' }), showsBox)
    if (result !== 'nothing-to-show') return result
    left -= userids.length
    place.asked += userids.length
    if (left <= 0) return result
    const isOver = page?.hasNext !== true || page.cursor === undefined || page.cursor === cursor
    place.cursor = isOver ? undefined : page.cursor
    place.asked = 0
    if (isOver) return result
  }
  return 'nothing-to-show'
}

const useridsOf = (page: CustomersPage | undefined): readonly string[] =>
  (page?.customers ?? []).flatMap(({ userid }) => userid ?? [])

async function ask<Question>(
  questions: readonly Question[],
  put: (question: Question) => Promise<Answer>,
  shows: (answer: Answer, question: Question) => boolean,
): Promise<ControlResult> {
  let failed = 0
  for (const question of questions) {
    const answer = await put(question)
    if (answer.reach !== 'answered') return 'unreached'
    // If the platform fails at one question, the other questions may still succeed.
    if (isUnreached(answer)) failed += 1
    else if (answer.verdict === 'accepted' && shows(answer, question)) return 'shown'
  }
  return failed > 0 && failed === questions.length ? 'unreached' : 'nothing-to-show'
}

const showsBox = (answer: Answer): boolean => (readDevices(answer) ?? []).length > 0

const showsCustomer = (answer: Answer, userid: string): boolean =>
  readCustomer(answer)?.userid?.toLowerCase() === userid.toLowerCase()
