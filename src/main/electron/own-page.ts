/** The scheme of the app's own pages. No page is loaded over the network. */
export const ownScheme = 'app'
const ownHost = 'setdesk'

/** The app's only page. */
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
