import { jobStates, type JobState } from './job.ts'

/** The sets of states by which jobs are found. A new state does not compile until every set has decided about it. */
const sets = {
  /** Something is sent or read for the job without a technician. */
  running: {
    saved: true,
    sending: true,
    checking: true,
    waiting: true,
    done: false,
    unconfirmed: false,
    'needs-you': false,
    refused: false,
    dropped: false,
  },
  /** Nothing is sent for the job until a technician asks for it. */
  resting: {
    saved: false,
    sending: false,
    checking: false,
    waiting: false,
    done: true,
    unconfirmed: true,
    'needs-you': true,
    refused: true,
    dropped: true,
  },
  /** The job is not over: it runs, or a technician has to decide. */
  unfinished: {
    saved: true,
    sending: true,
    checking: true,
    waiting: true,
    done: false,
    unconfirmed: false,
    'needs-you': true,
    refused: false,
    dropped: false,
  },
  /** The job is over, unless a technician takes it up again. */
  settled: {
    saved: false,
    sending: false,
    checking: false,
    waiting: false,
    done: true,
    unconfirmed: true,
    'needs-you': false,
    refused: true,
    dropped: true,
  },
  /** The job can move to another computer: it is not done, and no call of it is under way. */
  transferable: {
    saved: true,
    sending: false,
    checking: true,
    waiting: true,
    done: false,
    unconfirmed: false,
    'needs-you': true,
    refused: true,
    dropped: false,
  },
  /** The same on a computer that is gone: no call of it is under way any more. */
  leftBehind: {
    saved: true,
    sending: true,
    checking: true,
    waiting: true,
    done: false,
    unconfirmed: false,
    'needs-you': true,
    refused: true,
    dropped: false,
  },
  /** The personal values of the job are deleted once its retention period is over. */
  purgeable: {
    saved: false,
    sending: false,
    checking: false,
    waiting: false,
    done: true,
    unconfirmed: true,
    'needs-you': false,
    refused: false,
    dropped: true,
  },
  /** The job binds its box, or has bound it. */
  claiming: {
    saved: true,
    sending: true,
    checking: true,
    waiting: true,
    done: true,
    unconfirmed: true,
    'needs-you': true,
    refused: false,
    dropped: false,
  },
} as const satisfies Record<string, Record<JobState, boolean>>

export type StateSet = keyof typeof sets

/** The states of a set, in the order of `jobStates`. */
export const statesOf = (set: StateSet): readonly JobState[] => jobStates.filter((state) => sets[set][state])

export const isIn = (set: StateSet, state: JobState): boolean => sets[set][state]
