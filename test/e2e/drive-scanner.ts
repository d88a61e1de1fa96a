import type { Page } from 'playwright'

/** How a test's scanner sends: milliseconds from key to key, and the end key. */
export interface Sending {
  readonly gap: number
  readonly end: 'Enter' | 'Tab' | 'none'
  /** Milliseconds that a key is down; absent if key releases are not sent. */
  readonly hold?: number
}

const endKeys = {
  Enter: [{ key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }],
  Tab: [{ key: 'Tab', windowsVirtualKeyCode: 9 }],
  none: [],
} as const

/** A scanner with US layout on a computer with German layout: its Ctrl+] arrives as Ctrl+plus. */
const groupSeparator = { key: '+', code: 'BracketRight', windowsVirtualKeyCode: 187, modifiers: 2 }

/**
 * Types like a scanner with these traits. A group separator (U+001D) is sent as on a German keyboard. Each key has its
 * own time; the last one has the present time, so that code waiting for a pause works.
 */
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
