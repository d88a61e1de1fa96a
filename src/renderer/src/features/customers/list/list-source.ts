import type { Bridge, Reply } from '../../../../../shared/bridge/bridge.ts'
import { idsAtOnce } from '../../../../../shared/bridge/customer-channels.ts'
import type {
  CustomerFacts,
  CustomerFilter,
  CustomerList,
  CustomerRow,
  FilterName,
} from '../../../../../shared/domain/customer/customer-view.ts'
import type { CustomerStatus } from '../../../../../shared/domain/customer/customer.ts'
import { succeed } from '../../../../../shared/result.ts'

/** The input of the search screen, kept while the window is open. */
export interface SearchView {
  readonly mode: 'find' | 'reseller' | 'ids'
  readonly text: string
  readonly filter: CustomerFilter
  readonly resellerId: string
  readonly resellerStatus: CustomerStatus | 'any'
  /** What is typed in the field for user IDs. */
  readonly typedIds: string
  /** The user IDs of the list. */
  readonly userids: readonly string[]
}

export const firstView: SearchView = {
  mode: 'find',
  text: '',
  filter: {},
  resellerId: '0',
  resellerStatus: 'any',
  typedIds: '',
  userids: [],
}

type Filters = readonly [CustomerFilter, ...CustomerFilter[]]

/**
 * The customers that a list shows. Several filters are used one after the other, because a word can be a first name or a last name. With a
 * `text`, only the customers that have it in their name or number are shown.
 */
export type ListSource =
  | { readonly kind: 'find'; readonly filters: Filters; readonly text?: string }
  | { readonly kind: 'reseller'; readonly resellerId: string; readonly status: CustomerStatus | undefined }
  | { readonly kind: 'ids'; readonly userids: readonly string[] }

/** Returns the source of the list for this input. Undefined if a reseller or user IDs are wanted but none are entered. */
export function sourceOf(view: SearchView): ListSource | undefined {
  const { mode, resellerStatus, userids } = view
  const resellerId = view.resellerId.trim()
  switch (mode) {
    case 'find': {
      const filters = searchesFor(view.text, view.filter)
      return { kind: 'find', filters, ...(filters[0] === view.filter && { text: view.text.trim() }) }
    }
    case 'reseller':
      if (resellerId === '') return undefined
      return { kind: 'reseller', resellerId, status: resellerStatus === 'any' ? undefined : resellerStatus }
    case 'ids':
      return userids.length === 0 ? undefined : { kind: 'ids', userids }
  }
}

/**
 * Returns the filters for a typed text, combined with the chosen filters. Digits are searched in mobile numbers, then in telephone
 * numbers. Zeros at the beginning are left out first, because the platform has numbers with their country code. One word is searched as a
 * last name, then as a first name. Several words are a first and a last name. If one of these searches is for a field that has a chosen
 * filter, the chosen filters are returned alone.
 */
export function searchesFor(text: string, chosen: CustomerFilter): Filters {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const [first, ...rest] = words
  if (first === undefined) return [chosen]
  const combine = (...searches: readonly CustomerFilter[]): Filters => {
    const isTaken = (name: string): boolean => chosen[name as FilterName] !== undefined
    if (searches.flatMap(Object.keys).some(isTaken)) return [chosen]
    const [search = {}, ...others] = searches.map((one) => ({ ...chosen, ...one }))
    return [search, ...others]
  }
  if (isNumber(text)) {
    const number = text.replaceAll(/[^\d+]/g, '')
    const core = number.replace(/^0+/, '')
    const asTyped = [{ mobile: number }, { telephone: number }]
    return core === number || core === ''
      ? combine(...asTyped)
      : combine({ mobile: core }, { telephone: core }, ...asTyped)
  }
  const whole = words.join(' ')
  const asOneName = [{ lastname: whole }, { firstname: whole }]
  return rest.length === 0
    ? combine(...asOneName)
    : combine({ firstname: first, lastname: rest.join(' ') }, ...asOneName)
}

const isNumber = (text: string): boolean => /^\+?[\d\s()./-]{3,}$/.test(text.trim())

const digitsOf = (number: string): string => number.replaceAll(/\D/g, '')

/** Whether a customer has a text in the name or in a number. An empty text is in every customer. */
export function holdsText(
  { firstname = '', lastname = '', mobile = '', phone = '' }: CustomerFacts,
  text: string,
): boolean {
  if (isNumber(text)) {
    const core = digitsOf(text).replace(/^0+/, '')
    return [mobile, phone].some((number) => digitsOf(number).includes(core))
  }
  const name = `${firstname} ${lastname}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word))
}

/** Whether a text may be a user ID, a mapping ID or a box: one word with a digit. */
export const mayBeIdentifier = (text: string): boolean => /^\S{4,64}$/.test(text.trim()) && /\d/.test(text)

/**
 * Whether a text is looked up as an identifier. `isNobody`: no customer has the text as a name. Only then a word without a digit is looked
 * up as a user ID, because names are such words, too.
 */
export const isLookedUp = (text: string, isNobody: boolean): boolean =>
  mayBeIdentifier(text) || (isNobody && /^\S{1,64}$/.test(text.trim()))

const separators = /[\s,;|"']+/

/** Reads user IDs from a text, separated by line ends, commas, semicolons or spaces. Returns each ID once, in order. */
export function readUserids(text: string): readonly string[] {
  const all = text.split(separators).filter((part) => part !== '' && part.length <= 64 && part.isWellFormed())
  return [...new Set(all)]
}

/** Whether more than the user ID of a row is known. */
export const hasDetails = (row: CustomerRow): boolean =>
  Object.keys(row).some((key) => key !== 'userid' && key !== 'isUnknown')

/** How a page is requested. `variant` is the index of the source's filter. `cursor` is undefined for the first page. */
export interface AskedBy {
  readonly variant: number
  readonly cursor: string | undefined
}

/** A new request in the same slot cancels the previous request. */
export function askPage(
  bridge: Bridge,
  slot: string,
  source: ListSource,
  { variant, cursor }: AskedBy,
): Promise<Reply<CustomerList>> {
  switch (source.kind) {
    case 'find': {
      const { filters } = source
      return bridge.call('customers.find', { slot, filter: filters[variant] ?? filters[0], cursor })
    }
    case 'reseller': {
      const { resellerId, status } = source
      return bridge.call('customers.by-reseller', { slot, resellerId, status, page: Number(cursor ?? 1) })
    }
    case 'ids':
      return askIds(bridge, slot, source.userids, Number(cursor ?? 0))
  }
}

/** Loads the customers of the next user IDs, in order. An ID that the platform does not know keeps its place and is marked. */
async function askIds(
  bridge: Bridge,
  slot: string,
  all: readonly string[],
  from: number,
): Promise<Reply<CustomerList>> {
  const end = from + idsAtOnce
  const userids = all.slice(from, end)
  const reply = await bridge.call('customers.by-ids', { slot, userids })
  if (!reply.ok || reply.value.kind !== 'page') return reply
  const found = new Map(reply.value.rows.map((row) => [row.userid?.toLowerCase(), row]))
  // A missing ID is not marked in a cached or incomplete answer, because the answer may lack customers that the platform knows.
  const unknown = reply.value.isCached || reply.value.isCut ? {} : { isUnknown: true }
  const rows = userids.map((userid) => found.get(userid.toLowerCase()) ?? { userid, ...unknown })
  return succeed({ ...reply.value, rows, ...(end < all.length && { next: String(end) }) })
}
