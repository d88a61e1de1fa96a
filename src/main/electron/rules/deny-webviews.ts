import type { WebContents } from 'electron'

/** A webview could be given a preload and Node of its own; the tag is switched off, and this holds if that is ever undone. */
export function denyWebviews(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
