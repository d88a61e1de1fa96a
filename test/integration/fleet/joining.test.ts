import { cpSync } from 'node:fs'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'
import type { Ports } from '../../../src/main/ports.ts'
import { expect, test } from 'vitest'
import { makeFolder } from '../../fakes/folder.ts'
import { startFakeHub } from '../../fakes/hub.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { trulyRandom } from '../../fakes/random.ts'
import { createOperator, takeFile } from '../../fakes/policy.ts'
import { openApp, openPlatform } from '../../fakes/test-app.ts'
import { save } from '../app/activate.ts'
import { openComputer, saveRenewal, startAgain } from '../maintenance/work.ts'
import { createLine, openDesk, openTwoDesks, saveBox, until } from './open-fleet.ts'

const request = { name: 'Van 12', code: '7K2M-0000-0000-0000-0000-0000' }

test('a fleet begins with the code of its first supervisor, who makes codes for the other computers', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  expect(await boss.fleet()).toMatchObject({
    state: 'joined',
    role: 'supervisor',
    name: 'Office',
    hub: hub.url,
    conflicts: 0,
  })
  expect(await van.fleet()).toMatchObject({ state: 'joined', role: 'station', name: 'Van 12' })
  const { stations } = await boss.call('fleet.board', {})
  expect(stations.map(({ name, role, state }) => [name, role, state])).toEqual([
    ['Office', 'supervisor', 'active'],
    ['Van 12', 'station', 'active'],
  ])
  // A second supervisor gets the key that opens the fleet's work.
  const { code } = await boss.call('fleet.invite', { role: 'supervisor', group: 'North', hours: 1 })
  const second = await openDesk(hub, platform, { code, name: 'Night desk' })
  expect(await second.fleet()).toMatchObject({ role: 'supervisor', group: 'North' })
  await van.call('queue.pause', {})
  await saveBox(van, platform)
  await until(
    () => hub.work.size,
    (size) => size === 1,
  )
  const station = (await van.fleet())?.station ?? ''
  const { jobs } = await second.call('fleet.work', { station })
  expect(jobs).toMatchObject([{ kind: 'new-customer', state: 'saved' }])
})

test('a code works once, and an unknown code and a mistyped code get different errors', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  const van = await openComputer(platform)
  expect(await van.refusal('fleet.join', { ...request, hub: hub.url })).toBe('code-unknown')
  expect(await van.refusal('fleet.join', { ...request, hub: hub.url, code: 'no code' })).toBe('bad-request')
  // The code works in lower case and with spaces, as somebody types it who hears it read aloud.
  await van.call('fleet.join', { ...request, hub: hub.url, code: code.toLowerCase().replaceAll('-', ' ') })
  const other = await openComputer(platform)
  expect(await other.refusal('fleet.join', { ...request, hub: hub.url, code })).toBe('code-unknown')
  expect(await van.refusal('fleet.join', { ...request, hub: hub.url, code })).toBe('already-in-fleet')
})

test('joining again with the same code succeeds if the answer of the hub was lost', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  const { transport } = createLine(hub.url)
  let isLost = true
  const van = await openComputer(platform, {
    transport: {
      async exchange(asked) {
        const answer = await transport.exchange(asked)
        return isLost && asked.url.pathname.endsWith('enrol')
          ? { reach: 'maybe-sent', failure: 'connection-reset' }
          : answer
      },
    },
  })
  expect(await van.refusal('fleet.join', { ...request, hub: hub.url, code })).toBe('hub-not-reached')
  expect((await van.call('app.snapshot', {})).fleet).toBeUndefined()
  isLost = false
  await van.call('fleet.join', { ...request, hub: hub.url, code })
  expect(hub.stations()).toHaveLength(2)
})

