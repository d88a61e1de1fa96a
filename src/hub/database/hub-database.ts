import type { HubError } from '../../shared/fleet/hub-calls.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import type { HubLog } from '../log.ts'
import { codeOf } from './sql-connection.ts'

/** The door reaches the rules in the database only through functions of the schema `hub`, with JSON in and out. */
export interface HubDatabase {
  /**
   * Calls a database function. `given.token`: the SHA-256 of a session's token. If `given` has this property, the function gets the token
   * as an additional first argument, and gets null for undefined.
   */
  readonly call: (
    name: string,
    given?: { readonly token?: Uint8Array | undefined; readonly request?: unknown },
  ) => Promise<Result<unknown, HubError>>
  /** Calls a function that only reads, on a separate connection. The call is answered even while all other calls wait for a standby. */
  readonly ask: (name: string) => Promise<Result<unknown, HubError>>
  /** Calls `onEvents` whenever any hub gave positions to events, and after an interruption, because a notification may be lost. */
  readonly listen: (onEvents: () => void) => void
  readonly close: () => Promise<void>
}

/** Runs one statement. Throws the database's error or a network error. */
export type RunStatement = (text: string, values: readonly unknown[]) => Promise<readonly { value: unknown }[]>

const refusals: Readonly<Record<string, HubError['code']>> = {
  SD400: 'bad-request',
  SD401: 'not-signed-in',
  SD403: 'not-allowed',
  SD404: 'not-found',
  SD405: 'code-unknown',
  SD409: 'conflict',
  SD410: 'revoked',
  SD413: 'too-large',
  SD429: 'too-many',
}

/** Whether the error is a deadlock or a serialization failure. Then the same call may succeed if it is repeated at once. */
const isWorthRepeating = (code: string | undefined): boolean => code === '40P01' || code === '40001'
const tries = 3

/** The error for a database in which the schema, a function or the right to call the function is missing. */
const notPrepared: HubError = {
  code: 'unavailable',
  message: 'The database is not prepared for this hub. Run npm run hub -- --migrate first, and log in as setdesk_hub.',
}

export const isNotPrepared = ({ message }: HubError): boolean => message === notPrepared.message

const unavailable: HubError = { code: 'unavailable', message: 'The database does not answer. Try again later.' }

/** Returns `HubDatabase.call`, which turns a call into a statement, and an error of the database into a `HubError`. */
export function createCall(run: RunStatement, log: HubLog): HubDatabase['call'] {
  return async (name, given = {}) => {
    const { text, values } = stateCall(name, given)
    for (let tried = 1; ; tried += 1) {
      try {
        const [row] = await run(text, values)
        return succeed(row?.value)
      } catch (error) {
        const code = codeOf(error)
        if (isWorthRepeating(code) && tried < tries) continue
        return fail(explain(error, code, name, log))
      }
    }
  }
}

function stateCall(name: string, given: { readonly token?: Uint8Array | undefined; readonly request?: unknown }) {
  const request = given.request === undefined ? undefined : JSON.stringify(given.request)
  if ('token' in given)
    return { text: `select hub.${name}($1, $2::jsonb) as value`, values: [given.token ?? null, request] }
  if (request === undefined) return { text: `select hub.${name}() as value`, values: [] }
  return { text: `select hub.${name}($1::jsonb) as value`, values: [request] }
}

/**
 * Whether an error counts as an outage of the database. An error without an SQLSTATE always counts, because it comes from the network. An
 * error with an SQLSTATE counts if the server is gone, full, stopping, a standby or too slow.
 */
const isOutage = (code: string | undefined): boolean =>
  code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(?:08|25|40|53|55P|57|58)/.test(code)

const defect: HubError = { code: 'defect', message: 'The hub has a defect. Its log says where.' }

/** Where the error arose inside a database function. Empty if it arose in the statement that calls the function. */
const whereOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'where' in error && typeof error.where === 'string' ? error.where : ''

/** The line of the database's error report that names the failed function. Empty if no line does. */
const placeOf = (error: unknown): string =>
  whereOf(error)
    .split('\n')
    .find((line) => line.startsWith('PL/pgSQL')) ?? ''

/** Translates a database error. A refusal keeps its message. Other messages may quote values, so only code and place are logged. */
function explain(error: unknown, code: string | undefined, name: string, log: HubLog): HubError {
  const refusal = refusals[code ?? '']
  if (refusal !== undefined) return { code: refusal, message: error instanceof Error ? error.message : refusal }
  const isUnprepared = (code === '3F000' || code === '42883' || code === '42501') && whereOf(error) === ''
  const isDefect = !isOutage(code) && !isUnprepared && code?.startsWith('22') !== true
  log.warn(isDefect ? 'defect' : 'call-failed', { call: name, code: code ?? 'unknown', place: placeOf(error) })
  if (isDefect) return defect
  // The request passed the check of its schema, but a value cannot be stored, for example a text with a null character.
  if (code?.startsWith('22') === true) return { code: 'bad-request', message: 'A value cannot be stored.' }
  return isUnprepared ? notPrepared : unavailable
}
