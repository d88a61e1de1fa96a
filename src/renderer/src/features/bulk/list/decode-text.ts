/** Larger files are no list of boxes, and would not fit into memory beside what is made of them. */
export const largestBulkFile = 64 * 1024 * 1024

/** Why a file is no text; each has a sentence in the locale. */
export type FileProblem = 'empty' | 'too-large' | 'spreadsheet' | 'binary'

export type DecodedText =
  | { readonly ok: true; readonly text: string; readonly encoding: 'utf-8' | 'utf-16' | 'windows-1252' }
  | { readonly ok: false; readonly problem: FileProblem }

/** How a packed spreadsheet, an old spreadsheet and a PDF begin. */
const notText: readonly { readonly begin: readonly number[]; readonly problem: FileProblem }[] = [
  { begin: [0x50, 0x4b, 0x03, 0x04], problem: 'spreadsheet' },
  { begin: [0xd0, 0xcf, 0x11, 0xe0], problem: 'spreadsheet' },
  { begin: [0x25, 0x50, 0x44, 0x46], problem: 'binary' },
]

/** The text of a file: by its mark where it has one, else UTF-8, and what is no UTF-8 as Windows writes it in the west. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) return { ok: false, problem: 'empty' }
  if (bytes.length > largestBulkFile) return { ok: false, problem: 'too-large' }
  const known = notText.find(({ begin }) => begin.every((byte, index) => bytes[index] === byte))
  if (known !== undefined) return { ok: false, problem: known.problem }
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff
  if (isLittle || isBig) return judge(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes), 'utf-16')
  try {
    return judge(new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'utf-8')
  } catch {
    return judge(new TextDecoder('windows-1252').decode(bytes), 'windows-1252')
  }
}

/** Control characters stand in no list; a scanner's few are let through. */
function judge(text: string, encoding: 'utf-8' | 'utf-16' | 'windows-1252'): DecodedText {
  if (text.trim() === '') return { ok: false, problem: 'empty' }
  const sample = text.slice(0, 100_000)
  const controls = Array.from(sample).filter(isControl).length
  if (text.includes('\u0000') || controls > 8 + sample.length / 200) return { ok: false, problem: 'binary' }
  return { ok: true, text, encoding }
}

/** Tab, line ends and the separator of GS1 codes are let through. */
function isControl(sign: string): boolean {
  return sign === '\uFFFD' || (/\p{Cc}/u.test(sign) && !'\t\n\r\u001D'.includes(sign))
}
