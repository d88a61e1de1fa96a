import { type Json, plainName } from '../answer.ts'
import { isObject, readBody } from '../body.ts'
import { asText } from '../find-fields.ts'
import { createRedactor } from '../redact.ts'
import { type NetworkFailure, isRefusing } from '../transport/exchange.ts'

export interface PlatformProduct {
  readonly productid: string
  readonly name: string
}

/** `unreached`: no answer. `not-offered`: the platform has no such call. `words`: the platform's own message. */
export type ProductList =
  | { readonly kind: 'listed'; readonly products: readonly PlatformProduct[] }
  | { readonly kind: 'unreached'; readonly failure: NetworkFailure }
  | { readonly kind: 'not-offered' | 'refused' | 'not-understood'; readonly words?: string }

const most = 1000
const longestWords = 300

/** Reads the answer to the call for products and removes the token from it. */
export function readProductList(status: number, text: string, token: string): ProductList {
  const body = readBody(createRedactor([], [token]).text(text))
  const data = body.kind === 'data' ? body.data : undefined
  const words = (body.kind === 'text' ? body.text : messageOf(data)).slice(0, longestWords)
  const withWords = words === '' ? {} : { words }
  if (status === 404 || status === 405) return { kind: 'not-offered' }
  if (isRefusing(status)) return { kind: 'refused', ...withWords }
  const products = status === 200 ? readProducts(data) : undefined
  if (products === undefined) return { kind: 'not-understood', ...withWords }
  return { kind: 'listed', products }
}

/** Reads a list of products. Undefined if the data is no list or has too many records, or if any record lacks an id or a name. */
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
