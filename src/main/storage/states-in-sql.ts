import { statesOf, type StateSet } from '../../shared/domain/job-states.ts'

/** A set of job states as SQL writes a list: `('saved', 'sending')`. The order is always the same, as a partial index needs it. */
export const statesInSql = (set: StateSet): string =>
  `(${statesOf(set)
    .map((state) => `'${state}'`)
    .join(', ')})`
