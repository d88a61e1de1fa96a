import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../../../shared/bridge/contract.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { succeed } from '../../../shared/result.ts'
import type { PlatformAccess } from '../../jobs/access.ts'
import { createQueue, type QueueDeps } from '../../jobs/queue.ts'
import { lockSending } from '../../maintenance/send-lock.ts'
import { createCachedAnswers } from '../../maintenance/cached-answers.ts'
import { addNotice } from '../../maintenance/notes.ts'
import { setAsideUnreadable } from '../../maintenance/quarantine.ts'
import { readBackFirst } from '../../maintenance/read-back-first.ts'
import type { Ports } from '../../ports.ts'
import { createTokens } from '../../vault/tokens.ts'
import { createDrafts } from './drafts.ts'
import { settleInstallation } from './installation.ts'
import { problem, refuseSending } from './problem.ts'
import { createQuestions } from './questions.ts'
import type { SettingsRepository } from './settings.ts'

export interface ConnectionSession extends Session {
  readonly connection: Connection
}

/** A session whose active connection's platform can be asked. */
export interface PlatformSession extends ConnectionSession {
  readonly access: PlatformAccess
}

interface SessionParts extends Omit<QueueDeps, 'ports' | 'tokens'> {
  readonly ports: Ports
  readonly settings: SettingsRepository
  readonly machineId: string
}

/** Everything that exists only while the ledger file and its key are open. A handler is a function of it and of a request. */
export type Session = ReturnType<typeof openSession>

/** Opens a session on a migrated file: recovers what an earlier process left, and starts no work yet. */
export function openSession(parts: SessionParts) {
  const { ports, database, sealing, settings, jobChanged } = parts
  const { host, dataFolder, clock, random, log } = ports
  const tokens = createTokens(database, sealing)
  // This comes before the queue exists: jobs of a copied folder are read back first, and wait for the technician's answer.
  const installation = settleInstallation(database, random, parts.machineId, (former) => {
    const jobs = readBackFirst(database, sealing, clock, 'copied')
    addNotice(database, { kind: 'copied', at: clock.now(), jobs, from: former })
    if (jobs > 0) lockSending(database, former)
  })
  const { onLink, onDiskFull } = parts
  const queue = createQueue({ ports, database, sealing, tokens, jobChanged, onLink, onDiskFull })
  const broken = setAsideUnreadable(database, queue.ledger)
  if (broken.length > 0) log.problem('set-aside', { count: broken.length })
  return {
    host,
    dataFolder,
    clock,
    random,
    log,
    database,
    sealing,
    tokens,
    queue,
    installation,
    settings,
    /** Reports a new or changed job, so that the screens update. */
    jobChanged,
    drafts: createDrafts(database, sealing),
    answers: createCachedAnswers(database, sealing, clock),
    questions: createQuestions(),
  }
}

/** The session with access to the active connection's platform, or why it cannot be asked. */
export function forQuestions(session: Session): Reply<PlatformSession> {
  const connection = session.settings.active()
  if (connection === undefined) return problem('no-connection', 'There is no connection to ask')
  const access = session.queue.access(connection.id)
  return access === undefined ? refuseSending(connection) : succeed({ ...session, connection, access })
}

/** The channels whose names begin with `P` and a dot. */
export type ChannelsOf<P extends string> = Extract<Channel, `${P}.${string}`>

/** Handlers that need an open session, as functions of it and of a request. */
export type SessionHandlers<C extends Channel> = {
  readonly [K in C]: (session: Session, request: Request<K>) => Reply<Response<K>> | Promise<Reply<Response<K>>>
}

/** The result of handlers that return nothing. */
export const done = succeed<Record<string, never>>({})
