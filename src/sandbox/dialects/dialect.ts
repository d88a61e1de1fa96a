import type { CatalogueOperation } from '../../platform/catalogue/catalogue.ts'
import type { FailureCode, Outcome, OutcomeOf } from '../call.ts'

export interface DialectReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Dialect = {
  readonly [K in Outcome['kind']]: (outcome: OutcomeOf<K>, operation: CatalogueOperation) => DialectReply
}

export function wordOutcome(dialect: Dialect, outcome: Outcome, operation: CatalogueOperation): DialectReply {
  const word = dialect[outcome.kind] as (outcome: Outcome, operation: CatalogueOperation) => DialectReply
  return word(outcome, operation)
}

export const jsonReply = (value: unknown, status = 200): DialectReply => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})

export const textReply = (body: string, status = 200): DialectReply => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
})

/** The HTTP statuses for wrong credentials and missing records. For other refusals each dialect has its own status. */
export const commonStatusOf: Readonly<Partial<Record<FailureCode, number>>> = {
  'wrong-token': 401,
  'wrong-password': 401,
  'no-such-customer': 404,
  'no-such-hostname': 404,
}

export const oneOrMany = <T>(items: readonly T[]): T | readonly T[] =>
  items.length === 1 && items[0] !== undefined ? items[0] : items
