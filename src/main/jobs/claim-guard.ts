import type { Ledger } from './ledger/ledger.ts'
import type { Job, Step } from './ledger/rows.ts'
import type { Ask } from './questions.ts'
import type { Decision, RunEnd, StepContext } from './step-context.ts'
import { stepRules } from './plans.ts'

/**
 * What the fleet's claim on a job allows before a call. `free`: make the call. `ask`: ask the hub, then decide again. `read-back`: another
 * computer may have sent the job in the meantime, so read the platform first. `wait`: another computer may have the job, so make no call
 * until the hub has answered. `conflict`: another computer has the box or the customer. `moved`: another computer has the job itself.
 */
export type ClaimVerdict =
  | { readonly claim: 'free' | 'ask' | 'read-back' | 'wait' | 'conflict' }
  | { readonly claim: 'moved'; readonly to: string }

/** `first`: the first call of a job. `later`: a later read. `send`: a changing call. */
export interface GuardedCall {
  readonly before: 'first' | 'later' | 'send'
  /** The call takes the customer's money. */
  readonly spends: boolean
  /** The hub was already asked about this call, whether it answered or not. */
  readonly isAsked: boolean
}

/** Port: the fleet as the runner sees it. Absent if this computer is in no fleet. */
export interface ClaimGuard {
  /** Judges a call from stored data, without waiting for the hub. */
  readonly judge: (job: Job, call: GuardedCall) => ClaimVerdict
  /** Asks the hub about a job and waits only a short time. Resolves to a function that stores the hub's answer. */
  readonly ask: (job: Job) => Promise<() => void>
  /** Notes that a changing call of the job is being sent, whether the hub answered or not. */
  readonly noteSend: (job: Job) => void
  /** Notes that the job is read back before anything is sent. */
  readonly noteReadBack: (job: Job) => void
}

/** Waits for the hub's answer. Resolves to a function that stores the answer. After that, the runner decides again. */
const storeWith = async (asked: Promise<() => void>): Promise<() => undefined> => {
  const store = await asked
  return () => {
    store()
    return undefined
  }
}

interface ClaimCheckDeps {
  readonly guard: () => ClaimGuard | undefined
  readonly ledger: Pick<Ledger, 'lastTry' | 'transferAway' | 'assumeSent'>
  readonly wait: (job: Job) => RunEnd
  readonly settle: (job: Job, step: Step) => void
  readonly noteChange: (job: Job) => void
}

/**
 * Returns what the runner does instead of the decided call. Undefined if the call may be made. `next`: a question to ask or the end of the
 * run; undefined if the runner decides again at once.
 */
export type ClaimCheck = (
  stepContext: StepContext,
  decision: Decision,
) => { readonly next: Ask | RunEnd | undefined } | undefined

/** Checks the fleet's claim between a decision and its call. Only reads and changing calls are checked. */
export function createClaimCheck({ guard, ledger, wait, settle, noteChange }: ClaimCheckDeps): ClaimCheck {
  return ({ job, steps, step, answered }, { action }) => {
    const fleet = guard()
    if (fleet === undefined || (action !== 'read' && action !== 'send')) return undefined
    const before = action === 'send' ? 'send' : steps.some((one) => ledger.lastTry(one)) ? 'later' : 'first'
    const { spends } = stepRules[step.kind]
    const verdict = fleet.judge(job, { before, spends, isAsked: answered.has(before) })
    switch (verdict.claim) {
      case 'free':
        if (before !== 'send') return undefined
        fleet.noteSend(job)
        // The hub is asked again before the next changing call.
        answered.delete('send')
        return undefined
      case 'ask':
        answered.add(before)
        return { next: () => storeWith(fleet.ask(job)) }
      case 'read-back':
        ledger.assumeSent(job)
        fleet.noteReadBack(job)
        noteChange(job)
        return { next: undefined }
      case 'wait':
        return { next: wait(job) }
      case 'conflict':
        settle(job, step)
        return { next: undefined }
      case 'moved':
        ledger.transferAway(job, verdict.to)
        noteChange(job)
        return { next: undefined }
    }
  }
}
