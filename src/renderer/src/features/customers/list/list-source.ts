import type { Bridge, Reply } from '../../../../../shared/bridge/bridge.ts'
import { idsAtOnce } from '../../../../../shared/bridge/customer-channels.ts'
import type { CustomerFilter, CustomerList } from '../../../../../shared/domain/customer-view.ts'
import type { CustomerStatus } from '../../../../../shared/domain/status.ts'

/** What a list contains. Several filters are used one after the other, because one word may be a first or a last name. */
export type ListSource =
  | { readonly kind: 'find'; readonly filters: readonly [CustomerFilter, ...CustomerFilter[]] }
  | { readonly kind: 'reseller'; readonly resellerId: string; readonly status?: CustomerStatus }
  | { readonly kind: 'ids'; readonly userids: readonly string[] }

/** The slot of list requests: a new request cancels the one before. */
export const listSlot = 'customer-list'

/** Loads one page of a source. The cursor is undefined for the first page, then `next` of the page before. */
export function askPage(
  bridge: Bridge,
  source: ListSource,
  variant: number,
  cursor: string | undefined,
): Promise<Reply<CustomerList>> {
  switch (source.kind) {
    case 'find':
      return bridge.call('customers.find', {
        slot: listSlot,
        filter: source.filters[variant] ?? source.filters[0],
        ...(cursor === undefined ? {} : { cursor }),
      })
    case 'reseller':
      return bridge.call('customers.by-reseller', {
        slot: listSlot,
        resellerId: source.resellerId,
        page: Number(cursor ?? 1),
        ...(source.status === undefined ? {} : { status: source.status }),
      })
    case 'ids':
      return askIds(bridge, source.userids, Number(cursor ?? 0))
  }
}

/** Loads the next user IDs, in order. An ID that the platform does not know keeps its place and is marked. */
async function askIds(bridge: Bridge, all: readonly string[], from: number): Promise<Reply<CustomerList>> {
  const userids = all.slice(from, from + idsAtOnce)
  const reply = await bridge.call('customers.by-ids', { slot: listSlot, userids })
  if (!reply.ok || reply.value.kind !== 'page') return reply
  const { rows, isCached } = reply.value
  // Cached answers may miss customers that the platform knows.
  const unknown = isCached ? {} : { isUnknown: true }
  const found = new Map(rows.map((row) => [row.userid?.toLowerCase(), row]))
  const next = from + idsAtOnce < all.length ? { next: String(from + idsAtOnce) } : {}
  return {
    ok: true,
    value: {
      ...reply.value,
      rows: userids.map((userid) => found.get(userid.toLowerCase()) ?? { userid, ...unknown }),
      ...next,
    },
  }
}
