/** The scheme of the app's own pages; nothing is ever loaded over the network. */
export const ownScheme = 'app'
const ownHost = 'setdesk'

/** The one page there is. */
export const ownPage = `${ownScheme}://${ownHost}/`

/** What the scheme may do: the same as https, so that the content security policy and secure contexts work as they do there. */
export const ownSchemePrivileges = {
  scheme: ownScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
} as const

/** Whether an address is of the app's own origin. The origin of such an address is "null" here, so its parts are compared. */
export function isOwnUrl(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === `${ownScheme}:` && url.host === ownHost && url.username === '' && url.password === ''
}

/** Whether an address is that of the one page, wherever in it. */
export function isOwnPage(address: string): boolean {
  const path = URL.parse(address)?.pathname
  return isOwnUrl(address) && (path === '/' || path === '/index.html')
}
