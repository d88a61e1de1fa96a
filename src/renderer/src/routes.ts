import type { Counts } from '../../shared/bridge/snapshot.ts'
import type { JobState } from '../../shared/domain/job.ts'

/** Where each screen is, in the part of the address after the `#`. */
export const paths = {
  home: '/',
  activate: '/activate',
  customers: '/customers',
  hostnames: '/hostnames',
  bulk: '/bulk',
  queue: '/queue',
  activity: '/activity',
  settings: '/settings',
  console: '/console',
  /** Before there is a connection: the way to the first one. */
  connect: '/connect',
} as const

/** What the queue can be narrowed to; each is a link from the frame. */
export const queueFilters = {
  all: undefined,
  saved: ['saved', 'waiting'],
  sending: ['sending', 'checking'],
  'needs-you': ['needs-you', 'refused'],
  done: ['done', 'unconfirmed'],
  dropped: ['dropped'],
} as const satisfies Record<string, readonly JobState[] | undefined>
export type QueueFilter = keyof typeof queueFilters

/** How many jobs a filter of the queue shows. */
export function countOf(filter: QueueFilter, counts: Counts): number {
  const sums: Readonly<Record<QueueFilter, number>> = {
    all: Object.values(counts).reduce((sum, count) => sum + count, 0),
    saved: counts.saved + counts.waiting,
    sending: counts.sending + counts.checking,
    'needs-you': counts.needsYou + counts.refused,
    done: counts.done + counts.unconfirmed,
    dropped: counts.dropped,
  }
  return sums[filter]
}

/** Jobs of the active connection that the platform does not have yet, as far as is known. */
export function sumUnsent({ saved, sending, checking, waiting }: Counts): number {
  return saved + sending + checking + waiting
}

/** The queue, narrowed, with one job open. */
export function queuePath(filter: QueueFilter = 'all', jobId?: string): string {
  const base = `${paths.queue}/${filter}`
  return jobId === undefined ? base : `${base}/${encodeURIComponent(jobId)}`
}

/** The boxes under a hostname. */
export function hostnamePath(hostname: string): string {
  return `${paths.hostnames}/${encodeURIComponent(hostname)}`
}

/** The form in which a job is corrected. */
export function correctionPath(jobId: string): string {
  return `${paths.activate}/${encodeURIComponent(jobId)}`
}

/** The part of the address of Activate where a customer without a box is created. */
export const withoutBox = 'without-box'

/** The address of a customer's page who has no log-in that is known begins so. */
const byMapping = 'by-mapping'

/** A customer's page: by log-in, or where that is not known by mapping id. */
export function customerPath(by: {
  readonly userid?: string | undefined
  readonly customermappingid?: string | undefined
}): string {
  if (by.userid !== undefined) return `${paths.customers}/${encodeURIComponent(by.userid)}`
  if (by.customermappingid === undefined) return paths.customers
  return `${paths.customers}/${byMapping}/${encodeURIComponent(by.customermappingid)}`
}

/** Whose page an address is, from its parts after `/customers`. */
export function readCustomerPath(
  first: string | undefined,
  second: string | undefined,
): { readonly userid?: string; readonly customermappingid?: string } {
  if (first === undefined) return {}
  return first === byMapping && second !== undefined
    ? { customermappingid: decodePart(second) }
    : { userid: decodePart(first) }
}

/** The router leaves what has a meaning in an address as it is, such as an escaped slash. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A page of the settings. */
export function settingsPath(page: string): string {
  return `${paths.settings}/${page}`
}

/** The interface console, at one operation; with a job, to correct it. */
export function consolePath(operation?: string, jobId?: string): string {
  return [paths.console, ...[operation, jobId].filter((part) => part !== undefined).map(encodeURIComponent)].join('/')
}

/** The page of the console on which a platform's names are taught. */
export const teachPath = `${paths.console}/teach`

/** The screens that the window is named for. */
export type ScreenName = Exclude<keyof typeof paths, 'connect'>
