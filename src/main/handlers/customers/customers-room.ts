import { isUnreached } from '../../../platform/statuses.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { customerFactsSchema, type CustomerFacts } from '../../../shared/domain/customer-view.ts'
import { succeed, type Result } from '../../../shared/result.ts'
import type { Answer } from '../../../platform/answer.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import type { PlatformAccess } from '../../jobs/access.ts'
import { createKeptAnswers, type KeptAnswers } from '../../maintenance/kept-answers.ts'
import type { Ports } from '../../ports.ts'
import type { Sealing } from '../../vault/sealing.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Book } from '../session/book.ts'
import type { Office, OpenOffice } from '../session/office.ts'
import { nobodyToAsk, problem } from '../session/problem.ts'
import type { Questions } from '../session/questions.ts'

/** Dependencies of the customer handlers. */
export interface CustomersDeps {
  readonly ports: Pick<Ports, 'clock'>
  readonly book: Book
  readonly office: Office
  readonly vault: Vault
  readonly questions: Questions
}

/** Everything that a question about customers needs. */
export interface CustomersRoom {
  readonly connection: Connection
  readonly access: PlatformAccess
  readonly kept: KeptAnswers
  readonly sealing: Sealing
  readonly open: OpenOffice
  /** Milliseconds since 1970. */
  readonly now: () => number
}

type Outcome<T> = Result<T, BridgeError>

/** Runs `act` with the active connection if the platform can be asked; else gives the reason. */
export function enterRoom<T>(
  { ports, book, office, vault }: CustomersDeps,
  act: (room: CustomersRoom) => Outcome<T> | Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return office.use((open) => {
    const connection = book.active()
    const access = connection && open.queue.access(connection.id)
    const sealing = vault.sealing()
    if (connection === undefined || access === undefined || sealing === undefined) return nobodyToAsk(connection)
    const kept = createKeptAnswers(open.database, sealing, ports.clock)
    return act({ connection, access, kept, sealing, open, now: ports.clock.now })
  })
}

/** Asks in a slot. A question that a newer one replaced gives `overtaken`, which is no error. */
export async function askInSlot<T>(
  questions: Questions,
  slot: string,
  put: (signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T | { readonly kind: 'overtaken' }>> {
  const answer = await questions.ask(slot, put)
  return answer === 'overtaken' ? succeed({ kind: 'overtaken' } as const) : answer
}

/** The error or the unread text for an answer with nothing to show. */
export function explainAnswer(
  answer: Answer,
): Outcome<{ readonly kind: 'unread'; readonly raw: string; readonly status?: number }> {
  if (isUnreached(answer))
    return problem('not-reached', 'The platform was not reached', { detail: answer.failure ?? `HTTP ${answer.status}` })
  if (answer.verdict === 'refused')
    return problem(
      'platform-refused',
      'The platform refused the question',
      answer.message === undefined ? {} : { detail: answer.message },
    )
  return succeed({ kind: 'unread', raw: answer.raw, ...(answer.status !== undefined && { status: answer.status }) })
}

const longest = 300
const factNames = Object.keys(customerFactsSchema.shape) as (keyof CustomerFacts)[]

/** A record as a screen may get it: without the password. */
export function factsOf(record: CustomerRecord): CustomerFacts {
  const facts: Partial<Record<keyof CustomerFacts, string>> = {}
  for (const name of factNames) if (record[name] !== undefined) facts[name] = record[name].slice(0, longest)
  return facts
}
