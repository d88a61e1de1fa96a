import type { Shell, WebContents } from 'electron'

/** Hosts that a link may lead to, in the person's own browser. No page links outside yet. */
const outsideHosts: ReadonlySet<string> = new Set()

/** Whether the system may be asked to open an address: `openExternal` runs programs for other schemes, so https alone. */
export function mayOpenOutside(address: string, hosts = outsideHosts): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && hosts.has(url.host) && url.username === '' && url.password === ''
}

/** A page opens no window of its own: one would come without the rules of the first. */
export function denyNewWindows(
  contents: Pick<WebContents, 'setWindowOpenHandler'>,
  shell: Pick<Shell, 'openExternal'>,
): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpenOutside(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
}
