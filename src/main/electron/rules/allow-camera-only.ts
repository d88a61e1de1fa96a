import type { Session } from 'electron'
import { isOwnUrl } from '../own-page.ts'

/**
 * Of all that a page may ask for, the app's own page gets the camera, without sound. Both handlers are needed: the first
 * answers what a page may find out silently, the second what it asks for.
 */
export function allowCameraOnly(
  session: Pick<Session, 'setPermissionCheckHandler' | 'setPermissionRequestHandler' | 'setDevicePermissionHandler'>,
): void {
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin, details) =>
      permission === 'media' && details.mediaType === 'video' && details.isMainFrame && isOwnUrl(requestingOrigin),
  )
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    const kinds = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    const videoAlone = kinds.length > 0 && kinds.every((kind) => kind === 'video')
    decide(permission === 'media' && videoAlone && details.isMainFrame && isOwnUrl(details.requestingUrl))
  })
  session.setDevicePermissionHandler(() => false)
}
