import { isSameText } from './check-call.ts'
import { jsonReply, type DialectReply } from './dialects/dialect.ts'
import type { Platform } from './platform.ts'

/** A call that some platforms have and the interface document has not: it is outside the catalogue (What clients saw). */
const path = '/api/getproducts/getproducts_v2'

/** Answers which products there are, where the platform is one that tells; undefined for any other request. */
export function answerProductList(platform: Platform, method: string, target: string): DialectReply | undefined {
  if (!platform.options().listsProducts || method !== 'GET') return undefined
  const [asked = '', query = ''] = target.split('?')
  if (asked.toLowerCase() !== path) return undefined
  const given = new URLSearchParams(query)
  const { authToken, crmService } = platform.tenancy
  if (!isSameText(given.get('authToken') ?? '', authToken)) return jsonReply({ Message: 'Invalid company token.' }, 401)
  if (given.get('crmService') !== crmService) return jsonReply({ Message: 'There is no crmService of this name.' }, 400)
  return jsonReply(platform.offer.products().map(({ id, name }) => ({ ProductID: id, ProductName: name })))
}
