import type { CatalogueOperation } from '../platform/catalogue/catalogue.ts'
import type { EffectKind, Subscription } from './ledger.ts'
import type { Outcome } from './outcome.ts'
import type { Platform } from './platform.ts'
import { boxName } from './store/bindings.ts'
import type { StoredCustomer } from './store/customers.ts'

/** One request as a handler sees it. */
export interface Call {
  readonly operation: CatalogueOperation
  readonly platform: Platform
  /** By name, as they arrived; parameters that the operation does not have are left out. */
  readonly parameters: Readonly<Record<string, string>>
  /** Of GetCustomerStatusByIds alone. */
  readonly userIds: readonly string[]
  readonly fingerprint: string
  /** The request log's `seq`. */
  readonly request: number
  /** Told to leave the box of a creation unbound and to refuse. */
  readonly halfDone: boolean
}

/** Carries out one operation: reads and writes the store, and says what came of it. */
export type Handler = (call: Call) => Outcome

/** The value of a parameter; undefined where it is missing or empty. */
export const valueOf = (call: Call, name: string): string | undefined => {
  const value = call.parameters[name]
  return value === '' ? undefined : value
}

/** Notes an effect in the ledger, in the transaction that makes it. */
export function noteEffect(
  call: Call,
  effect: EffectKind,
  on: {
    readonly customer?: StoredCustomer
    readonly box?: string
    readonly hostname?: string
    readonly before: Subscription | null
    readonly after: Subscription | null
  },
): void {
  const { authToken: _, ...parameters } = call.parameters
  call.platform.ledger.add({
    at: call.platform.now(),
    request: call.request,
    operation: call.operation.id,
    effect,
    userid: on.customer?.userid ?? null,
    box: on.box === undefined ? null : boxName(on.box),
    hostname: on.hostname ?? null,
    customer: on.customer?.id ?? null,
    fingerprint: call.fingerprint,
    parameters,
    before: on.before,
    after: on.after,
  })
}

/** How a customer stands, as the ledger keeps it. */
export const subscriptionOf = ({ status, productid, startDate, endDate }: StoredCustomer): Subscription => ({
  status,
  productid,
  startDate,
  endDate,
})