test('the address of a hub is refused without encryption, or with an invalid certificate file', async () => {
  const van = await openComputer(await openPlatform())
  expect(await van.refusal('fleet.join', { ...request, hub: 'http://hub.north.example' })).toBe('bad-request')
  // The address is shown and printed.
  for (const hub of ['https://sam:geheim@hub.example', 'https://hub.example?key=geheim'])
    expect(await van.refusal('fleet.join', { ...request, hub })).toBe('bad-request')
  expect(await van.refusal('fleet.join', { ...request, hub: 'ftp://127.0.0.1' })).toBe('bad-request')
  expect(await van.refusal('fleet.join', { ...request, hub: 'https://127.0.0.1:1' })).toBe('hub-not-reached')
  expect(await van.refusal('fleet.join', { ...request, hub: 'https://hub.example', authority: 'x' })).toBe(
    'bad-request',
  )
})

test('only the supervisor can leave a fleet, invite stations and read the board, and training jobs stay out of the fleet', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  await boss.call('who.add', { name: 'Ada Boss', pin: '135790' })
  await boss.call('who.add', { name: 'Ben Clerk', pin: '2468', ownPin: '135790' })
  const ben = (await boss.call('app.snapshot', {})).who.technicians.find(({ name }) => name === 'Ben Clerk')?.id ?? ''
  await boss.call('who.sign-out', {})
  await boss.call('who.sign-in', { id: ben, pin: '2468' })
  expect(await boss.refusal('fleet.leave', {})).toBe('supervisor-only')
  expect(await boss.refusal('fleet.invite', { role: 'station', hours: 1 })).toBe('supervisor-only')
  expect(await boss.refusal('fleet.board', {})).toBe('supervisor-only')
  // Everybody may ask which computer has a box.
  expect(await boss.call('fleet.find', { userid: '4711' })).toEqual({ holders: [] })

  const { id } = await boss.call('connection.start-training', {})
  await boss.call('connection.select', { id })
  const { connections } = await boss.call('app.snapshot', {})
  const product = connections.find(({ settings }) => settings.id === id)?.settings.products[0]?.productid ?? '101'
  const job = await boss.jobIn(await save(boss, newCustomer(product)), 'done')
  expect(job.summary.fleet).toBeUndefined()
  expect(hub.calls.filter(({ name }) => name === 'claims.take')).toEqual([])
})

test('if the policy lists addresses or forbids exports, a computer can join only a hub that the policy names', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const [van, operator] = [await openComputer(platform), createOperator()]
  const join = { ...request, hub: hub.url }
  await takeFile(van, operator.write(1, { addresses: ['https://platform.example'] }))
  expect(await van.refusal('fleet.join', join)).toBe('not-permitted')
  await takeFile(van, operator.write(2, { export: false }))
  expect(await van.refusal('fleet.join', join)).toBe('not-permitted')
  await takeFile(van, operator.write(3, { export: false, addresses: ['https://platform.example', hub.url] }))
  expect(await van.refusal('fleet.join', join)).toBe('code-unknown')
})

test('a computer that leaves forgets the fleet, and its jobs go on', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  const box = { kind: 'mac', value: '001A79ABCDEF' } as const
  await boss.jobIn(await saveBox(boss, platform, box), 'done')
  const stopped = await saveBox(van, platform, box)
  await van.jobIn(stopped, 'needs-you')
  await van.call('fleet.leave', {})
  expect(await van.fleet()).toBeUndefined()
  expect(await van.refusal('fleet.find', { userid: '4711' })).toBe('no-fleet')
  const asked = hub.countRequests('Van 12')
  expect(asked).toBeGreaterThan(0)
  expect((await van.jobIn(await saveBox(van, platform), 'done')).summary.fleet).toBeUndefined()
  await van.call('job.check-again', { id: stopped })
  await van.jobIn(stopped, 'done')
  expect(hub.countRequests('Van 12')).toBe(asked)
})

test('a removed station still sends new jobs, but a renewal that the hub knew waits for the technician', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  const renewal = await saveRenewal(van, platform)
  await until(() => hub.work.has(renewal), Boolean)
  await boss.call('fleet.revoke', { station: (await van.fleet())?.station ?? '' })
  await until(van.fleet, (fleet) => fleet?.state === 'revoked')
  const fresh = await saveBox(van, platform)
  await van.call('queue.resume', {})
  expect((await van.jobIn(fresh, 'done')).summary.state).toBe('done')
  const waiting = await van.jobIn(renewal, 'waiting')
  expect(waiting).toMatchObject({
    summary: { why: { code: 'claim-lapsed' } },
    actions: ['send-without-asking', 'drop'],
  })
  await van.call('job.send-without-asking', { id: renewal })
  const { steps } = await van.jobIn(renewal, 'done')
  expect(steps[0]?.choices).toMatchObject([{ action: 'send-without-asking' }])
  await van.stop()
  const again = await startAgain(van.folder, { transport: van.ports.transport, machineId: van.ports.machineId })
  expect((await again.call('app.snapshot', {})).fleet?.state).toBe('revoked')
})

