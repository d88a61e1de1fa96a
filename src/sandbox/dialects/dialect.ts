import type { CatalogueOperation } from '../../platform/catalogue/catalogue.ts'
import type { Outcome, OutcomeOf } from '../outcome.ts'

/** An answer as it goes out. */
export interface Reply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A way to word every outcome: leaving one out fails to compile. */
export type Dialect = {
  readonly [K in Outcome['kind']]: (outcome: OutcomeOf<K>, operation: CatalogueOperation) => Reply
}

/** Words an outcome in a dialect. */
export function wordOutcome(dialect: Dialect, outcome: Outcome, operation: CatalogueOperation): Reply {
  const word = dialect[outcome.kind] as (outcome: Outcome, operation: CatalogueOperation) => Reply
  return word(outcome, operation)
}

/** A JSON reply. */
export const jsonReply = (value: unknown, status = 200): Reply => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})

/** A plain text reply. */
export const textReply = (body: string, status = 200): Reply => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
})
