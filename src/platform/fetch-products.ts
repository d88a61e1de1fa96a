import type { Connection } from '../shared/domain/connection/connection.ts'
import type { Json } from './answer.ts'
import { isObject, readBody } from './body.ts'
import { asText } from './find-fields.ts'
import { plainName } from './field-names.ts'
import { createRedactor } from './redact.ts'
import type { NetworkFailure, Route, Transport } from './transport/exchange.ts'
import { isRefusing } from './statuses.ts'

export interface PlatformProduct {
  readonly productid: string
  readonly name: string
}

/** `unreached`: no answer. `not-offered`: the platform has no such call. `words`: the platform's own message. */
export type ProductList =
  | { readonly kind: 'listed'; readonly products: readonly PlatformProduct[] }
  | { readonly kind: 'unreached'; readonly failure: NetworkFailure }
  | { readonly kind: 'not-offered' | 'refused' | 'not-understood'; readonly words?: string }

interface ProductListDeps {
  readonly transport: Transport
  readonly connection: Pick<Connection, 'baseUrl' | 'crmService' | 'timeoutSeconds'>
  readonly token: string
  readonly route: Route
}

const path = '/api/GetProducts/getProducts_V2'
const most = 1000
const longestWords = 300

/**
 * Fetches the platform's list of products. The interface document does not have this call; a public client uses it (What
 * clients saw). It is therefore not in the catalogue, and a platform may not offer it.
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
  const body = readBody(createRedactor([token]).text(text))
  const data = body.kind === 'data' ? body.data : undefined
  const words = (body.kind === 'text' ? body.text : messageOf(data)).slice(0, longestWords)
  const withWords = words === '' ? {} : { words }
  if (status === 404 || status === 405) return { kind: 'not-offered' }
  if (isRefusing(status)) return { kind: 'refused', ...withWords }
  const products = status === 200 ? readProducts(data) : undefined
  if (products === undefined) return { kind: 'not-understood', ...withWords }
  return { kind: 'listed', products }
}

/** Undefined if any record lacks an id or a name. */
function readProducts(data: Json | undefined): readonly PlatformProduct[] | undefined {
  if (!Array.isArray(data) || data.length > most) return undefined
  const products = (data as readonly Json[]).map((record) => {
    const productid = valueOf(record, 'productid')
    const name = valueOf(record, 'productname')
    return productid === undefined || name === undefined ? undefined : { productid, name: name.slice(0, 100) }
  })
  const sound = products.filter((product) => product !== undefined)
  return sound.length === products.length ? sound : undefined
}

function valueOf(record: Json | undefined, name: string): string | undefined {
  if (!isObject(record)) return undefined
  return asText(Object.entries(record).find(([key]) => plainName(key) === name)?.[1])
}

const messageOf = (data: Json | undefined): string => valueOf(data, 'message') ?? ''
