import type { Connection } from '../../shared/domain/connection/connection.ts'
import type { Answer } from '../../platform/answer.ts'
import type { OperationId } from '../../platform/catalogue/catalogue.ts'
import { readCustomer, readCustomerPage, readDevices } from '../../platform/read/fields.ts'
import type { CustomersPage } from '../../platform/read/records.ts'
import type { PlatformAccess } from './access.ts'
import { isUnreached } from '../../platform/statuses.ts'

/** Any customer of the list shows himself, or the read cannot show one. */
const customersTried = 5
/** Many have no box yet: so many customers, or hostnames, are asked in one search for a box. */
const boxesTried = 40

/** `unreached`: nothing was found out; the network or the platform failed on the way. */
export type ControlResult = 'shown' | 'nothing-to-show' | 'unreached'

/** How far the searches for a customer with a box have come: the next one goes on from there, and begins anew at the end. */
export interface SearchPlace {
  /** Of the page; absent for the first one. */
  cursor?: string | undefined
  /** Customers of the page that were asked. */
  asked: number
}

/**
 * The positive control: looks for something known to exist (a customer of getCustomers, a hostname of the connection) and asks
 * for it by the read in question, in the way that a job asks.
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

/** Goes through the customers from where the last search ended, page by page, until one has a box. */
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
    // One at whom the platform fails says nothing of the others.
    if (isUnreached(answer)) failed += 1
    else if (answer.verdict === 'accepted' && shows(answer, question)) return 'shown'
  }
  return failed > 0 && failed === questions.length ? 'unreached' : 'nothing-to-show'
}

const showsBox = (answer: Answer): boolean => (readDevices(answer) ?? []).length > 0

const showsCustomer = (answer: Answer, userid: string): boolean =>
  readCustomer(answer)?.userid?.toLowerCase() === userid.toLowerCase()
