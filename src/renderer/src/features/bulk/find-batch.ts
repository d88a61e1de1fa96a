import type { Bridge, Reply } from '../../../../shared/bridge/bridge.ts'
import type { Response } from '../../../../shared/bridge/contract.ts'
import type { BulkKind } from './bulk-fields.ts'
import { digestOf } from './digest-of.ts'

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
