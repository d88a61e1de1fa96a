import type { Page } from 'playwright'

/** How a scanner of a test sends: milliseconds from key to key, and the key at the end. */
export interface Sending {
  readonly gap: number
  readonly end: 'Enter' | 'Tab' | 'none'
  /** Milliseconds that a key is down; absent where no key is told to go up. */
  readonly hold?: number
}

const endKeys = {
  Enter: [{ key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }],
  Tab: [{ key: 'Tab', windowsVirtualKeyCode: 9 }],
  none: [],
} as const

/** Where a scanner with US keys meets a computer with German ones, Ctrl and its bracket is Ctrl and a plus. */
const groupSeparator = { key: '+', code: 'BracketRight', windowsVirtualKeyCode: 187, modifiers: 2 }

/** Types as a scanner that sends so, a group separator (U+001D) as on a German keyboard. Each key carries its own time; the last one's is now, so that what waits for a pause sees one. */
export async function sendAs(page: Page, text: string, { gap, end, hold }: Sending): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const keys = [
    ...Array.from(text, (character) => (character === '\u001D' ? groupSeparator : { key: character, text: character })),
    ...endKeys[end],
  ]
  const begun = Date.now() - (keys.length - 1) * gap
  await Promise.all(
    keys.flatMap(({ key, ...rest }, index) => {
      const at = begun + index * gap
      const down = session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...rest, timestamp: at / 1000 })
      if (hold === undefined) return [down]
      return [down, session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp: (at + hold) / 1000 })]
    }),
  )
  await session.detach()
}
