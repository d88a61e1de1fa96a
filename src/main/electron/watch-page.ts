import type { BrowserWindow, Dialog } from 'electron'
import { hostTexts } from '../host/say.ts'
import type { Log } from '../ports.ts'

/** A page that is lost twice within this time would be lost again. */
const soonMs = 60_000

/** Chromium's code for a load that another one took the place of. */
const aborted = -3

/**
 * Brings the page back once where its process is gone or it could not be loaded: drafts and work are kept outside it. Where it
 * is lost again soon, that is said and the app ends.
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
