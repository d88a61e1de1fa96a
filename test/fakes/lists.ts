import type { Channel, Request, Response } from '../../src/shared/bridge/contract.ts'
import type { BridgeError } from '../../src/shared/bridge/errors.ts'
import type { StoredList } from '../../src/shared/bridge/bulk-channels.ts'

type ListChannel = Extract<Channel, `list.${string}`>
type ListAnswers = { readonly [C in ListChannel]: (request: Request<C>) => Response<C> | BridgeError }

const gone: BridgeError = { code: 'not-found', message: 'Test: there is none', retryable: false }
const changed: BridgeError = { code: 'changed-meanwhile', message: 'Test: it was changed', retryable: false }

/** The fake bridge's answers about lists, stored in memory. No line has become a job. */
export function listAnswers(): ListAnswers {
  const lists = new Map<string, { list: StoredList; readonly parts: Map<number, string> }>()
  return {
    'list.read': ({ connectionId }) => {
      const kept = lists.get(connectionId)
      return kept?.parts.size === kept?.list.parts && kept !== undefined ? { list: kept.list } : {}
    },
    'list.read-part': ({ connectionId, part }) => {
      const bytes = lists.get(connectionId)?.parts.get(part)
      return bytes === undefined ? gone : { bytes }
    },
    'list.begin': ({ connectionId, list }) => {
      lists.set(connectionId, { list, parts: new Map() })
      return {}
    },
    'list.save-part': ({ connectionId, part, bytes }) => {
      lists.get(connectionId)?.parts.set(part, bytes)
      return {}
    },
    'list.save': ({ connectionId, list, was }) => {
      const kept = lists.get(connectionId)
      if (kept === undefined) return gone
      if (kept.list.mark !== undefined && !was.includes(kept.list.mark)) return changed
      kept.list = list
      return {}
    },
    'list.forget': ({ connectionId }) => {
      lists.delete(connectionId)
      return {}
    },
    'list.saved-lines': () => ({ lines: [], hasMore: false }),
  }
}
