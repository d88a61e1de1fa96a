import { useSyncExternalStore } from 'react'
import { paths } from './routes.ts'

/**
 * The part of a path that the address shows. It names no customer: browsers keep addresses in their history, unencrypted, and show them
 * while Setdesk is locked. The whole path is in the state of the history entry.
 */
const shownPart = (path: string): string => (path.startsWith(`${paths.customers}/`) ? paths.customers : path)

const pathInAddress = (): string => `/${location.hash.replace(/^#?\/?/, '')}`

function currentPath(): string {
  const state: unknown = history.state
  const isHidden = typeof state === 'object' && state !== null && 'path' in state && typeof state.path === 'string'
  return isHidden ? String(state.path) : pathInAddress()
}

/** Opens a path. `state`: for the history entry; not for a path whose customer is hidden. */
export function navigate(
  path: string,
  { state = null, replace = false }: { readonly state?: unknown; readonly replace?: boolean } = {},
): void {
  const shown = shownPart(path)
  history[replace ? 'replaceState' : 'pushState'](shown === path ? state : { path }, '', `#${shown}`)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

/** Hides a customer that a link in a new tab, or an address that was typed, named. */
function hideCustomer(): void {
  const path = pathInAddress()
  if (shownPart(path) !== path) history.replaceState({ path }, '', `#${shownPart(path)}`)
}

function subscribe(listener: () => void): () => void {
  const hear = () => {
    hideCustomer()
    listener()
  }
  hideCustomer()
  for (const name of ['hashchange', 'popstate'] as const) window.addEventListener(name, hear)
  return () => {
    for (const name of ['hashchange', 'popstate'] as const) window.removeEventListener(name, hear)
  }
}

/** The path of the screen, and the function that opens another one. Paths are after the `#`, because both hosts serve a single page. */
export const usePageAddress = (): [string, typeof navigate] => [useSyncExternalStore(subscribe, currentPath), navigate]
usePageAddress.hrefs = (path: string): string => `#${path}`
