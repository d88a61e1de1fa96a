import type { ReadInputBarcodeFormat } from 'zxing-wasm/reader'
import { isGtin, type LabelCode } from '../../../../../shared/domain/label/label.ts'

/** The kinds of code on box labels, each with the AIM identifier that a scanner would send. */
const aims = {
  Code128: ']C0',
  Code39: ']A0',
  EAN13: ']E0',
  EAN8: ']E4',
  UPCA: ']E0',
  UPCE: ']E0',
  ITF: ']I0',
  QRCode: ']Q1',
  DataMatrix: ']d1',
  PDF417: ']L0',
} as const satisfies Partial<Record<ReadInputBarcodeFormat, string>>

/** The kinds of code that are searched. Other kinds would cost time, and noise could be read as such a code. */
export const codeFormats = Object.keys(aims) as readonly (keyof typeof aims)[]

/** The kinds of bar code. A single line across a bar code is enough to read it. */
export const linearFormats = codeFormats.filter((format) => !['QRCode', 'DataMatrix', 'PDF417'].includes(format))

/** Kinds of code without a check digit. A wrong reading of such a code is not noticed. */
const unchecked: ReadonlySet<string> = new Set(['Code39', 'ITF'])

/** A code in a picture. `sure`: this kind of code has a check digit, so that a wrong reading is noticed. */
export interface ReadCode extends LabelCode {
  readonly sure: boolean
}

/** Turns a code from the reader into a label code. Adds the AIM identifier, which helps to find the code's role on the label. */
export function readCode(format: string, text: string): ReadCode {
  const aim = isGs1(text) ? gs1Aims[format] : undefined
  const plain = format in aims ? aims[format as keyof typeof aims] : undefined
  const known = aim ?? plain
  return { text, sure: !unchecked.has(format), ...(known !== undefined && { aim: known }) }
}

const gs1Aims: Readonly<Record<string, string>> = { Code128: ']C1', DataMatrix: ']d2', QRCode: ']Q3' }

/**
 * Whether a text has GS1 syntax. The reader does not report the syntax, and a GS1 text could be mistaken for a serial number. A text
 * is almost certainly GS1 if it has the identifier 01 and a valid article number, and then ends or has another identifier.
 */
function isGs1(text: string): boolean {
  return /^01\d{14}(?:$|1[0-7]|2[01]|24)/.test(text) && isGtin(text.slice(2, 16))
}

export const isSame = (one: ReadCode, other: ReadCode): boolean => one.text === other.text && one.aim === other.aim

/**
 * Removes fragments of codes. A scan line that misses one side of a code may read only a part of the code. Without a check digit,
 * nothing shows that the rest is missing. So if one text contains another text, only the longer text counts.
 */
export function withoutFragments(codes: readonly ReadCode[]): readonly ReadCode[] {
  return codes.filter(
    (code) =>
      code.sure ||
      !codes.some((other) => other.aim === code.aim && other.text !== code.text && other.text.includes(code.text)),
  )
}

/** The longest side of a picture that is read, in pixels. A larger picture is scaled down first. */
const longestSide = 3000

/** Returns the size at which a picture is read, in pixels. A picture larger than a label needs is scaled down. */
export function readingSize(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
