import type { BrowserWindow, Dialog } from 'electron'
import { hostTexts } from '../host/say.ts'
import type { Log } from '../ports.ts'

/** A page that is lost twice within this time is not reloaded a second time. */
const soonMs = 60_000

/** Chromium's error code for a load that was replaced by another load. */
const aborted = -3

/**
 * Reloads the page once if its process is gone or it failed to load. Drafts and work are stored outside the page. If the page
 * is lost again soon, shows an error and ends the app.
 */
export function watchPage(
  window: BrowserWindow,
  {
    dialog,
    log,
    quit,
  }: { readonly dialog: Pick<Dialog, 'showErrorBox'>; readonly log: Log; readonly quit: () => void },
): void {
  let lastAt = Number.NEGATIVE_INFINITY
  const bringBack = (): void => {
    const now = performance.now()
    const isSoon = now - lastAt < soonMs
    lastAt = now
    if (!isSoon) return window.webContents.reload()
    dialog.showErrorBox(hostTexts.title, hostTexts.pageGone)
    quit()
  }
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    log.problem('page.gone', { reason, exitCode })
    bringBack()
  })
  window.webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    if (!isMainFrame || code === aborted || window.isDestroyed()) return
    log.problem('page.not-loaded', { code })
    bringBack()
  })
}
