import type { Session } from 'electron'
import { isOwnUrl } from '../own-page.ts'

/**
 * The only permission granted is the camera, without sound, and only to the app's own page. Both handlers are needed: the
 * first answers silent checks, the second answers requests.
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
