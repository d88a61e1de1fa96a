import type { Connection } from '../shared/domain/connection/connection.ts'
import { isLong, readAside } from './aside/read-aside.ts'
import { readProductList, type ProductList } from './read/product-list.ts'
import type { Route, Transport } from './transport/exchange.ts'

interface ProductListDeps {
  readonly transport: Transport
  readonly connection: Pick<Connection, 'baseUrl' | 'crmService' | 'timeoutSeconds'>
  readonly token: string
  readonly route: Route
}

const path = '/api/GetProducts/getProducts_V2'

/**
 * Fetches the platform's list of products. The interface document does not have this call, but a public client uses it (What clients saw).
 * The call is therefore not in the catalogue, and some platforms may not have it. Never throws because of the network.
 */
export async function fetchProducts({ transport, connection, token, route }: ProductListDeps): Promise<ProductList> {
  const { baseUrl, crmService, timeoutSeconds } = connection
  const url = new URL(baseUrl + path)
  url.searchParams.set('crmService', crmService)
  url.searchParams.set('authToken', token)
  const request = { method: 'GET', url, changes: false, timeoutMs: timeoutSeconds * 1000, route } as const
  const exchange = await transport.exchange(request)
  if (exchange.reach !== 'answered') return { kind: 'unreached', failure: exchange.failure }
  const { status, text } = exchange
  return isLong(text) ? readAside({ kind: 'products', exchange, token }) : readProductList(status, text, token)
}
