/**
 * Signs a browser in at the launch address. At that address, the host serves the app's page with this script before all other scripts. The
 * script exchanges the token after the `#` for the bearer token, and stores the bearer token for the app. The script has no imports, so it
 * removes the token from the address before any code of the app runs.
 */

/**
 * The key of the bearer token in `localStorage`, which browsers separate by port. The token is not in `sessionStorage`, because a
 * second tab and a reopened browser must continue to work. After the host has stopped, the stored token is useless.
 */
export type BearerKey = 'setdesk-bearer'

declare global {
  interface Window {
    /**
     * Exists only at the launch address. Resolves when the bearer token is stored. If the browser cannot be signed in, another page
     * opens, and the promise never resolves.
     */
    setdeskSignIn?: Promise<void>
    /**
     * The host's answer to the page's first call, `app.snapshot`. If the host has loaded the app, the host's reply to the sign-in contains
     * the answer. Otherwise this script makes the call while the page's script is still loading.
     */
    setdeskFirstAnswer?: Promise<Response>
  }
}

const bearerKey: BearerKey = 'setdesk-bearer'
const token = location.hash.slice(1)
history.replaceState(undefined, '', '/')
if (token !== '') window.setdeskSignIn = signIn().then(leaveFor, () => leaveFor('/used'))
preloadTexts()

/**
 * Loads the texts in the browser's language early. In the page's HTML, the build adds the file of each language to the `script` element of
 * this file.
 */
function preloadTexts(): void {
  const files = JSON.parse(document.currentScript?.dataset['texts'] ?? '{}') as Readonly<Record<string, string>>
  const file = files[navigator.language.slice(0, 2)] ?? files['en']
  if (file === undefined) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  document.head.append(link)
}

/** Signs in. Resolves to undefined, or to the path of a page that explains why this browser cannot be signed in. */
async function signIn(): Promise<'/used' | '/taken' | '/no-storage' | undefined> {
  const isTaken = dropServiceWorkers()
  // In a browser that stores nothing, this promise may fail or never settle. So an error of the promise is ignored, and the promise is
  // awaited only after `canKeep`.
  isTaken.catch(() => undefined)
  if (!canKeep()) return '/no-storage'
  if (await isTaken) return '/taken'
  const headers = { 'content-type': 'application/json' }
  const init: RequestInit = { method: 'POST', headers, body: JSON.stringify({ token }), credentials: 'omit' }
  const asked = fetch('/session', init)
  prepareLanguages()
  const answer = await asked
  if (!answer.ok) return '/used'
  const { value } = (await answer.json()) as { readonly value: { readonly bearer: string; readonly first?: unknown } }
  localStorage.setItem(bearerKey, value.bearer)
  const signedIn = { ...headers, authorization: `Bearer ${value.bearer}` }
  window.setdeskFirstAnswer =
    value.first === undefined
      ? fetch('/bridge/app.snapshot', { ...init, headers: signedIn, body: '{}' })
      : Promise.resolve(Response.json(value.first))
  return undefined
}

/** Makes the browser load its list of languages while the host answers. The page needs the list, and loading it takes ten milliseconds. */
const prepareLanguages = (): void => void Intl.DateTimeFormat.supportedLocalesOf([])

/** Opens a page, and never resolves. Without a page, does nothing. If the host is gone, the browser shows that nothing answers. */
function leaveFor(page: string | undefined): void | Promise<never> {
  if (page === undefined) return undefined
  location.replace(page)
  return new Promise<never>(() => undefined)
}

/**
 * Removes service workers. Returns true if there was one: it comes from another program that used this port, and may have read the token.
 */
async function dropServiceWorkers(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  const found = await navigator.serviceWorker.getRegistrations()
  await Promise.all(found.map((worker) => worker.unregister()))
  return found.length > 0
}

/** Whether the browser can store the token. Checked before the token is used up. */
function canKeep(): boolean {
  try {
    localStorage.setItem(bearerKey, localStorage.getItem(bearerKey) ?? '')
    return true
  } catch {
    return false
  }
}
