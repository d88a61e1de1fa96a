import type { CatalogueOperation } from '../../platform/catalogue/catalogue.ts'
import type { Outcome, OutcomeOf } from '../outcome.ts'

/** An answer, ready to send. */
export interface DialectReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Formats every kind of outcome; a missing kind fails to compile. */
export type Dialect = {
  readonly [K in Outcome['kind']]: (outcome: OutcomeOf<K>, operation: CatalogueOperation) => DialectReply
}

/** Formats an outcome in a dialect. */
export function wordOutcome(dialect: Dialect, outcome: Outcome, operation: CatalogueOperation): DialectReply {
  const word = dialect[outcome.kind] as (outcome: Outcome, operation: CatalogueOperation) => DialectReply
  return word(outcome, operation)
}

/** A JSON reply. */
export const jsonReply = (value: unknown, status = 200): DialectReply => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})

/** A plain text reply. */
export const textReply = (body: string, status = 200): DialectReply => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
})
