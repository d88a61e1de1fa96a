import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { OperationId } from '../../platform/catalogue/catalogue.ts'
import type { DateOrders } from '../../platform/answer.ts'
import type { Retrieval } from '../../platform/transport/exchange.ts'
import type { Clock } from '../ports.ts'

export type Knowledge = ReturnType<typeof createKnowledge>

/** Stores what Setdesk has learnt about the platform of each connection. This knowledge survives restarts and contains nothing personal. */
export function createKnowledge(database: DatabaseSync, clock: Clock) {
  const read = database.prepare('SELECT value FROM knowledge WHERE connection_id = ? AND subject = ?')
  const write = database.prepare(`INSERT INTO knowledge (connection_id, subject, value, at) VALUES (?, ?, ?, ?)
    ON CONFLICT (connection_id, subject) DO UPDATE SET value = excluded.value, at = excluded.at`)
  const remove = database.prepare('DELETE FROM knowledge WHERE connection_id = ?')
  const get = (connectionId: string, subject: string) => read.get(connectionId, subject)?.['value']
  const set = (connectionId: string, subject: string, value: string): void => {
    if (get(connectionId, subject) !== value) write.run(connectionId, subject, value, clock.now())
  }
  return {
    /** Whether this read, sent in this way, has ever shown something known to exist. */
    hasShown: (connectionId: string, read: OperationId, way: string): boolean =>
      get(connectionId, `shown ${read} ${way}`) === 'yes',
    noteShown: (connectionId: string, read: OperationId, way: string): void =>
      set(connectionId, `shown ${read} ${way}`, 'yes'),
    /** Where the platform expects the parameters of GetCustomer calls. Undefined until an answer has shown the place. */
    retrieval: (connectionId: string): Retrieval | undefined => {
      const value = get(connectionId, 'retrieval')
      return value === 'query' || value === 'body' ? value : undefined
    },
    noteRetrieval: (connectionId: string, retrieval: Retrieval): void => set(connectionId, 'retrieval', retrieval),
    /** The order of day and month in the platform's dates. */
    dateOrders: (connectionId: string): DateOrders | undefined => {
      const stored = get(connectionId, 'date orders')
      return typeof stored === 'string' ? (JSON.parse(stored) as DateOrders) : undefined
    },
    noteDateOrders: (connectionId: string, orders: DateOrders): void =>
      set(connectionId, 'date orders', JSON.stringify(orders)),
    /** Whether a technician saw these words of the platform and let work continue. */
    isAcceptedAnswer: (connectionId: string, words: string): boolean =>
      get(connectionId, answerKey(words)) === 'accepted',
    acceptAnswer: (connectionId: string, words: string): void => set(connectionId, answerKey(words), 'accepted'),
    /** Forgets everything about a connection's platform. This is needed after a change of address, service or retrieval. */
    forget: (connectionId: string): void => void remove.run(connectionId),
  }
}

/** The key under which accepted words are stored. The key is a hash, because a platform's words may contain a name. */
const answerKey = (words: string): string => `answer ${createHash('sha256').update(words).digest('base64url')}`

/**
 * The knowledge for the test of a connection. Until the test ends, it remembers the place of parameters and the order of dates. It stores
 * nothing on disk.
 */
export function noKnowledge(): Knowledge {
  let way: Retrieval | undefined
  let orders: DateOrders | undefined
  return {
    hasShown: () => false,
    noteShown: () => undefined,
    retrieval: () => way,
    noteRetrieval: (_, retrieval) => {
      way = retrieval
    },
    dateOrders: () => orders,
    noteDateOrders: (_, shown) => {
      orders = shown
    },
    isAcceptedAnswer: () => false,
    acceptAnswer: () => undefined,
    forget: () => undefined,
  }
}
