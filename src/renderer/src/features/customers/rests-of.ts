import { restingStates, type JobSummary } from '../../../../shared/domain/job.ts'

/** Every job that is at rest, by its id and since when: one that rests anew is told from itself. */
export const restsOf = (jobs: readonly JobSummary[]): ReadonlySet<string> =>
  new Set(jobs.filter(({ state }) => restingStates.has(state)).map(({ id, updatedAt }) => `${id} ${String(updatedAt)}`))

/** Whether a job has come to rest between two looks; one may be over before it is seen to run. */
export const hasComeToRest = (before: ReadonlySet<string>, after: ReadonlySet<string>): boolean =>
  [...after].some((rest) => !before.has(rest))
