import { defaultFieldNames, type Json, plainName } from '../answer.ts'
import { isObject, readBody } from '../body.ts'
import { asText } from '../find-fields.ts'
import { createRedactor } from '../redact.ts'
import { shortestToken } from '../spell-secret.ts'
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

/** Reads the answer to the call for products and removes the token from it. A short token stays in ids and names, as in other data. */
export function readProductList(status: number, text: string, token: string): ProductList {
  const body = readBody(text)
  const data = body.kind === 'data' ? body.data : undefined
  const said = body.kind === 'text' ? body.text : messageOf(data)
  const words = createRedactor([], [token]).text(said).slice(0, longestWords)
  const withWords = words === '' ? {} : { words }
  if (status === 404 || status === 405) return { kind: 'not-offered' }
  if (isRefusing(status)) return { kind: 'refused', ...withWords }
  const products = status === 200 ? readProducts(data, token) : undefined
  if (products === undefined) return { kind: 'not-understood', ...withWords }
  return { kind: 'listed', products }
}

/** Reads a list of products. Undefined if the data has no list or too many records, or if any record lacks an id or a name. */
function readProducts(data: Json | undefined, token: string): readonly PlatformProduct[] | undefined {
  const list = findRecords(data)
  if (list === undefined || list.length > most) return undefined
  const clean = createRedactor([], token.length < shortestToken ? [] : [token]).text
  const products = list.map((record) => {
    const productid = valueOf(record, 'productid')
    const name = valueOf(record, 'productname')
    if (productid === undefined || name === undefined) return undefined
    return { productid: clean(productid), name: clean(name).slice(0, 100) }
  })
  const sound = products.filter((product) => product !== undefined)
  return sound.length === products.length ? sound : undefined
}

/**
 * The list itself, or the only list in an envelope such as `{ "success": true, "data": [] }`. An envelope that reports a failure has none.
 * An empty list counts only under a usual name and without a message, because an envelope of something else may have an empty list, too.
 */
function findRecords(data: Json | undefined): readonly Json[] | undefined {
  if (Array.isArray(data)) return data as readonly Json[]
  if (!isObject(data)) return undefined
  const entries = Object.entries(data)
  const { fault, flag, wrapper } = defaultFieldNames
  const isFailure = entries.some(([key, value]) => {
    const text = asText(value)
    if (fault.includes(plainName(key))) return text !== undefined && !/^(?:false|0|no|none|null)$/i.test(text)
    return flag.includes(plainName(key)) && !/^(?:true|1|ok|yes|success)$/i.test(text ?? '')
  })
  const parts = entries.filter(([, value]) => typeof value === 'object' && value !== null)
  const [only, ...others] = parts
  if (isFailure || only === undefined || others.length > 0) return undefined
  const list = findRecords(only[1])
  const isNamed = /^products?(?:list)?$/.test(plainName(only[0])) || wrapper.includes(plainName(only[0]))
  return list?.length === 0 && (!isNamed || messageOf(data) !== '') ? undefined : list
}

function valueOf(record: Json | undefined, name: string): string | undefined {
  if (!isObject(record)) return undefined
  return asText(Object.entries(record).find(([key]) => plainName(key) === name)?.[1])
}

const messageOf = (data: Json | undefined): string => valueOf(data, 'message') ?? ''
