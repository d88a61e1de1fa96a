import { jobStates, type JobState } from './job.ts'

/** Sets of job states, for queries. */
export type StateSet =
  /** Setdesk sends or reads something for the job without a technician. */
  | 'running'
  /** Nothing is sent for the job until a technician asks for it. */
  | 'resting'
  /** The job is not over: it runs, or a technician has to decide. */
  | 'unfinished'
  /** The job is over, unless a technician resumes it. */
  | 'settled'
  /** The job can move to another computer: it is not done, and none of its calls is in progress. */
  | 'transferable'
  /** The job can move away from a lost computer. On a lost computer, no call can be in progress any more. */
  | 'leftBehind'
  /** The job's personal data is deleted when its retention period is over. */
  | 'purgeable'
  /** The job waits for a decision. If the decision does not come within a longer period, the job is dropped and purged. */
  | 'expiring'
  /** The job binds its box or has bound it. */
  | 'claiming'

/** The sets that each state belongs to. The compiler requires an entry for every state. */
const setsOf: Readonly<Record<JobState, readonly StateSet[]>> = {
  saved: ['running', 'unfinished', 'transferable', 'leftBehind', 'claiming'],
  sending: ['running', 'unfinished', 'leftBehind', 'claiming'],
  checking: ['running', 'unfinished', 'transferable', 'leftBehind', 'claiming'],
  waiting: ['running', 'unfinished', 'transferable', 'leftBehind', 'claiming'],
  done: ['resting', 'settled', 'purgeable', 'claiming'],
  unconfirmed: ['resting', 'settled', 'purgeable', 'claiming'],
  'needs-you': ['resting', 'unfinished', 'transferable', 'leftBehind', 'expiring', 'claiming'],
  refused: ['resting', 'settled', 'transferable', 'leftBehind', 'expiring'],
  dropped: ['resting', 'settled', 'purgeable'],
}

export const isIn = (set: StateSet, state: JobState): boolean => setsOf[state].includes(set)

/** The states of a set, in the order of `jobStates`. */
export const statesOf = (set: StateSet): readonly JobState[] => jobStates.filter((state) => isIn(set, state))
