import { isSameText } from './check-call.ts'
import { jsonReply, type DialectReply } from './dialects/dialect.ts'
import type { Platform } from './platform.ts'

/** A call that some platforms offer. The interface document and the catalogue do not have it. */
const ownPath = '/api/getproducts/getproducts_v2'

/** Answers with the product list, in the classic dialect only; undefined for any other request. */
export function answerProductList(
  platform: Platform,
  method: string,
  path: string,
  query: string,
): DialectReply | undefined {
  if (platform.options().dialect !== 'classic' || method !== 'GET' || path.toLowerCase() !== ownPath) return undefined
  const given = new URLSearchParams(query)
  const { authToken, crmService } = platform.tenancy
  if (!isSameText(given.get('authToken') ?? '', authToken)) return jsonReply({ Message: 'Invalid company token.' }, 401)
  if (given.get('crmService') !== crmService) return jsonReply({ Message: 'There is no crmService of this name.' }, 400)
  return jsonReply(platform.offer.products().map(({ id, name }) => ({ ProductID: id, ProductName: name })))
}
