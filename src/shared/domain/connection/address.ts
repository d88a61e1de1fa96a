/** The corrections to a typed address. The screen shows them to the user. */
export const addressFixes = [
  'scheme-added',
  'credentials-removed',
  'query-removed',
  'api-removed',
  'slash-removed',
] as const
type AddressFixing = (typeof addressFixes)[number]

export type AddressProblem = 'empty' | 'scheme' | 'not-understood'

/** A platform's address in the form that a connection stores. `plainHttp`: token and passwords would be sent in clear text. */
export type AddressReading =
  | {
      readonly ok: true
      readonly baseUrl: string
      readonly mended: readonly AddressFixing[]
      readonly plainHttp: boolean
    }
  | { readonly ok: false; readonly problem: AddressProblem }

const sections = 'AddCustomer|CustomerStatus|RenewCustomer|ChangeCustomerProduct|MacAddress|GetCustomer|GetProducts'

/** Matches `/api` and what follows it in a pasted address of an operation (What the service does). */
const api = new RegExp(`/api(?:/+(?:${sections})(?:/.*)?)?/*$`, 'i')

/** Reads a typed or pasted address of a platform and lists the corrections. Never throws. */
export function readAddress(typed: string): AddressReading {
  const text = typed.trim()
  if (text === '') return { ok: false, problem: 'empty' }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return { ok: false, problem: 'scheme' }
  const url = parse(scheme === undefined ? `https://${text.replace(/^\/\//, '')}` : text)
  // A host named "http" shows that the user pasted an address after an existing scheme.
  if (url === undefined || /^https?$/i.test(url.hostname)) return { ok: false, problem: 'not-understood' }
  const mended: AddressFixing[] = []
  if (scheme === undefined) mended.push('scheme-added')
  if (url.username !== '' || url.password !== '') mended.push('credentials-removed')
  if (/[?#]/.test(text)) mended.push('query-removed')
  const withoutApi = url.pathname.replace(api, '')
  if (withoutApi !== url.pathname) mended.push('api-removed')
  const path = withoutApi.replace(/\/+$/, '')
  const lonelySlash = url.pathname === '/' && !/\/\s*(?:[?#].*)?$/.test(text)
  if (path !== withoutApi && !lonelySlash) mended.push('slash-removed')
  return { ok: true, baseUrl: url.origin + path, mended, plainHttp: url.protocol === 'http:' }
}

function parse(text: string): URL | undefined {
  const url = /\s/.test(text) ? null : URL.parse(text)
  return url === null || url.hostname === '' ? undefined : url
}
