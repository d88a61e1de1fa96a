import { wireTextSchema } from '../../../platform/catalogue/operation.ts'
import type { Answer } from '../../../platform/answer.ts'
import type { CustomerRecord } from '../../../platform/find-fields.ts'
import { readCustomer, readStatus } from '../../../platform/read/read-records.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { shownLogIn } from '../../jobs/steps/platform-credentials.ts'
import { findNamedAmongSeveral, identityOf, isOfOther } from '../../jobs/steps/step-parts.ts'

/** The identifiers of a question about a customer. One of the two may be empty. */
export type Identifiers = Readonly<Record<'userid' | 'customermappingid', string>>

/**
 * Names a shown customer for further reads. A mapping id is sent only if the user ID is unknown: with a mapping id, a platform may ignore the
 * user ID and return another customer. A password that is hidden or hashed is sent as unknown.
 */
export function nameCustomer(shown: CustomerRecord, asked: Identifiers, connection: Connection) {
  const { data: userid = asked.userid } = wireTextSchema.safeParse(shown.userid)
  const customermappingid = userid === '' ? asked.customermappingid : ''
  return identityOf({ userid, password: shownLogIn({ ...shown, userid })?.password, customermappingid }, connection)
}

/**
 * The customer in an answer of getCustomer. Of several customers, only the one with exactly the user ID is returned. Undefined if the answer
 * shows another customer, or no customer.
 */
export function readAsked(answer: Answer, userid: string): CustomerRecord | undefined {
  if (answer.verdict === 'accepted') return readFurther(answer, userid)
  const [customer, ...others] = answer.verdict === 'unclear' ? findNamedAmongSeveral(answer, userid) : []
  return others.length === 0 ? customer : undefined
}

/** The customer in a further answer. Undefined if it is another customer than the one with the user ID. */
export function readFurther(answer: Answer, userid: string): CustomerRecord | undefined {
  const customer = readCustomer(answer)
  return isOfOther(customer?.userid, userid) ? undefined : customer
}

/** The status in a further answer. Undefined if it is the status of another customer than the one with the user ID. */
export const readFurtherStatus = (answer: Answer, userid: string): string | undefined =>
  isOfOther(readCustomer(answer)?.userid, userid) ? undefined : readStatus(answer)
