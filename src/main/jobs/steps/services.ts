import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { Parameters } from '../ledger/payload.ts'

/** The two services that most changing calls are scoped by (Authentication). */
export const services = ({ crmService, cmsService }: Connection): Parameters => ({ crmService, cmsService })

/** A customer who exists, as the wire names him: an unknown password is 0, an unknown mapping id as the connection says. */
export function identityOf(
  customer: {
    readonly userid: string
    readonly password?: string | undefined
    readonly customermappingid?: string | undefined
  },
  connection: Connection,
): Parameters {
  const { userid, password = '0', customermappingid = '' } = customer
  return {
    userid,
    password,
    customermappingid: customermappingid === '' ? connection.unknownMappingId : customermappingid,
  }
}
