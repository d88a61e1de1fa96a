import type { WebContents } from 'electron'
import { isOwnPage } from '../own-page.ts'

/** The window stays on its one page, which may be reloaded. Any other page would have access to the bridge. */
export function denyNavigation(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-navigate', (details) => {
    if (!isOwnPage(details.url)) details.preventDefault()
  })
  contents.on('will-frame-navigate', (details) => {
    // The page has no frames. A frame that was injected stays empty.
    if (!details.isMainFrame || !isOwnPage(details.url)) details.preventDefault()
  })
  contents.on('will-redirect', (details) => details.preventDefault())
}
