import type { Shell, WebContents } from 'electron'

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
