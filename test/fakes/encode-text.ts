import type { Encoding } from '../../src/shared/decode-text.ts'

/** The bytes of a text in an encoding with one byte a character, as a spreadsheet program saves it. */
export function encodeText(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const bytesOf = new Map<string, number>()
  for (let byte = 255; byte >= 0; byte -= 1)
    bytesOf.set(new TextDecoder(encoding).decode(Uint8Array.from([byte])), byte)
  return Uint8Array.from(text, (character) => {
    const byte = bytesOf.get(character)
    if (byte === undefined) throw new Error(`${encoding} has no ${character}`)
    return byte
  })
}
