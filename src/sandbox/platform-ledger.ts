import type { OperationId } from '../platform/catalogue/catalogue.ts'
import type { Store } from './store/open-store.ts'

/** The kinds of effects on the platform. A box causes `first-log-in`; calls cause all others. */
export type EffectKind =
  | 'create'
  | 'bind-user'
  | 'bind-hostname'
  | 'renew'
  | 'change'
  | 'disable'
  | 'enable'
  | 'first-log-in'

export interface SubscriptionEffect {
  readonly status?: string
  readonly productid?: string
  readonly startDate?: string
  readonly endDate?: string
  readonly devices?: number
  readonly hostname?: string
}

/** One effect on the platform. Entries are only added; `seq` orders them. */
export interface LedgerEntry {
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** The `seq` of the request in the request log. Null if no call caused the effect. */
  readonly request: number | null
  readonly operation: OperationId | null
  readonly effect: EffectKind
  readonly userid: string | null
  /** A MAC address as `AA:BB:CC:DD:EE:FF`, or a serial number in capitals. */
  readonly box: string | null
  readonly hostname: string | null
  /** The customer's row id. The row id distinguishes two customers with the same userid. */
  readonly customer: number | null
  /** SHA-256 of the parameters, sorted by name, without the token. */
  readonly fingerprint: string
  /** All sent parameters except the token. */
  readonly parameters: Readonly<Record<string, string>>
  readonly before: SubscriptionEffect | null
  readonly after: SubscriptionEffect | null
}

type Row = Omit<LedgerEntry, 'parameters' | 'before' | 'after'> & {
  readonly parameters: string
  readonly before: string | null
  readonly after: string | null
}

/** The append-only record of every effect. Tests compare the record with the jobs to find lost or doubled work. */
export function createPlatformLedger(store: Store) {
  return {
    add: ({ parameters, before, after, ...entry }: Omit<LedgerEntry, 'seq'>) =>
      store.insert('ledger', {
        ...entry,
        parameters: JSON.stringify(parameters),
        before: before && JSON.stringify(before),
        after: after && JSON.stringify(after),
      }),
    read: (after = 0): readonly LedgerEntry[] => {
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

/** One request as the platform received it. The URL is left out, because it contains the token. */
export interface RequestEntry {
  readonly seq: number
  /** Null for a path without an operation. */
  readonly operation: OperationId | null
  readonly method: string
  readonly userid: string | null
  /** A MAC address as `AA:BB:CC:DD:EE:FF`, or a serial number in capitals. */
  readonly box: string | null
  /** The same fingerprint as in the ledger. */
  readonly fingerprint: string | null
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  /** Null while the request is in progress. */
  readonly finishedAt: number | null
  /** `accepted`, a failure's code, `not-carried-out` or `crashed`. Null while the request is in progress. */
  readonly outcome: string | null
  readonly fault: string | null
  /** HTTP status; null if there was no answer. */
  readonly status: number | null
}

type Arrival = Pick<RequestEntry, 'operation' | 'method' | 'userid' | 'box' | 'fingerprint' | 'receivedAt'>
type Departure = Pick<RequestEntry, 'finishedAt' | 'outcome' | 'fault' | 'status'>

export type RequestLog = ReturnType<typeof createRequestLog>

export function createRequestLog(store: Store) {
  return {
    arrive: (arrival: Arrival) => store.insert('requests', { ...arrival }),
    depart: (seq: number, departure: Departure) => store.update('requests', seq, { ...departure }),
    read: (after = 0): readonly RequestEntry[] => {
      const rows = store.all('SELECT * FROM requests WHERE seq > :after ORDER BY seq', { after })
      // Copies each row, because SQLite's rows have no prototype.
      return (rows as readonly RequestEntry[]).map((row) => ({ ...row }))
    },
  }
}
