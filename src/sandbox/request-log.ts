import type { OperationId } from '../platform/catalogue/catalogue.ts'
import type { Store } from './store/open-store.ts'

/** One request as the platform received it. Has no URL, because that would contain the token. */
export interface RequestEntry {
  readonly seq: number
  /** Null for a path that belongs to no operation. */
  readonly operation: OperationId | null
  readonly method: string
  readonly userid: string | null
  /** A MAC address as `AA:BB:CC:DD:EE:FF`, a serial number in capitals. */
  readonly box: string | null
  /** As in the ledger. */
  readonly fingerprint: string | null
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  /** Null while the request is in progress. */
  readonly finishedAt: number | null
  /** `accepted`, a failure's code, or `not-carried-out`. */
  readonly outcome: string | null
  /** The fault that was applied, if any. */
  readonly fault: string | null
  /** HTTP status; null if there was no answer. */
  readonly status: number | null
}

export type Arrival = Pick<RequestEntry, 'operation' | 'method' | 'userid' | 'box' | 'fingerprint' | 'receivedAt'>
export type Departure = Pick<RequestEntry, 'finishedAt' | 'outcome' | 'fault' | 'status'>

export interface RequestLog {
  /** Returns the entry's `seq`. */
  readonly arrive: (arrival: Arrival) => number
  readonly depart: (seq: number, departure: Departure) => void
  readonly read: (after?: number) => readonly RequestEntry[]
}

/** Every request in the order of arrival, for counting. */
export function createRequestLog(store: Store): RequestLog {
  return {
    arrive: (arrival) =>
      store.run(
        `INSERT INTO requests (operation, method, userid, box, fingerprint, receivedAt)
          VALUES (:operation, :method, :userid, :box, :fingerprint, :receivedAt)`,
        { ...arrival },
      ),
    depart: (seq, departure) => {
      store.run(
        'UPDATE requests SET finishedAt = :finishedAt, outcome = :outcome, fault = :fault, status = :status WHERE seq = :seq',
        { seq, ...departure },
      )
    },
    read: (after = 0) => {
      const rows = store.all('SELECT * FROM requests WHERE seq > :after ORDER BY seq', { after })
      return (rows as readonly RequestEntry[]).map(copy)
    },
  }
}

/** Copies the row, because SQLite's rows have no prototype. */
const copy = (row: RequestEntry): RequestEntry => ({ ...row })
