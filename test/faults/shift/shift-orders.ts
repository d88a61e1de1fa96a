import type { HostCount } from './count-host.ts'

/** The orders to the host of a shift, one per line; each is answered before the next is given. */
export type ShiftOrder =
  /** Lets time pass until that many milliseconds after the start. */
  | { readonly order: 'pass'; readonly until: number }
  | { readonly order: 'sleep'; readonly ms: number; readonly ownClock: 'stands still' | 'leaps' }
  | { readonly order: 'count' | 'end' }

/** The lines of the host. `lived`: milliseconds of the shift so far. */
export type ShiftTold =
  | { readonly told: 'ready'; readonly url: string }
  /** Time passes at its own pace between the orders. */
  | { readonly told: 'lived'; readonly lived: number }
  | { readonly told: 'passed'; readonly lived: number }
  | { readonly told: 'counted'; readonly count: HostCount }
