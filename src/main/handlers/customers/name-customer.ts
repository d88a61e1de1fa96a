import { wireTextSchema } from '../../../platform/catalogue/operation.ts'
import type { CustomerRecord } from '../../../platform/find-fields.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { shownLogIn } from '../../jobs/steps/platform-credentials.ts'
import { identityOf } from '../../jobs/steps/step-parts.ts'

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
