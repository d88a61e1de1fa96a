import type { Bridge, Reply } from '../../../../shared/bridge/bridge.ts'
import type { Response } from '../../../../shared/bridge/contract.ts'
import type { BulkKind } from './list/bulk-fields.ts'
import type { SavedBefore } from './bulk-state.ts'
import { digestOf } from './list/digest-of.ts'

/** The batch of a list: by what it holds, and by what it is for. */
export async function findBatch(
  bridge: Bridge,
  connectionId: string,
  digest: string,
  kind: BulkKind,
): Promise<Reply<Response<'bulk.find'>>> {
  return await bridge.call('bulk.find', {
    connectionId,
    digest: await digestOf(new TextEncoder().encode(`${digest} ${kind}`)),
  })
}

/** What of a list was saved at an earlier time, if anything was. */
export const savedBeforeOf = (found: Response<'bulk.find'> | undefined): SavedBefore | undefined =>
  found?.firstSavedAt === undefined ? undefined : { count: found.saved, at: found.firstSavedAt }
