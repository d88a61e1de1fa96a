import type { Bridge, Reply } from '../../../../../shared/bridge/bridge.ts'
import { idsAtOnce } from '../../../../../shared/bridge/customer-channels.ts'
import type { CustomerFilter, CustomerList } from '../../../../../shared/domain/customer-view.ts'
import type { CustomerStatus } from '../../../../../shared/domain/status.ts'

/** What a list is of. Of several filters one comes after the other: one word may be either name. */
export type ListSource =
  | { readonly kind: 'find'; readonly filters: readonly [CustomerFilter, ...CustomerFilter[]] }
  | { readonly kind: 'reseller'; readonly resellerId: string; readonly status?: CustomerStatus }
  | { readonly kind: 'ids'; readonly userids: readonly string[] }

/** The slot in which lists are asked for: a later question cancels the one before. */
export const listSlot = 'customer-list'

/** One page of a source: the first without a cursor, then by what the page before named. */
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

/** One handful of the log-ins, in their order; one that the platform does not know stays in its place and says so. */
async function askIds(bridge: Bridge, all: readonly string[], from: number): Promise<Reply<CustomerList>> {
  const userids = all.slice(from, from + idsAtOnce)
  const reply = await bridge.call('customers.by-ids', { slot: listSlot, userids })
  if (!reply.ok || reply.value.kind !== 'page') return reply
  const { rows, isKept } = reply.value
  // What was kept may be less than the platform knows.
  const unknown = isKept ? {} : { isUnknown: true }
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
