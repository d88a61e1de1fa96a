import type { IpcMainInvokeEvent } from 'electron'
import { isOwnUrl } from '../own-page.ts'

/**
 * Whether a call comes from the app's own page. Any frame can send a call: frames within the page, and frames that have
 * navigated away or are gone, are not trusted.
 */
export function isTrustedSender(event: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  const frame = event.senderFrame
  return frame !== null && frame.parent === null && isOwnUrl(frame.url)
}
