import type { BarcodeFormat } from 'barcode-detector/ponyfill'
import { isGtin, type LabelCode } from '../../../../../shared/domain/label/label.ts'

/** The kinds of code on labels of boxes, and the AIM identifier that a scanner would send with each. */
const aims = {
  code_128: ']C0',
  code_39: ']A0',
  ean_13: ']E0',
  ean_8: ']E4',
  upc_a: ']E0',
  upc_e: ']E0',
  itf: ']I0',
  qr_code: ']Q1',
  data_matrix: ']d1',
  pdf417: ']L0',
} as const satisfies Partial<Record<BarcodeFormat, string>>

/** The kinds to look for. Others would cost time and could be found in noise. */
export const codeFormats = Object.keys(aims) as readonly (keyof typeof aims)[]

/** Kinds without a check digit: a wrong reading cannot be noticed. */
const unchecked: ReadonlySet<string> = new Set(['code_39', 'itf'])

/** A code in a picture. `sure`: it was verified by its own check digit. */
export interface ReadCode extends LabelCode {
  readonly sure: boolean
}

/** Turns a code of the reader into a label code with its AIM identifier, which decides its role. */
export function readCode(format: string, text: string): ReadCode {
  const aim = isGs1(text) ? gs1Aims[format] : undefined
  const plain = format in aims ? aims[format as keyof typeof aims] : undefined
  const known = aim ?? plain
  return { text, sure: !unchecked.has(format), ...(known !== undefined && { aim: known }) }
}

const gs1Aims: Readonly<Record<string, string>> = { code_128: ']C1', data_matrix: ']d2', qr_code: ']Q3' }

/**
 * The reader does not report GS1 syntax. An article number with a valid check digit after its identifier, followed by
 * another identifier, is almost certainly GS1. Read as one text, it might pass for a serial number.
 */
function isGs1(text: string): boolean {
  return /^01\d{14}(?:$|1[0-7]|2[01]|24)/.test(text) && isGtin(text.slice(2, 16))
}

/** In pixels. A picture with a longer side is scaled down before it is read. */
const longestSide = 3000

/** The size at which a picture is read: its own, or smaller if it is larger than a label needs. */
export function readingSize(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
