import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { Ports } from '../../../src/main/ports.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import type { JobDetail } from '../../../src/shared/domain/job.ts'
import { connect, openDesk, type Desk } from '../../fakes/desk.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { productOf, quick, save } from '../desk/activate.ts'

/** What opens the stored work of every computer of these tests. */
export const passphrase = 'open the box, please'

/** A computer connected to a platform, its work under the passphrase. */
export async function openComputer(
  platform: Sandbox,
  ports: Partial<Ports> = {},
  changed: Partial<Connection> = {},
): Promise<Desk> {
  const desk = await openDesk(makeFolder(), ports)
  await desk.call('vault.protect', { passphrase })
  await connect(desk, platform, { ...quick, ...changed })
  return desk
}

/** The same data folder in a new process. */
export async function startAgain(folder: string, ports: Partial<Ports> = {}): Promise<Desk> {
  const desk = await openDesk(folder, ports)
  await desk.call('vault.unlock', { passphrase })
  return desk
}

/** New customers with a box each, saved and not sent: sending is paused. */
export async function saveUnsent(desk: Desk, platform: Sandbox, count: number): Promise<readonly string[]> {
  await desk.call('queue.pause', {})
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push(await save(desk, newCustomer(productOf(platform))))
  return ids
}

/** All of them, once nothing more happens to them. */
export const atRest = (desk: Desk, ids: readonly string[]): Promise<readonly JobDetail[]> =>
  Promise.all(ids.map((id) => desk.jobIn(id, 'done', 'unconfirmed', 'needs-you', 'refused', 'dropped')))

/** A customer on the platform, and his renewal for a month, saved and not sent. */
export async function saveRenewal(desk: Desk, platform: Sandbox): Promise<string> {
  const { intent } = await desk.jobIn(await save(desk, newCustomer(productOf(platform))), 'done')
  if (intent.kind !== 'new-customer' || intent.logIn.userid === undefined) throw new Error('another kind')
  await desk.call('queue.pause', {})
  const { userid, password } = intent.logIn
  const act = { kind: 'renewal', userid, password, months: 1, days: 0, from: 'end-date' } as const
  return (await desk.call('act.save', { draftId: anyDraftId(), act })).id
}

/** How often the platform did each thing. */
export function countEffects(platform: Sandbox): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { effect } of platform.ledger()) counts[effect] = (counts[effect] ?? 0) + 1
  return counts
}
