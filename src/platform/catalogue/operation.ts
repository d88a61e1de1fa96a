/** The nine creation calls, the status calls and so on: one value a section of the interface document. */
export type Section =
  | 'AddCustomer'
  | 'CustomerStatus'
  | 'RenewCustomer'
  | 'ChangeCustomerProduct'
  | 'MacAddress'
  | 'GetCustomer'

/** As the interface document marks it; `unmarked` where it says "Required/optional marking: not shown". */
export type Requirement = 'required' | 'optional' | 'unmarked'

/** `boolean` travels as lower-case `true` / `false`; `string[]` only inside a JSON body. */
export type ParameterType = 'string' | 'boolean' | 'string[]'

/** Names of the rules a value must keep; `rules.ts` holds the schema of each. */
export type RuleName =
  | 'text'
  | 'mobile'
  | 'email'
  | 'months'
  | 'days'
  | 'renewal-interval'
  | 'password'
  | 'uuid'
  | 'mac-address'
  | 'status'
  | 'page'
  | 'date'
  | 'flag'
  | 'user-ids'

/** One parameter, spelled exactly as on the wire. */
export interface Parameter {
  readonly name: string
  readonly type: ParameterType
  readonly requirement: Requirement
  readonly rule: RuleName
  /** `retrieval`: documented as a request body on a GET, seen in the query; the connection decides (query or body). */
  readonly carriedIn: 'query' | 'body' | 'retrieval'
  /** Meaning in the interface document, one sentence. */
  readonly meaning: string
}

/** What a call does to the platform. An operation changes by its effect, not by its method. */
export type Effect = 'read' | 'create' | 'bind' | 'renew' | 'change' | 'toggle'

/** How the effect of a changing call can be looked up afterwards: the read to make, and what in it decides. */
export interface ReadBack {
  readonly operation: string
  readonly decides: string
}

/** One method + path pair of the interface document, as data. */
export interface Operation {
  /** The last path segment as it is spelled; a GET that has a POST twin bears `_GET` at its end. Unique. */
  readonly id: string
  readonly section: Section
  readonly method: 'GET' | 'POST'
  /** From `/api` on. */
  readonly path: `/api/${Section}/${string}`
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly effect: Effect
  /** Empty for reads. */
  readonly readBack: readonly ReadBack[]
}
