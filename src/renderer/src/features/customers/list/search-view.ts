import type { CustomerFilter } from '../../../../../shared/domain/customer-view.ts'
import type { CustomerStatus } from '../../../../../shared/domain/status.ts'
import { searchesFor } from './searches-for.ts'
import type { ListSource } from './list-source.ts'

/** The ways to find a customer. */
export const searchModes = ['find', 'reseller', 'ids'] as const
export type SearchMode = (typeof searchModes)[number]

/** The input of the search screen, kept while the window is open. */
export interface SearchView {
  readonly mode: SearchMode
  readonly text: string
  readonly filter: CustomerFilter
  readonly resellerId: string
  readonly resellerStatus: CustomerStatus | 'any'
  readonly userids: readonly string[]
}

export const firstView: SearchView = {
  mode: 'find',
  text: '',
  filter: {},
  resellerId: '0',
  resellerStatus: 'any',
  userids: [],
}

/** The list for this input; undefined without input. */
export function sourceOf({
  mode,
  text,
  filter,
  resellerId,
  resellerStatus,
  userids,
}: SearchView): ListSource | undefined {
  switch (mode) {
    case 'find':
      return { kind: 'find', filters: searchesFor(text, filter) }
    case 'reseller':
      return resellerId.trim() === ''
        ? undefined
        : {
            kind: 'reseller',
            resellerId: resellerId.trim(),
            ...(resellerStatus === 'any' ? {} : { status: resellerStatus }),
          }
    case 'ids':
      return userids.length === 0 ? undefined : { kind: 'ids', userids }
  }
}
