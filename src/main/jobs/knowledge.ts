import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { OperationId } from '../../platform/catalogue/catalogue.ts'
import type { Retrieval } from '../../platform/transport/request.ts'
import type { Clock } from '../ports.ts'

/** What was learnt of a connection's platform by watching it; kept across restarts, holds nothing personal. */
export interface Knowledge {
  /** This read, sent this way, has shown something known to exist. */
  readonly hasShown: (connectionId: string, read: OperationId, way: string) => boolean
  readonly noteShown: (connectionId: string, read: OperationId, way: string) => void
  /** How the GetCustomer calls were found to be answered. */
  readonly retrieval: (connectionId: string) => Retrieval | undefined
  readonly noteRetrieval: (connectionId: string, retrieval: Retrieval) => void
  /** A technician was asked what these words mean, and said that work may go on. */
  readonly isAcceptedAnswer: (connectionId: string, words: string) => boolean
  readonly acceptAnswer: (connectionId: string, words: string) => void
  /** The address, services or way of asking changed: what was learnt no longer holds. */
  readonly forget: (connectionId: string) => void
}

/** Writes only what is new. */
export function createKnowledge(database: DatabaseSync, clock: Clock): Knowledge {
  const read = database.prepare('SELECT value FROM knowledge WHERE connection_id = ? AND subject = ?')
  const write = database.prepare(`INSERT INTO knowledge (connection_id, subject, value, at) VALUES (?, ?, ?, ?)
    ON CONFLICT (connection_id, subject) DO UPDATE SET value = excluded.value, at = excluded.at`)
  const remove = database.prepare('DELETE FROM knowledge WHERE connection_id = ?')
  const get = (connectionId: string, subject: string) => read.get(connectionId, subject)?.['value']
  const set = (connectionId: string, subject: string, value: string): void => {
    if (get(connectionId, subject) !== value) write.run(connectionId, subject, value, clock.now())
  }
  return {
    hasShown: (connectionId, operation, way) => get(connectionId, `shown ${operation} ${way}`) === 'yes',
    noteShown: (connectionId, operation, way) => set(connectionId, `shown ${operation} ${way}`, 'yes'),
    retrieval: (connectionId) => {
      const value = get(connectionId, 'retrieval')
      return value === 'query' || value === 'body' ? value : undefined
    },
    noteRetrieval: (connectionId, retrieval) => set(connectionId, 'retrieval', retrieval),
    isAcceptedAnswer: (connectionId, words) => get(connectionId, answerKey(words)) === 'accepted',
    acceptAnswer: (connectionId, words) => set(connectionId, answerKey(words), 'accepted'),
    forget: (connectionId) => void remove.run(connectionId),
  }
}

/** By a hash: what a platform says may hold a name. */
const answerKey = (words: string): string => `answer ${createHash('sha256').update(words).digest('base64url')}`

/** For a connection that is only being tried: remembers within the trial, keeps nothing. */
export function noKnowledge(): Knowledge {
  let way: Retrieval | undefined
  return {
    hasShown: () => false,
    noteShown: () => undefined,
    retrieval: () => way,
    noteRetrieval: (_, retrieval) => {
      way = retrieval
    },
    isAcceptedAnswer: () => false,
    acceptAnswer: () => undefined,
    forget: () => undefined,
  }
}
