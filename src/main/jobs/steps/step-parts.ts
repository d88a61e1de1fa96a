import type { Answer } from '../../../platform/answer.ts'
import type { OperationId } from '../../../platform/catalogue/catalogue.ts'
import type { CustomerRecord } from '../../../platform/read/records.ts'
import type { Finding } from '../ledger/history.ts'
import type { Payload, SubscriptionSeen, Parameters } from '../ledger/payload.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'

/** The two services that most changing calls are scoped by (Authentication). */
export const services = ({ crmService, cmsService }: Connection): Parameters => ({ crmService, cmsService })

export interface Identified {
  readonly userid: string
  readonly password?: string | undefined
  readonly customermappingid?: string | undefined
}

/** The identifiers on the wire: an unknown password is 0, and the connection says what an unknown mapping id is. */
export const identityOf = (customer: Identified, { unknownMappingId }: Connection): Parameters => {
  const { userid, password = '0', customermappingid = '' } = customer
  return { userid, password, customermappingid: customermappingid === '' ? unknownMappingId : customermappingid }
}

/** What an answer to a step's read means for that step. */
export interface Found {
  readonly finding: Finding
  /** The read showed something known to exist, so it can be believed when it shows nothing. */
  readonly provesRead: boolean
  readonly customer?: CustomerRecord
}

export interface StepKnowledge {
  readonly payload: Payload
  /** An attempt of this step reached the platform, or may have. */
  readonly mayHaveArrived: boolean
  /** The platform said yes to the last attempt. */
  readonly isAccepted: boolean
  /** The attempts that reached the platform, or may have, oldest first. */
  readonly tries: readonly Attempted[]
  /** Another job took this customer's money since the first attempt: what moved may be its doing. */
  readonly isShared?: boolean
}

/** The subscription before an attempt, if it could be read, and the day of the attempt, days since 1970. */
export interface Attempted {
  readonly before?: SubscriptionSeen
  readonly sentOn: number
}

/** The read that shows the effect of one kind of step, and how its answer is judged. */
export interface StepRule {
  readonly reads: OperationId
  /** It makes a customer. Another customer may have the user ID, and a refused call may have made a part. */
  readonly creates: boolean
  /** It takes the customer's money. It is not sent again by itself unless the operator allows it. */
  readonly spends: boolean
  /** Judges an answer of the platform itself. Any other answer is judged before. */
  readonly judge: (answer: Answer, knowledge: StepKnowledge) => Found
  /** A second read, sent after some findings of the first. `judge` gives the finding of both. */
  readonly alsoReads?: {
    readonly reads: OperationId
    readonly isAsked: (knowledge: StepKnowledge) => boolean
    readonly judge: (first: Found, answer: Answer, knowledge: StepKnowledge) => Found
  }
}

export const foundOnly = (finding: Finding): Found => ({ finding, provesRead: false })
