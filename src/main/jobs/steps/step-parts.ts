import { plainUserid } from '../../../shared/domain/customer/customer.ts'
import type { Answer } from '../../../platform/answer.ts'
import type { OperationId } from '../../../platform/catalogue/catalogue.ts'
import type { CustomerRecord } from '../../../platform/find-fields.ts'
import { readCustomerPage } from '../../../platform/read/read-records.ts'
import type { Finding } from '../ledger/history.ts'
import type { Payload, SubscriptionSeen, Parameters } from '../ledger/rows.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'

/** The two services that most changing calls need (Authentication). */
export const services = ({ crmService, cmsService }: Connection): Parameters => ({ crmService, cmsService })

export interface Identified {
  readonly userid: string
  readonly password?: string | undefined
  readonly customermappingid?: string | undefined
}

/** A customer's identifiers as sent: 0 for an unknown password, the connection's `unknownMappingId` for an unknown mapping id. */
export const identityOf = (customer: Identified, { unknownMappingId }: Connection) => {
  const { userid, password = '0', customermappingid = '' } = customer
  return { userid, password, customermappingid: customermappingid === '' ? unknownMappingId : customermappingid }
}

export interface Found {
  readonly finding: Finding
  /** The read showed something known to exist, so the absence of something else in such a read can be believed. */
  readonly provesRead: boolean
  readonly customer?: CustomerRecord
}

export interface StepKnowledge {
  readonly payload: Payload
  /** An attempt of this step reached the platform or may have reached it. */
  readonly mayHaveArrived: boolean
  /** This job has really sent the present call, so the calls before a correction are no longer asked about. */
  readonly wasSent?: boolean
  readonly isAccepted: boolean
  /** The last attempt was refused, and the result of every earlier attempt is known. */
  readonly isRefused?: boolean
  /** The attempts that reached the platform or may have reached it, oldest first. */
  readonly tries: readonly Attempted[]
  /** Another job took this customer's money since the first attempt, so a changed end date may come from that job. */
  readonly isShared?: boolean
}

/** The subscription before an attempt, if it could be read, and the day of the attempt, in days since 1970. */
export interface Attempted {
  readonly before?: SubscriptionSeen
  readonly sentOn: number
}

export interface StepRule {
  readonly reads: OperationId
  /** The user ID may already belong to another customer, and even a refused creation may have created a part of the customer. */
  readonly creates: boolean
  /** Judges an answer that comes from the platform itself. Other answers, for example from a proxy, never reach this function. */
  readonly judge: (answer: Answer, knowledge: StepKnowledge) => Found
  /** Judges an unclear answer that may list several customers. Undefined if it stays unclear. */
  readonly judgeSeveral?: (answer: Answer, knowledge: StepKnowledge) => Found | undefined
  /**
   * A second read, made if `isAsked` returns true. `judge` returns the finding of both answers together. If the second read fails, the
   * platform is asked again, as after a first read that fails. But if the second read is not needed, and the platform asks for no pause,
   * the finding is only unclear, so that such a failure does not stop the connection's other jobs. After an accepted call the first read
   * alone counts.
   */
  readonly alsoReads?: {
    readonly reads: OperationId
    readonly isAsked: (first: Found, knowledge: StepKnowledge) => boolean
    readonly isNeeded: (knowledge: StepKnowledge) => boolean
    readonly judge: (first: Found, answer: Answer, knowledge: StepKnowledge) => Found
  }
}

/** Whether the platform shows a customer other than the one that was asked for, as some platforms do if two customers share a mapping id. */
export const isOfOther = (shown = '', asked = ''): boolean =>
  shown !== '' && asked !== '' && plainUserid(shown) !== plainUserid(asked)

/**
 * The customers with exactly this user ID, if the answer to a question about one customer shows several. A platform may search for the
 * beginning of a user ID.
 */
export function findNamedAmongSeveral(answer: Answer, userid: string): readonly CustomerRecord[] {
  const customers = readCustomerPage(answer)?.customers ?? []
  return customers.length < 2 ? [] : customers.filter((one) => one.userid?.toLowerCase() === userid.toLowerCase())
}

export const foundOnly = (finding: Finding): Found => ({ finding, provesRead: false })
