import type { RuleName } from './rules.ts'

/** The sections of the interface document, in the document's order. `about` says what the calls of the section do. */
export const sections = [
  {
    section: 'AddCustomer',
    title: 'Customer creation',
    about: 'Adds customers, under a reseller or with a box if asked.',
  },
  {
    section: 'CustomerStatus',
    title: 'Customer status',
    about: 'Reads the status of customers, disables and enables them.',
  },
  { section: 'RenewCustomer', title: 'Renewal', about: 'Renews a subscription by months or days.' },
  { section: 'ChangeCustomerProduct', title: 'Product change', about: 'Changes the product of a subscription.' },
  { section: 'MacAddress', title: 'MAC addresses', about: 'Binds boxes to a hostname or a customer, and lists them.' },
  { section: 'GetCustomer', title: 'Customer retrieval', about: 'Reads customers and their boxes.' },
] as const
type Section = (typeof sections)[number]['section']

/** One parameter, spelled exactly as on the wire. */
export interface Parameter {
  readonly name: string
  /** A `boolean` is sent as `true` or `false` in lower case. A `string[]` is sent only inside a JSON body. */
  readonly type: 'string' | 'boolean' | 'string[]'
  /** How the interface document marks the parameter. `unmarked`: the document says "Required/optional marking: not shown". */
  readonly requirement: 'required' | 'optional' | 'unmarked'
  readonly rule: RuleName
  /**
   * Where the parameter is carried. `retrieval`: the interface document names the body of a GET, but clients used the query, so the
   * connection chooses.
   */
  readonly carriedIn: 'query' | 'body' | 'retrieval'
  /** The meaning from the interface document, in one sentence. */
  readonly meaning: string
}

/** What a call does to the platform, whatever its HTTP method. */
export type Effect = 'read' | 'create' | 'bind' | 'renew' | 'change' | 'toggle'

/** The content of a read's answer. `statuses`: customers with only their status. `macs`: boxes with only their addresses. */
export type Returns = 'customer' | 'customers' | 'status' | 'statuses' | 'devices' | 'macs'

/** How to check afterwards that a change took effect: the read to make, and the part of its answer that decides. */
export interface ReadBack {
  readonly operation: string
  readonly decides: string
}

/** One method + path pair of the interface document, as data. */
export interface Operation {
  /** The unique id: the last segment of the path. If a GET and a POST share a path, the id of the GET also ends with `_GET`. */
  readonly id: string
  readonly section: Section
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${Section}/${string}`
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly effect: Effect
  /** The kind of data in the answer. Every read has this field, and no other operation has it. */
  readonly returns?: Returns
  /** The reads that check the change afterwards. Empty for reads. */
  readonly readBack: readonly ReadBack[]
}
