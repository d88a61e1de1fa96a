import type { HubError } from '../../shared/fleet/hub-calls.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import type { HubLog } from '../log.ts'
import { codeOf } from './sql-connection.ts'

/** The only way from the door to the rules in the database: functions of the schema `hub`, with JSON in and out. */
export interface HubDatabase {
  /**
   * Calls a function. If `token` is given, even as undefined, the function also gets the token. `token`: the SHA-256 of a session's token.
   */
  readonly call: (
    name: string,
    given?: { readonly token?: Uint8Array | undefined; readonly request?: unknown },
  ) => Promise<Result<unknown, HubError>>
  /** Calls a function that only reads, on its own connection. Such a call is answered even while all other calls wait for a standby. */
  readonly ask: (name: string) => Promise<Result<unknown, HubError>>
  /**
   * Calls back whenever any hub gave positions to events. After an interruption it also calls back, because it may have missed a
   * notification.
   */
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

/** Whether the error is a deadlock or a serialization failure. The same call may succeed at once. */
const isWorthRepeating = (code: string | undefined): boolean => code === '40P01' || code === '40001'
const tries = 3

/** The schema, the function or the right to call it is missing. */
const notPrepared: HubError = {
  code: 'unavailable',
  message: 'The database is not prepared for this hub. Run npm run hub -- --migrate first, and log in as setdesk_hub.',
}

/** Whether the database answers but lacks what the hub needs. */
export const isNotPrepared = ({ message }: HubError): boolean => message === notPrepared.message

const unavailable: HubError = { code: 'unavailable', message: 'The database does not answer. Try again later.' }

/** Turns calls into statements, and the database's refusals into errors of the contract. */
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
 * Whether an error means an outage. Either its SQLSTATE shows that the server is gone, full, stopping, a standby or too slow. Or the error
 * has no SQLSTATE, because it comes from the network.
 */
const isOutage = (code: string | undefined): boolean =>
  code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(?:08|25|40|53|55P|57|58)/.test(code)

const defect: HubError = { code: 'defect', message: 'The hub has a defect. Its log says where.' }

/** Whether the error arose inside a function, and not in the call of one. */
const isWithin = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'where' in error &&
  typeof error.where === 'string' &&
  error.where !== ''

/** The line of the database's error report that names the failed function. Empty if there is none. */
function placeOf(error: unknown): string {
  const isPlaced = typeof error === 'object' && error !== null && 'where' in error && typeof error.where === 'string'
  return isPlaced ? ((error.where as string).split('\n').find((line) => line.startsWith('PL/pgSQL')) ?? '') : ''
}

/** Translates a database error. Only the log gets the database's own words, without the values that they may quote. */
function explain(error: unknown, code: string | undefined, name: string, log: HubLog): HubError {
  const refusal = refusals[code ?? '']
  if (refusal !== undefined) return { code: refusal, message: error instanceof Error ? error.message : refusal }
  const isUnprepared = (code === '3F000' || code === '42883' || code === '42501') && !isWithin(error)
  const isDefect = !isOutage(code) && !isUnprepared && code?.startsWith('22') !== true
  log.warn(isDefect ? 'defect' : 'call-failed', { call: name, code: code ?? 'unknown', place: placeOf(error) })
  if (isDefect) return defect
  // The values passed the schema but cannot be stored, for example a text with a null character.
  if (code?.startsWith('22') === true) return { code: 'bad-request', message: 'A value cannot be stored.' }
  return isUnprepared ? notPrepared : unavailable
}
