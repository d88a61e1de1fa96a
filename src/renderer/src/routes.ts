import { useSyncExternalStore } from 'react'
import type { Counts } from '../../shared/bridge/snapshot.ts'
import type { JobState } from '../../shared/domain/job.ts'

/** The path of each screen, after the `#` of the address. */
export const paths = {
  home: '/',
  activate: '/activate',
  customers: '/customers',
  hostnames: '/hostnames',
  bulk: '/bulk',
  queue: '/queue',
  activity: '/activity',
  fleet: '/fleet',
  settings: '/settings',
  console: '/console',
  /** The page that sets up the first connection. */
  connect: '/connect',
} as const

/** The filters of the queue, with the job states that each filter shows. The top bar has links to some filters. */
export const queueFilters = {
  all: undefined,
  saved: ['saved', 'waiting'],
  sending: ['sending', 'checking'],
  'needs-you': ['needs-you', 'refused'],
  done: ['done', 'unconfirmed'],
  dropped: ['dropped'],
} as const satisfies Record<string, readonly JobState[] | undefined>
export type QueueFilter = keyof typeof queueFilters

export function countOf(filter: QueueFilter, counts: Counts): number {
  const states: readonly JobState[] | undefined = queueFilters[filter]
  const shown = states?.map((state) => counts[state === 'needs-you' ? 'needsYou' : state]) ?? Object.values(counts)
  return shown.reduce((sum, count) => sum + count, 0)
}

/** The active connection's jobs that are not known to have reached the platform yet. */
export function sumUnsent({ saved, sending, checking, waiting }: Counts): number {
  return saved + sending + checking + waiting
}

export function queuePath(filter: QueueFilter = 'all', jobId?: string): string {
  const base = `${paths.queue}/${filter}`
  return jobId === undefined ? base : `${base}/${encodeURIComponent(jobId)}`
}

/** The tabs of Activity, in order. */
export const activityTabs = ['jobs', 'statistics', 'events'] as const
export type ActivityTab = (typeof activityTabs)[number]

export const activityPath = (tab: ActivityTab): string => `${paths.activity}/${tab}`

/** The parts of the fleet screen, in the order of its links. `code` makes a one-time code. */
export const fleetParts = ['computers', 'find', 'totals', 'code'] as const
export type FleetPart = (typeof fleetParts)[number]

/** The path to a part of the fleet screen. `station`: the id of the computer to open. */
export function fleetPath(part: FleetPart, station?: string): string {
  const base = `${paths.fleet}/${part}`
  return station === undefined ? base : `${base}/${encodeURIComponent(station)}`
}

export const hostnamePath = (hostname: string): string => `${paths.hostnames}/${encodeURIComponent(hostname)}`

export const correctionPath = (jobId: string): string => `${paths.activate}/${encodeURIComponent(jobId)}`

/** The part of the Activate path that turns an unsent job back into a draft. */
export const takenBack = 'edit'

export const editPath = (jobId: string): string => `${paths.activate}/${takenBack}/${encodeURIComponent(jobId)}`

/** The part of the Activate path that creates a customer without a box. */
export const withoutBox = 'without-box'

/** The path segment before the mapping ID of a customer whose user ID is unknown. */
const byMapping = 'by-mapping'

/** The usual actions for a box in service. `check`: whether the customer should see a picture. */
export const customerWishes = ['swap', 'check', 'renewal'] as const
export type CustomerWish = (typeof customerWishes)[number]

/** The path to a customer's page, by user ID if known, otherwise by mapping ID. With a wish, the page opens that action. */
export function customerPath(
  by: { readonly userid?: string | undefined; readonly customermappingid?: string | undefined },
  wanted?: { readonly wish: CustomerWish; readonly box: string },
): string {
  const tail = wanted === undefined ? [] : [wanted.wish, wanted.box]
  if (by.userid !== undefined) return [paths.customers, ...[by.userid, ...tail].map(encodeURIComponent)].join('/')
  if (by.customermappingid === undefined) return paths.customers
  return `${paths.customers}/${byMapping}/${encodeURIComponent(by.customermappingid)}`
}

/** Reads the customer, and perhaps the wanted action, from the parts of a path after `/customers`. */
export function readCustomerPath(
  first: string | undefined,
  second?: string,
  third?: string,
): {
  readonly userid?: string
  readonly customermappingid?: string
  readonly wanted?: { readonly wish: CustomerWish; readonly box: string } | undefined
} {
  if (first === undefined) return {}
  if (first === byMapping && second !== undefined) return { customermappingid: decodePart(second) }
  const wish = customerWishes.find((one) => one === second)
  return {
    userid: decodePart(first),
    ...(wish !== undefined && { wanted: { wish, box: decodePart(third ?? '') } }),
  }
}

/** Decodes a part of a path. The router leaves escaped characters with a special meaning, such as a slash, unchanged. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const settingsPath = (page: string): string => `${paths.settings}/${page}`

export const connectionPath = (id: string, page: string): string => settingsPath(`connections/${id}/${page}`)

/** With a job id, the console corrects that job. */
export function consolePath(operation?: string, jobId?: string): string {
  return [paths.console, ...[operation, jobId].filter((part) => part !== undefined).map(encodeURIComponent)].join('/')
}

export const fieldMappingPath = `${paths.console}/field-mapping`

/** The screens in the order of the rail. Only supervisors see the fleet screen, see `seesFleet`. */
export const railScreens = [
  'home',
  'activate',
  'customers',
  'hostnames',
  'bulk',
  'queue',
  'activity',
  'fleet',
  'settings',
] as const satisfies readonly (keyof typeof paths)[]

export type ScreenName = (typeof railScreens)[number] | 'console'

export function screenOf(path: string): ScreenName {
  const [, first = ''] = path.split('/')
  return [...railScreens, 'console' as const].find((screen) => paths[screen] === `/${first}`) ?? 'home'
}

/** The path that Esc opens: one level up, in the end Home. Undefined on Home. The console is opened from Settings. */
export function parentOf(path: string): string | undefined {
  if (path === paths.console) return paths.settings
  const parts = path.split('/').filter((part) => part !== '')
  const [screen, part, id] = parts
  if (screen === undefined) return undefined
  if (`/${screen}` === paths.activate && part === takenBack && id !== undefined) return `${queuePath()}/${id}`
  if (parts.length > 1 && [paths.customers, paths.console].some((other) => other === `/${screen}`)) return `/${screen}`
  return parts.length <= 2 ? paths.home : `/${parts.slice(0, -1).join('/')}`
}

/**
 * The part of a path that the address shows. It names no customer: browsers keep addresses in their history, unencrypted, and show them
 * while Setdesk is locked. The whole path is in the state of the history entry.
 */
const shownPart = (path: string): string => (path.startsWith(`${paths.customers}/`) ? paths.customers : path)

const pathInAddress = (): string => `/${location.hash.replace(/^#?\/?/, '')}`

export function currentPath(): string {
  const state: unknown = history.state
  const isHidden = typeof state === 'object' && state !== null && 'path' in state && typeof state.path === 'string'
  return isHidden ? String(state.path) : pathInAddress()
}

/** Opens a path. `state` is stored in the history entry, unless the path names a customer, which is hidden. */
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
