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

/** The kinds of code that are searched. Others would cost time and could be found in noise. */
export const codeFormats = Object.keys(aims) as readonly (keyof typeof aims)[]

/** Kinds that consist of bars only, so that a single line across shows them. */
export const linearFormats = codeFormats.filter((format) => !['QRCode', 'DataMatrix', 'PDF417'].includes(format))

/** Kinds without a check digit. A wrong reading cannot be noticed. */
const unchecked: ReadonlySet<string> = new Set(['Code39', 'ITF'])

/** A code in a picture. `sure`: its own check digit is correct. */
export interface ReadCode extends LabelCode {
  readonly sure: boolean
}

/** Turns a code from the reader into a label code with its AIM identifier, which decides its role. */
export function readCode(format: string, text: string): ReadCode {
  const aim = isGs1(text) ? gs1Aims[format] : undefined
  const plain = format in aims ? aims[format as keyof typeof aims] : undefined
  const known = aim ?? plain
  return { text, sure: !unchecked.has(format), ...(known !== undefined && { aim: known }) }
}

const gs1Aims: Readonly<Record<string, string>> = { Code128: ']C1', DataMatrix: ']d2', QRCode: ']Q3' }

/**
 * Whether a text has GS1 syntax, which the reader does not report. An identifier with a valid article number, followed by another
 * identifier, is almost certainly GS1. Read as one text, it could pass for a serial number.
 */
function isGs1(text: string): boolean {
  return /^01\d{14}(?:$|1[0-7]|2[01]|24)/.test(text) && isGtin(text.slice(2, 16))
}

export const isSame = (one: ReadCode, other: ReadCode): boolean => one.text === other.text && one.aim === other.aim

/**
 * Removes fragments. A scan line that misses one side of a code without a check digit reads only a part of it unnoticed. If one
 * text contains another, only the longer one counts.
 */
export function withoutFragments(codes: readonly ReadCode[]): readonly ReadCode[] {
  return codes.filter(
    (code) =>
      code.sure ||
      !codes.some((other) => other.aim === code.aim && other.text !== code.text && other.text.includes(code.text)),
  )
}

/** In pixels. A picture with a longer side is scaled down before it is read. */
const longestSide = 3000

/** The size at which a picture is read: its own, or smaller if it is larger than a label needs. */
export function readingSize(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
