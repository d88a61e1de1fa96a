import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresCluster } from '../../postgres/start-cluster.ts'
import type { HarnessLedger } from './happenings.ts'
import type { HubProcess } from './start-hubs.ts'

/** What can happen to the servers of a fleet. */
export const serverFaults = [
  'hub killed',
  'both hubs killed',
  'hub frozen',
  'database killed',
  'primary lost',
  'primary frozen and back beside the new one',
  'standby lost',
] as const
export type ServerFault = (typeof serverFaults)[number]

interface Servers {
  readonly cluster: PostgresCluster
  readonly hubs: readonly [HubProcess, HubProcess]
  readonly ledger: HarnessLedger
}

/** The longest time that a hub is dead or frozen, milliseconds. */
const [longestDeath, longestFreeze] = [3000, 8000]

/** Breaks one thing and repairs it again. Returns when all servers work. */
export async function breakServers(
  { cluster, hubs, ledger }: Servers,
  fault: ServerFault,
  draw: () => number,
): Promise<void> {
  ledger.add({ what: 'fault', fault })
  const hub = hubs[draw() < 0.5 ? 0 : 1]
  const [length, more] = [draw(), draw()]
  switch (fault) {
    case 'hub killed':
      await hub.kill()
      await delay(length * longestDeath)
      return hub.start()
    case 'both hubs killed':
      await Promise.all(hubs.map((one) => one.kill()))
      await delay(length * longestDeath)
      await hub.start()
      await Promise.all(hubs.map((one) => one.start()))
      return
    case 'hub frozen':
      hub.freeze()
      await delay(length * longestFreeze)
      return hub.thaw()
    case 'database killed':
      await cluster.primary().kill()
      await delay(length * longestDeath)
      return cluster.primary().start()
    case 'primary lost':
      await cluster.primary().kill()
      await delay(length * longestDeath)
      await cluster.failOver()
      await delay(more * longestDeath)
      return cluster.rebuild()
    case 'primary frozen and back beside the new one': {
      cluster.primary().freeze()
      const { former } = await cluster.failOver()
      await delay(length * longestDeath)
      former.thaw()
      await delay(more * longestFreeze)
      await former.kill()
      return cluster.rebuild()
    }
    case 'standby lost': {
      // Commits wait until the standby is back, because nothing may be acknowledged that is on only one disk.
      const standby = cluster.standby()
      await standby?.kill()
      await delay(length * longestDeath)
      return standby?.start()
    }
  }
}
