import { expect, test } from 'vitest'
import { anyMac } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { startAgain } from '../maintenance/work.ts'
import { asDesk, openTwoDesks, saveBox, until } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

test(
  'a job that was read back without the hub, never sent and then dropped frees its box',
  { timeout: 60_000 },
  async () => {
    const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
    const { boss, van } = await openTwoDesks(hub, platform)
    await van.call('queue.pause', {})
    const id = await saveBox(van, platform, box)
    const states = async () => (await boss.call('fleet.find', { box })).holders.map(({ state }) => state)
    await until(states, (found) => found.includes('held'))
    const { transport, machineId, settings } = van.ports
    await van.stop()
    van.line.hub = false
    platform.setFaults([{ match: { changing: false }, fault: { kind: 'rubbish', body: 'message', commit: false } }])
    const back = asDesk(await startAgain(van.folder, { transport, machineId, settings }), van.line)
    await back.call('queue.resume', {})
    const { summary } = await back.jobIn(id, 'needs-you')
    expect(summary.why?.code).toBe('perhaps-sent-unreadable')

    await back.call('job.drop', { id, reason: 'The customer has moved' })
    back.line.hub = true
    await back.call('fleet.try-now', {})

    expect(await until(states, (found) => !found.includes('held'))).toEqual([])
    expect(effectsOn(platform, box)).toEqual([])
  },
)
