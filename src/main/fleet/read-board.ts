import { defined } from '../../shared/defined.ts'
import type { BoardStation } from '../../shared/fleet/hub-calls.ts'
import { succeed, type Result } from '../../shared/result.ts'
import type { HubFailure } from './ask-hub.ts'
import type { HubClient } from './hub-client.ts'

/** All stations as the hub's board has them, or those that are named. */
export async function readBoard(
  client: Pick<HubClient, 'call'>,
  stations?: readonly string[],
): Promise<Result<readonly BoardStation[], HubFailure>> {
  const found: BoardStation[] = []
  for (let after: string | undefined; ;) {
    const wish = { ...defined({ after }), ...(stations !== undefined && { stations: [...stations] }) }
    const page = await client.call('board.read', wish)
    if (!page.ok) return page
    found.push(...page.value.stations)
    after = page.value.stations.at(-1)?.id
    if (!page.value.hasMore || after === undefined) return succeed(found)
  }
}
