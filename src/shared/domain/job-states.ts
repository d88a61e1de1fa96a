import { jobStates, type JobState } from './job.ts'

/** The sets of states by which jobs are found. */
export type StateSet =
  /** Something is sent or read for the job without a technician. */
  | 'running'
  /** Nothing is sent for the job until a technician asks for it. */
  | 'resting'
  /** The job is not over: it runs, or a technician has to decide. */
  | 'unfinished'
  /** The job is over, unless a technician takes it up again. */
  | 'settled'
  /** The job can move to another computer: it is not done, and no call of it is under way. */
  | 'transferable'
  /** The same on a computer that is gone: no call of it is under way any more. */
  | 'leftBehind'
  /** The personal values of the job are deleted once its retention period is over. */
  | 'purgeable'
  /** Nobody decided about the job: it is dropped and purged after a longer time. */
  | 'expiring'
  /** The job binds its box, or has bound it. */
  | 'claiming'

/** The sets of each state. A new state does not compile until it is decided to which it belongs. */
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
