/** A section of the interface document, such as the nine creation calls. */
export type Section =
  | 'AddCustomer'
  | 'CustomerStatus'
  | 'RenewCustomer'
  | 'ChangeCustomerProduct'
  | 'MacAddress'
  | 'GetCustomer'

/** The mark in the interface document; `unmarked` if it says "Required/optional marking: not shown". */
export type Requirement = 'required' | 'optional' | 'unmarked'

/** `boolean` is sent as lower-case `true` / `false`; `string[]` only inside a JSON body. */
export type ParameterType = 'string' | 'boolean' | 'string[]'

/** Names of the validation rules; `rules.ts` has the schema of each. */
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
  /** `retrieval`: documented as a request body on a GET, seen in the query; the connection chooses query or body. */
  readonly carriedIn: 'query' | 'body' | 'retrieval'
  /** The meaning from the interface document, one sentence. */
  readonly meaning: string
}

/** What a call does to the platform, whatever its HTTP method. */
export type Effect = 'read' | 'create' | 'bind' | 'renew' | 'change' | 'toggle'

/** What the answer to a read holds. `statuses`: customers with no more than their status. `macs`: boxes, by their addresses alone. */
export type Returns = 'customer' | 'customers' | 'status' | 'statuses' | 'devices' | 'macs'

/** How to check afterwards that a change took effect: the read to make, and what in its answer decides. */
export interface ReadBack {
  readonly operation: string
  readonly decides: string
}

/** One method + path pair of the interface document, as data. */
export interface Operation {
  /** Unique. The last path segment; a GET that has a POST twin gets the suffix `_GET`. */
  readonly id: string
  readonly section: Section
  readonly method: 'GET' | 'POST'
  /** Starts with `/api`. */
  readonly path: `/api/${Section}/${string}`
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly effect: Effect
  /** Only of reads, and of every read. */
  readonly returns?: Returns
  /** Empty for reads. */
  readonly readBack: readonly ReadBack[]
}
