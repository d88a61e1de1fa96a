/** In bytes. Larger files are no lists of boxes, and would not fit into memory with their parsed rows. */
export const largestBulkFile = 64 * 1024 * 1024

/** Why a file is no text. The locale has a message for each. */
export type FileProblem = 'empty' | 'too-large' | 'spreadsheet' | 'binary'

export type DecodedText =
  | { readonly ok: true; readonly text: string; readonly encoding: 'utf-8' | 'utf-16' | 'windows-1252' }
  | { readonly ok: false; readonly problem: FileProblem }

/** First bytes of a zipped spreadsheet, an old spreadsheet and a PDF. */
const notText: readonly { readonly begin: readonly number[]; readonly problem: FileProblem }[] = [
  { begin: [0x50, 0x4b, 0x03, 0x04], problem: 'spreadsheet' },
  { begin: [0xd0, 0xcf, 0x11, 0xe0], problem: 'spreadsheet' },
  { begin: [0x25, 0x50, 0x44, 0x46], problem: 'binary' },
]

/** Decodes a file: by its byte order mark if it has one, else as UTF-8, else as Windows-1252. */
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

/** A list has almost no control characters; a scanner may send a few. */
function judge(text: string, encoding: 'utf-8' | 'utf-16' | 'windows-1252'): DecodedText {
  if (text.trim() === '') return { ok: false, problem: 'empty' }
  const sample = text.slice(0, 100_000)
  const controls = Array.from(sample).filter(isControl).length
  if (text.includes('\u0000') || controls > 8 + sample.length / 200) return { ok: false, problem: 'binary' }
  return { ok: true, text, encoding }
}

/** Tab, line ends and the GS1 separator are allowed. */
function isControl(sign: string): boolean {
  return sign === '\uFFFD' || (/\p{Cc}/u.test(sign) && !'\t\n\r\u001D'.includes(sign))
}