test('a removed station that gets no events from the hub learns of the removal by asking', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  const { transport } = createLine(hub.url)
  const system = createSystemClock()
  let rounds = 0
  const ports: Partial<Ports> = {
    random: { ...trulyRandom, below: () => 0 },
    // The pause between two rounds takes only a moment.
    clock: {
      ...system,
      after(ms, act) {
        const isPause = Math.round(ms) === 15_000
        if (isPause) rounds += 1
        return system.after(isPause ? 50 : ms, act)
      },
    },
    transport: {
      exchange: (request) =>
        request.url.pathname.endsWith('/events')
          ? Promise.resolve({ reach: 'not-sent', failure: 'connection-refused' })
          : transport.exchange(request),
    },
  }
  const van = await openDesk(hub, platform, { code, name: 'Van 12' }, { ports })
  await until(
    () => rounds,
    (count) => count > 5,
  )
  hub.revoke((await van.fleet())?.station ?? '')
  await until(van.fleet, (fleet) => fleet?.state === 'revoked')
})

test('a copied folder does not count as the station of the original, and has to join separately', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  await van.stop()
  const folder = makeFolder()
  cpSync(van.folder, folder, { recursive: true })
  const copy = await startAgain(folder, {
    transport: van.ports.transport,
    machineId: () => Promise.resolve('another machine'),
  })
  expect((await copy.call('app.snapshot', {})).fleet).toEqual({ state: 'copied' })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  await copy.call('fleet.join', { ...request, name: 'Van 13', hub: hub.url, code })
  expect((await copy.call('app.snapshot', {})).fleet).toMatchObject({ state: 'joined', name: 'Van 13' })
  // The original is still the station "Van 12".
  const original = await startAgain(van.folder, { transport: van.ports.transport, machineId: van.ports.machineId })
  expect((await original.call('app.snapshot', {})).fleet).toMatchObject({ state: 'joined', name: 'Van 12' })
})

test('a restored backup does not change the membership in the fleet, and the hub gets the restored job again', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  const van = await openComputer(platform)
  await van.call('queue.pause', {})
  const id = await saveBox(van, platform)
  const { name } = await van.call('maintenance.back-up', {})
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  await van.call('fleet.join', { ...request, hub: hub.url, code })
  await until(() => hub.work.has(id), Boolean)
  const before = hub.work.get(id)?.version ?? 0

  expect(await van.call('maintenance.restore', { name })).toEqual({ jobs: 1 })

  expect((await van.call('app.snapshot', {})).fleet).toMatchObject({ state: 'joined', name: 'Van 12' })
  await until(
    () => hub.work.get(id)?.version ?? 0,
    (version) => version > before,
  )
  await van.call('queue.resume', {})
  expect((await van.jobIn(id, 'done')).summary).toMatchObject({ origin: 'restored' })
  await until(
    () => hub.claims.get(id)?.state,
    (state) => state === 'done',
  )
})

test('a computer stays in its fleet when a new passphrase changes the key of the computer', async () => {
  const [hub] = [await startFakeHub()]
  const training = await openApp()
  await training.call('connection.start-training', {})
  await training.call('fleet.join', { ...request, hub: hub.url, code: await hub.firstCode() })
  await training.call('vault.protect', { passphrase: 'open the box, please' })
  const { fleet } = await training.call('app.snapshot', {})
  expect(fleet).toMatchObject({ state: 'joined', name: 'Van 12' })
  await training.stop()
  const again = await startAgain(training.folder)
  expect((await again.call('app.snapshot', {})).fleet).toMatchObject({ state: 'joined' })
})
