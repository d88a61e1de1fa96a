import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { Parameters } from '../ledger/payload.ts'

/** The two services that most changing calls are scoped by (Authentication). */
export const services = ({ crmService, cmsService }: Connection): Parameters => ({ crmService, cmsService })

export interface Identified {
  readonly userid: string
  readonly password?: string | undefined
  readonly customermappingid?: string | undefined
}

/** The identifiers on the wire: an unknown password is 0, and the connection says what an unknown mapping id is. */
export const identityOf = (customer: Identified, { unknownMappingId }: Connection): Parameters => {
  const { userid, password = '0', customermappingid = '' } = customer
  return { userid, password, customermappingid: customermappingid === '' ? unknownMappingId : customermappingid }
}
