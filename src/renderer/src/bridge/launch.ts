/**
 * The page at the launch address. It exchanges the token behind the `#` for the bearer, keeps the bearer, and goes to the app,
 * which finds it there. It stands alone, so that the token is gone before anything else of the app runs.
 */

/**
 * Where the bearer is kept: in `localStorage`, which a browser keeps for each port apart. So a reload, a second tab and a
 * reopened browser go on working, which `sessionStorage` would end. What stays in the browser's profile opens nothing any more
 * when the host has stopped.
 */
export type BearerKey = 'setdesk-bearer'

const bearerKey: BearerKey = 'setdesk-bearer'
const token = location.hash.slice(1)
history.replaceState(undefined, '', location.pathname)
// A host that is gone has no page: then the browser says that nothing answers.
location.replace(token === '' ? '/' : await signIn().catch(() => '/used'))

/** Resolves to the path of the page that comes next. */
async function signIn(): Promise<'/' | '/used' | '/taken' | '/no-storage'> {
  // A browser that keeps nothing has no service workers either, and may throw when asked for them.
  if (!canKeep()) return '/no-storage'
  if (await dropServiceWorkers()) return '/taken'
  const headers = { 'content-type': 'application/json' }
  const init: RequestInit = { method: 'POST', headers, body: JSON.stringify({ token }), credentials: 'omit' }
  const answer = await fetch('/session', init)
  if (!answer.ok) return '/used'
  const { value } = (await answer.json()) as { readonly value: { readonly bearer: string } }
  localStorage.setItem(bearerKey, value.bearer)
  return '/'
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
