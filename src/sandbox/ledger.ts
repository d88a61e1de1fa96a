import type { OperationId } from '../platform/catalogue/catalogue.ts'
import type { Store } from './store/open-store.ts'

/** What happened on the platform. A box causes `first-log-in`; calls cause the rest. */
export type EffectKind =
  | 'create'
  | 'bind-user'
  | 'bind-hostname'
  | 'renew'
  | 'change'
  | 'disable'
  | 'enable'
  | 'first-log-in'

/** The values that an effect may change. */
export interface SubscriptionEffect {
  readonly status?: string
  readonly productid?: string
  readonly startDate?: string
  readonly endDate?: string
  readonly devices?: number
  readonly hostname?: string
}

/** One effect. Rows are only added; `seq` orders them. */
export interface LedgerEntry {
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** The request log's `seq`; null if no call caused the effect. */
  readonly request: number | null
  readonly operation: OperationId | null
  readonly effect: EffectKind
  readonly userid: string | null
  /** A MAC address as `AA:BB:CC:DD:EE:FF`, a serial number in capitals. */
  readonly box: string | null
  readonly hostname: string | null
  /** The customer's row id, which distinguishes two customers with one userid. */
  readonly customer: number | null
  /** SHA-256 of the parameters, sorted by name, without the token. */
  readonly fingerprint: string
  /** All sent parameters except the token. */
  readonly parameters: Readonly<Record<string, string>>
  readonly before: SubscriptionEffect | null
  readonly after: SubscriptionEffect | null
}

export interface PlatformLedger {
  readonly add: (entry: Omit<LedgerEntry, 'seq'>) => void
  /** In order, starting after `after`. */
  readonly read: (after?: number) => readonly LedgerEntry[]
}

type Row = Omit<LedgerEntry, 'parameters' | 'before' | 'after'> & {
  readonly parameters: string
  readonly before: string | null
  readonly after: string | null
}

/** The append-only record of every effect. Tests compare it to find lost or doubled work. */
export function createPlatformLedger(store: Store): PlatformLedger {
  return {
    add: (entry) => {
      store.run(
        `INSERT INTO ledger (at, request, operation, effect, userid, box, hostname, customer, fingerprint, parameters, before, after)
          VALUES (:at, :request, :operation, :effect, :userid, :box, :hostname, :customer, :fingerprint, :parameters, :before, :after)`,
        {
          ...entry,
          parameters: JSON.stringify(entry.parameters),
          before: entry.before === null ? null : JSON.stringify(entry.before),
          after: entry.after === null ? null : JSON.stringify(entry.after),
        },
      )
    },
    read: (after = 0) => {
      const rows = store.all('SELECT * FROM ledger WHERE seq > :after ORDER BY seq', { after })
      return (rows as readonly Row[]).map(readRow)
    },
  }
}

const readRow = (row: Row): LedgerEntry => ({
  ...row,
  parameters: JSON.parse(row.parameters) as LedgerEntry['parameters'],
  before: readStatus(row.before),
  after: readStatus(row.after),
})

const readStatus = (text: string | null): SubscriptionEffect | null =>
  text === null ? null : (JSON.parse(text) as SubscriptionEffect)
