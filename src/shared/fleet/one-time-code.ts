/**
 * The one-time code with which a station enrols. The hub learns only the result of `deriveLookup`. The envelope that a supervisor adds to
 * the code is sealed with the result of `deriveEnvelopeKey`. Node and browsers have the same WebCrypto, so both sides use this file.
 */

/** Crockford's Base32. This alphabet omits I, L, O and U, so that a printed code is not misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const written = new RegExp(`^[${alphabet}]{24}$`)

/** The random bytes of one code: 15 bytes are 120 bits. */
export const oneTimeCodeBytes = 15

/** Writes 15 random bytes as a code of six groups, such as `7K2M-...`. */
export function formatOneTimeCode(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five, 2))).join('')
  return (letters.match(/.{4}/g) ?? []).join('-')
}

/** The 24 letters of a typed code. Ignores spaces, dashes and case; reads O as 0, I and L as 1. Undefined if the text is not a code. */
export function normaliseOneTimeCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return written.test(letters) ? letters : undefined
}

/** The name under which the hub knows a normalised code: HKDF-SHA256, lower-case hexadecimal. */
export async function deriveLookup(code: string): Promise<string> {
  const bytes = await derive(code, 'setdesk fleet lookup')
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The 32 bytes that seal the envelope of a normalised code: HKDF-SHA256. The hub never sees these bytes. */
export function deriveEnvelopeKey(code: string): Promise<Uint8Array> {
  return derive(code, 'setdesk fleet envelope')
}

async function derive(code: string, info: string): Promise<Uint8Array> {
  const text = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', text.encode(code), 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(info) }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256))
}
