import type { Answer } from '../../../platform/answer.ts'
import type { OperationId } from '../../../platform/catalogue/catalogue.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import type { Finding } from '../ledger/history.ts'
import type { Payload, SubscriptionSeen } from '../ledger/payload.ts'

/** What an answer to a step's read means for that step. */
export interface Found {
  readonly finding: Finding
  /** The read showed something known to exist: it can be believed when it shows nothing. */
  readonly provesRead: boolean
  readonly customer?: CustomerRecord
}

/** What is known of the step when an answer is judged. */
export interface StepKnowledge {
  readonly payload: Payload
  /** An attempt of this step reached the platform, or may have. */
  readonly mayHaveArrived: boolean
  /** The platform said yes to the last attempt. */
  readonly isAccepted: boolean
  /** The attempts that reached the platform, or may have, oldest first. */
  readonly tries: readonly Attempted[]
}

/** How the customer stood when an attempt set out, where that could be read, and the day of the attempt, days since 1970. */
export interface Attempted {
  readonly before?: SubscriptionSeen
  readonly sentOn: number
}

/** What makes one kind of step special: the read that shows its effect, and how that read is understood. */
export interface StepRule {
  readonly reads: OperationId
  /** It makes a customer: somebody else's can stand in its place, and it may be made in part. */
  readonly creates: boolean
  /** It takes the customer's money: without the operator's word it is not sent again by itself. */
  readonly spends: boolean
  /** Judges an answer of the platform itself; what is no such answer is judged before. */
  readonly judge: (answer: Answer, knowledge: StepKnowledge) => Found
  /** A second read that is asked for some findings of the first, and what both come to. */
  readonly alsoReads?: {
    readonly reads: OperationId
    readonly isAsked: (knowledge: StepKnowledge) => boolean
    readonly judge: (first: Found, answer: Answer, knowledge: StepKnowledge) => Found
  }
}

/** A finding that tells no more than itself. */
export const foundOnly = (finding: Finding): Found => ({ finding, provesRead: false })
