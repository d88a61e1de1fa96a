import type { Bridge, Reply } from '../../../../../shared/bridge/bridge.ts'
import type { KeptList } from '../../../../../shared/bridge/list-channels.ts'
import { succeed } from '../../../../../shared/result.ts'
import type { ListClient } from './list-client.ts'
import type { OpenedList } from './list-reader.ts'

/** Gives the reader the bytes of a kept list, part by part, and opens it with what was mended. */
export async function fetchList(
  bridge: Bridge,
  connectionId: string,
  { digest, parts, mended }: KeptList,
  reader: Pick<ListClient, 'take' | 'openTaken'>,
): Promise<Reply<OpenedList>> {
  for (let part = 0; part < parts; part += 1) {
    const reply = await bridge.call('list.read-part', { connectionId, digest, part })
    if (!reply.ok) return reply
    await reader.take(reply.value.bytes)
  }
  return succeed(await reader.openTaken(mended))
}
