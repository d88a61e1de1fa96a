import { z } from 'zod'

/**
 * The papers for handouts, in millimetres. A roll has no height, because its page is as long as the content. `printed`: the width
 * that the printer reaches; a thermal printer's head is narrower than its roll.
 */
export const papers = {
  'roll-58': { width: 58, printed: 48 },
  'roll-80': { width: 80, printed: 72 },
  a6: { width: 105, height: 148, printed: 89 },
  a5: { width: 148, height: 210, printed: 124 },
  a4: { width: 210, height: 297, printed: 174 },
} as const satisfies Readonly<Record<string, Paper>>

/** A box sticker for a label printer, in millimetres. */
export const stickerPaper = { width: 62, height: 29, printed: 56 } as const satisfies Paper

export interface Paper {
  readonly width: number
  readonly height?: number
  readonly printed: number
}

export type PaperName = keyof typeof papers
export const paperNames = Object.keys(papers) as readonly PaperName[]
export const paperSchema = z.enum(paperNames as [PaperName, ...PaperName[]])

/** The most characters of a logo, for about 30 kB of picture. */
export const largestLogo = 40_000

/** The operator's logo as a PNG, made from the pixels of the chosen picture; empty for none. A PNG can hold no script and no address. */
export const logoSchema = z
  .string()
  .max(largestLogo, 'too-long')
  .regex(/^(?:data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+={0,2})?$/, 'logo')

/** A message that sends the handout's text to the customer. Only mail uses `subject`. */
export interface Message {
  readonly by: 'mail' | 'sms'
  readonly subject: string
  readonly text: string
}

/** A link that opens a message in the system's program. The link names no recipient and no file: the technician adds the recipient. */
export function messageLink({ by, subject, text }: Message): string {
  const body = encodeURIComponent(text)
  return by === 'sms' ? `sms:?&body=${body}` : `mailto:?subject=${encodeURIComponent(subject)}&body=${body}`
}
