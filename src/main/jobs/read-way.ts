import type { Retrieval } from '../../platform/transport/request.ts'
import type { Step } from './ledger/rows.ts'

/** How a step's reads travel, as a key of what was ever shown by them. */
export const wayOf = ({ payload }: Pick<Step, 'payload'>, retrieval: Retrieval): string =>
  payload.read['password'] === '0' ? wayWithoutPassword(retrieval) : retrieval

/** A read that shows something without a password shows it with the right one, too; not the other way round. */
export const wayWithoutPassword = (retrieval: Retrieval): string => `${retrieval} without password`
