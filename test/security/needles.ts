/** A secret in every form in which code spells a text by accident. Each form is searched for in text and in bytes. */
export function spellOut(secret: string): readonly Buffer[] {
  const percent = encodeURIComponent(secret)
  const texts = [
    secret,
    percent,
    percent.toLowerCase(),
    encodeURIComponent(percent),
    percent.replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    Buffer.from(secret).toString('hex'),
    ...[0, 1, 2].flatMap((offset) => inBase64(secret, offset)),
  ]
  return [...new Set(texts)].map((text) => Buffer.from(text)).concat(Buffer.from(secret, 'utf16le'))
}

/** The middle of the base64 of a secret, which does not depend on what stands before and after it. */
function inBase64(secret: string, offset: number): readonly string[] {
  const encoded = Buffer.from(`${'-'.repeat(offset)}${secret}`).toString('base64')
  const middle = encoded.slice(offset === 0 ? 0 : 4, -4)
  return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')]
}

/** The names of the secrets that a text or some bytes hold. */
export function findSecrets(
  secrets: Readonly<Record<string, readonly Buffer[]>>,
  where: string | Buffer,
): readonly string[] {
  const bytes = Buffer.from(where)
  return Object.keys(secrets).filter((name) => secrets[name]?.some((form) => bytes.includes(form)) === true)
}
