import { expect, test } from 'vitest'
import { anyMac } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { startMiddleServer, type Reply } from '../../fakes/middle-server.ts'
import { effectsOn, intentFor, save } from '../app/activate.ts'
import { startAgain } from '../maintenance/work.ts'
import { asDesk, jobAs, openTwoDesks, saveBox, until } from './open-fleet.ts'
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

test(
  'a job keeps its box if it was sent, sent again with a refused token and then dropped',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { url, met } = await startMiddleServer(platform.url)
    const { boss, van } = await openTwoDesks(hub, platform, { baseUrl: url, longestProcessingSeconds: 0.25 })
    const intent = await intentFor('bind-user', van, platform)
    const box = intent.box.identifier
    const refused: Reply = { status: 401, body: '{"Message":"Invalid authToken"}' }
    let sent = 0
    met.devices = () => ({ status: 200, body: '{"Strange":true}' })
    met.AddMacAddressForUser = async (pass) => {
      sent += 1
      if (sent > 1) return refused
      await pass()
      return undefined
    }
    const id = await save(van, intent)
    expect((await van.jobIn(id, 'needs-you')).summary.why?.code).toBe('reply-lost-unreadable')
    met.GetCustomerStatusByReseller = () => refused
    await van.call('job.send-again', { id })
    const { summary, actions } = await jobAs(van, id, ({ summary: { why } }) => why?.code === 'token-refused')
    expect([sent, summary.state, actions]).toEqual([2, 'waiting', ['drop']])

    await van.call('job.drop', { id, reason: 'The customer has moved' })

    const states = async () => (await boss.call('fleet.find', { box })).holders.map(({ state }) => state)
    expect(await until(states, (found) => !found.includes('held'))).toEqual(['done'])
    expect(effectsOn(platform, box)).toEqual(['bind-user'])
  },
)
