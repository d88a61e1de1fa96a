import type { RandomBelow } from '../shared/domain/log-in.ts'
import { dayOf, type PlatformDay } from './days.ts'
import { createPlatformLedger } from './ledger.ts'
import type { SandboxOptions } from './options.ts'
import { createBindings } from './store/bindings.ts'
import { createCustomers } from './store/customers.ts'
import { createOffer } from './store/offer.ts'
import type { Store } from './store/open-store.ts'

/** The names and the token that every request must carry (Authentication). */
export interface Tenancy {
  readonly authToken: string
  readonly crmService: string
  readonly cmsService: string
}

/** Milliseconds since 1970. */
export interface SandboxClock {
  readonly now: () => number
}

/** What the handlers work with. */
export type Platform = ReturnType<typeof createPlatform>

export function createPlatform(deps: {
  readonly store: Store
  readonly tenancy: Tenancy
  readonly clock: SandboxClock
  readonly below: RandomBelow
  readonly options: () => SandboxOptions
}) {
  const { store, tenancy, clock, below, options } = deps
  const today = (): PlatformDay => dayOf(clock.now())
  return {
    tenancy,
    customers: createCustomers(store, today),
    bindings: createBindings(store),
    offer: createOffer(store),
    ledger: createPlatformLedger(store),
    options,
    now: clock.now,
    today,
    below,
  }
}
