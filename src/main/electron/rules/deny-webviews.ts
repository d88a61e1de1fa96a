import type { WebContents } from 'electron'

/** A webview could get its own preload and Node access. The tag is switched off; this rule is the second defence. */
export function denyWebviews(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
