/**
 * Signs a browser in, at the launch address. The host serves the app's page there with this script in front. It exchanges the token behind
 * the `#` for the bearer and keeps the bearer, where the app finds it. It has no imports, and no other script runs before it,
 * so the token is gone from the address before anything of the app runs.
 */

/**
 * Where the bearer is kept: in `localStorage`, which a browser keeps for each port apart. So a reload, a second tab and a
 * reopened browser go on working, which `sessionStorage` would end. What stays in the browser's profile opens nothing any more
 * when the host has stopped.
 */
export type BearerKey = 'setdesk-bearer'

declare global {
  interface Window {
    /** Resolves when the bearer is kept. Never, if the browser cannot be signed in: then another page comes. Only at the launch address. */
    setdeskSignIn?: Promise<void>
  }
}

const bearerKey: BearerKey = 'setdesk-bearer'
const token = location.hash.slice(1)
history.replaceState(undefined, '', '/')
if (token !== '') window.setdeskSignIn = signIn().then(leaveFor, () => leaveFor('/used'))

/** Resolves to the path of the page that says why this browser is not signed in, if it is not. */
async function signIn(): Promise<'/used' | '/taken' | '/no-storage' | undefined> {
  // A browser that keeps nothing has no service workers either, and may throw when asked for them.
  if (!canKeep()) return '/no-storage'
  if (await dropServiceWorkers()) return '/taken'
  const headers = { 'content-type': 'application/json' }
  const init: RequestInit = { method: 'POST', headers, body: JSON.stringify({ token }), credentials: 'omit' }
  const answer = await fetch('/session', init)
  if (!answer.ok) return '/used'
  const { value } = (await answer.json()) as { readonly value: { readonly bearer: string } }
  localStorage.setItem(bearerKey, value.bearer)
  return undefined
}

/** A host that is gone has no page: then the browser says that nothing answers. */
function leaveFor(page: string | undefined): void | Promise<never> {
  if (page === undefined) return undefined
  location.replace(page)
  return new Promise<never>(() => undefined)
}

/** Whether another program that had this port before left a service worker. It is removed, but it may have read the token. */
async function dropServiceWorkers(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  const found = await navigator.serviceWorker.getRegistrations()
  await Promise.all(found.map((worker) => worker.unregister()))
  return found.length > 0
}

/** Found out before the token is used up. */
function canKeep(): boolean {
  try {
    localStorage.setItem(bearerKey, localStorage.getItem(bearerKey) ?? '')
    return true
  } catch {
    return false
  }
}
