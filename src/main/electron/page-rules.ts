import { readFile } from 'node:fs/promises'
import type { IpcMainInvokeEvent, Protocol, Session, Shell, WebContents } from 'electron'
import { listServedFiles, securityHeaders } from '../host/served-files.ts'

/** The scheme of the app's own pages. No page is loaded over the network. */
const ownScheme = 'app'
const ownHost = 'setdesk'

export const ownPage = `${ownScheme}://${ownHost}/`

/** The scheme gets the same rights as https, so that the content security policy and secure contexts work as they do there. */
export const ownSchemePrivileges = {
  scheme: ownScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
} as const

/** Whether an address has the app's own origin. Compares the parts, because `URL.origin` is "null" for this scheme. */
export function isOwnUrl(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === `${ownScheme}:` && url.host === ownHost && url.username === '' && url.password === ''
}

/** Whether an address is that of the app's page, with any query or fragment. */
export function isOwnPage(address: string): boolean {
  const path = URL.parse(address)?.pathname
  return isOwnUrl(address) && (path === '/' || path === '/index.html')
}

/** Serves only the renderer's files under the app's own scheme. */
export function serveOwnScheme(protocol: Pick<Protocol, 'handle'>, rendererFolder: string): void {
  const files = listServedFiles(rendererFolder)
  protocol.handle(ownScheme, async (request) => {
    const url = URL.parse(request.url)
    const file = isOwnUrl(request.url) && request.method === 'GET' ? files.get(url?.pathname ?? '') : undefined
    if (file === undefined) return new Response(null, { status: 404, headers: securityHeaders })
    const headers = { ...securityHeaders, 'content-type': file.type, 'cache-control': 'no-store' }
    return new Response(await readFile(file.path), { headers })
  })
}

/** Whether a call comes from the app's own page: not from a frame in it, nor from one that is gone or elsewhere. */
export const isTrustedSender = ({ senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean =>
  senderFrame !== null && senderFrame.parent === null && isOwnUrl(senderFrame.url)

/**
 * The only permissions granted are the camera, without sound, and notifications of the system, and only to the app's own page.
 * Both handlers are needed: the first answers silent checks, the second answers requests.
 */
export function allowCameraAndNotifications(
  session: Pick<Session, 'setPermissionCheckHandler' | 'setPermissionRequestHandler' | 'setDevicePermissionHandler'>,
): void {
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin, details) =>
      details.isMainFrame &&
      isOwnUrl(requestingOrigin) &&
      (permission === 'notifications' || (permission === 'media' && details.mediaType === 'video')),
  )
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    const kinds = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    const videoAlone = kinds.length > 0 && kinds.every((kind) => kind === 'video')
    const isNeeded = permission === 'notifications' || (permission === 'media' && videoAlone)
    decide(isNeeded && details.isMainFrame && isOwnUrl(details.requestingUrl))
  })
  session.setDevicePermissionHandler(() => false)
}

/** The app offers no downloads. This rule cancels any that starts anyway. */
export function denyDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event) => event.preventDefault())
}

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
  // A webview could get its own preload and Node access. The tag is switched off; this rule is the second defence.
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Hosts whose links may open in the user's browser. No page links to an outside host yet. */
const outsideHosts: ReadonlySet<string> = new Set()

/** Whether the system may open an address. `openExternal` starts programs for other schemes, so only https is allowed. */
export function mayOpenOutside(address: string, hosts = outsideHosts): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && hosts.has(url.host) && url.username === '' && url.password === ''
}

/** A page must not open windows: a new window would not have the rules of the first. */
export function denyNewWindows(
  contents: Pick<WebContents, 'setWindowOpenHandler'>,
  shell: Pick<Shell, 'openExternal'>,
): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpenOutside(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
}
