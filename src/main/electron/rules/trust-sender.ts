import type { IpcMainInvokeEvent } from 'electron'
import { isOwnUrl } from '../own-page.ts'

/**
 * Whether a call comes from the app's own page. Any frame can send one: a frame within the page, and a frame that has
 * navigated or gone meanwhile, are nobody's business here.
 */
export function isTrustedSender(event: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  const frame = event.senderFrame
  return frame !== null && frame.parent === null && isOwnUrl(frame.url)
}
