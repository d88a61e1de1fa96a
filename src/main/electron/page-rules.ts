import { readFile } from 'node:fs/promises'
import type { IpcMainInvokeEvent, Protocol, Session, Shell, WebContents } from 'electron'
import { listServedFiles, securityHeaders } from '../host/served-files.ts'

/** The scheme of the app's own pages. The app loads no page over the network. */
const ownScheme = 'app'
const ownHost = 'setdesk'

export const ownPage = `${ownScheme}://${ownHost}/`

/** Gives the scheme the same rights as https, so that the content security policy and secure contexts work. */
export const ownSchemePrivileges = {
  scheme: ownScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
} as const

/** Whether an address has the app's own origin. Compares the parts, because `URL.origin` is "null" for this scheme. */
export function isOwnUrl(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === `${ownScheme}:` && url.host === ownHost && url.username === '' && url.password === ''
}

export function isOwnPage(address: string): boolean {
  const path = URL.parse(address)?.pathname
  return isOwnUrl(address) && (path === '/' || path === '/index.html')
}

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

/** Whether a call comes from the app's own page. False for a frame inside the page, for a page that is gone, and for any other page. */
export const isTrustedSender = ({ senderFrame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean =>
  senderFrame !== null && senderFrame.parent === null && isOwnUrl(senderFrame.url)

/** Grants only camera video and notifications, and only to the app's page. One handler is for silent checks, the other for requests. */
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

/** Cancels every download, because the app offers no downloads. */
export function denyDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event) => event.preventDefault())
}

/** Keeps the window on its one page, which may be reloaded. Any other page would get access to the bridge. */
export function denyNavigation(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-navigate', (details) => {
    if (!isOwnPage(details.url)) details.preventDefault()
  })
  contents.on('will-frame-navigate', (details) => {
    // The page has no frames. An injected frame therefore may not load anything.
    if (!details.isMainFrame || !isOwnPage(details.url)) details.preventDefault()
  })
  contents.on('will-redirect', (details) => details.preventDefault())
  // A webview could have its own preload and Node access. The tag is already disabled; this rule is a second defence.
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Hosts whose links may open in the user's browser. So far no page links to an outside host. */
const outsideHosts: ReadonlySet<string> = new Set()

/** Whether the system may open an address. `openExternal` starts programs for other schemes, so only https is allowed. */
export function mayOpenOutside(address: string, hosts = outsideHosts): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && hosts.has(url.host) && url.username === '' && url.password === ''
}

/** Prevents new windows, because a new window would not have the rules of this window. */
export function denyNewWindows(
  contents: Pick<WebContents, 'setWindowOpenHandler'>,
  shell: Pick<Shell, 'openExternal'>,
): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpenOutside(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
}
