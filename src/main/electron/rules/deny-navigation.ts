import type { WebContents } from 'electron'
import { isOwnPage } from '../own-page.ts'

/** The window stays on its one page, where it may be loaded again: any other page would be shown with the bridge at hand. */
export function denyNavigation(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-navigate', (details) => {
    if (!isOwnPage(details.url)) details.preventDefault()
  })
  contents.on('will-frame-navigate', (details) => {
    // The page has no frames; whatever puts one in does not get it filled.
    if (!details.isMainFrame || !isOwnPage(details.url)) details.preventDefault()
  })
  contents.on('will-redirect', (details) => details.preventDefault())
}
