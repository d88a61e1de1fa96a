import type { Connection } from '../../shared/domain/connection.ts'
import type { Answer } from '../../platform/answer.ts'
import type { OperationId } from '../../platform/catalogue/catalogue.ts'
import { readCustomer, readCustomerPage, readDevices } from '../../platform/fields.ts'
import type { PlatformAccess } from './access.ts'

/** Customers asked at the most in search of one whose read shows something. */
const customersTried = 5

/** `unreached`: nothing was found out; the network or the platform failed on the way. */
export type ControlResult = 'shown' | 'nothing-to-show' | 'unreached'

/**
 * The positive control: looks for something known to exist (a customer of the first page of getCustomers, a hostname of the
 * connection) and asks for it by the read in question, in the way that a job asks.
 */
export async function seekControl(
  read: OperationId,
  access: PlatformAccess,
  connection: Connection,
): Promise<ControlResult> {
  if (read === 'GetMacAddressesUnderHostname') {
    const questions = connection.hostnames.slice(0, customersTried).map((hostname) => ({ hostname }))
    return ask(questions, (question) => access.read(read, question), showsBox)
  }
  const first = await access.read('getCustomers', {})
  if (isUnreached(first)) return 'unreached'
  const page = readCustomerPage(first)
  const userids = (page?.customers ?? []).flatMap(({ userid }) => userid ?? []).slice(0, customersTried)
  const shared = read === 'devices' ? { password: '0' } : { customermappingid: connection.unknownMappingId }
  return ask(
    userids,
    (userid) => access.read(read, { userid, ...shared }),
    read === 'devices' ? showsBox : (answer, userid) => showsCustomer(answer, userid),
  )
}

async function ask<Question>(
  questions: readonly Question[],
  put: (question: Question) => Promise<Answer>,
  shows: (answer: Answer, question: Question) => boolean,
): Promise<ControlResult> {
  for (const question of questions) {
    const answer = await put(question)
    if (isUnreached(answer)) return 'unreached'
    if (answer.verdict === 'accepted' && shows(answer, question)) return 'shown'
  }
  return 'nothing-to-show'
}

/** A platform that fails now may show something later. */
const isUnreached = ({ reach, status = 0 }: Answer): boolean =>
  reach !== 'answered' || status >= 500 || status === 408 || status === 429

const showsBox = (answer: Answer): boolean => (readDevices(answer) ?? []).length > 0

const showsCustomer = (answer: Answer, userid: string): boolean =>
  readCustomer(answer)?.userid?.toLowerCase() === userid.toLowerCase()
