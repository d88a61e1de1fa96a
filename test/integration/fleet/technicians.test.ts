import { expect, test } from 'vitest'
import type { FleetView } from '../../../src/shared/domain/fleet.ts'
import { startFakeHub } from '../../fakes/hub.ts'
import { createOperator, takeFile } from '../../fakes/policy.ts'
import { openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { openComputer, startAgain } from '../maintenance/work.ts'
import { openDesk, type Desk } from './open-fleet.ts'
import { joinRaw } from './raw-station.ts'
import { startRealHub } from './start-real-hub.ts'

const ada = { name: 'Ada Boss', isSupervisor: true }
const ben = { name: 'Ben Clerk', isSupervisor: false }
const pins = { ada: '135790', ben: '2468' }

const whoIs = async (app: TestApp) => (await app.call('app.snapshot', {})).who
const fleetOf = async (app: TestApp): Promise<FleetView | undefined> => (await app.call('app.snapshot', {})).fleet

/** The first supervisor's computer, at which a supervisor and a clerk sign in. */
async function openOffice(hub: { url: string; firstCode: () => Promise<string> }) {
  const platform = await openPlatform()
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  await boss.call('who.add', { name: ada.name, pin: pins.ada })
  await boss.call('who.add', { name: ben.name, pin: pins.ben, ownPin: pins.ada })
  const invite = (role: 'station' | 'supervisor' = 'station') => boss.call('fleet.invite', { role, hours: 1 })
  const openVan = async (): Promise<Desk> => openDesk(hub, platform, { code: (await invite()).code, name: 'Van 12' })
  return { platform, boss, invite, openVan }
}

test(
  'a new computer gets the names of the technicians with its code, and the supervisor there sets their PINs',
  { timeout: 90_000 },
  async () => {
    const { boss, invite, platform } = await openOffice(await startRealHub())
    const { code, technicians } = await invite()
    expect(technicians).toEqual([ada, ben])
    const van = await openDesk(
      { url: (await fleetOf(boss))?.hub ?? '', firstCode: () => Promise.resolve('') },
      platform,
      {
        code,
        name: 'Van 12',
      },
    )
    expect((await fleetOf(van))?.technicians).toEqual([ada, ben])
    // Nobody can sign in yet, so nothing is locked.
    expect(await whoIs(van)).toMatchObject({ state: 'nobody', technicians: [] })

    await van.call('who.add', { name: ada.name, pin: '777777' })
    await van.call('who.add', { name: ben.name, pin: '8888', ownPin: '777777' })
    const { technicians: here } = await whoIs(van)
    expect(here.map(({ name, isSupervisor }) => ({ name, isSupervisor }))).toEqual([ada, ben])
    await van.call('who.sign-out', {})
    expect(await van.refusal('who.sign-in', { id: here[1]?.id ?? '', pin: pins.ben })).toBe('wrong-pin')
    await van.call('who.sign-in', { id: here[1]?.id ?? '', pin: '8888' })
  },
)

test('an attacker with a stolen, unused code learns names, but nothing about PINs', async () => {
  const hub = await startFakeHub()
  const { invite } = await openOffice(hub)
  const thief = await joinRaw(hub.url, (await invite()).code)
  expect(Object.keys(thief.secrets).toSorted()).toEqual(['claimKey', 'fleetKey', 'technicians'])
  expect(thief.secrets.technicians).toEqual([ada, ben])
  expect(Object.keys((await joinRaw(hub.url, (await invite('supervisor')).code)).secrets).toSorted()).toEqual([
    'claimKey',
    'fleetKey',
    'fleetPrivateKey',
    'technicians',
  ])
})

test('nobody can sign in on a new computer under a name from the code before the supervisor there sets a PIN', async () => {
  const { boss, openVan } = await openOffice(await startFakeHub())
  const van = await openVan()
  for (const { id } of (await whoIs(boss)).technicians)
    for (const pin of [pins.ada, pins.ben]) expect(await van.refusal('who.sign-in', { id, pin })).toBe('not-found')
  expect(await van.refusal('who.add', { name: ' ben CLERK', pin: '8888' })).toBe('bad-request')
  expect(await whoIs(van)).toMatchObject({ state: 'nobody' })

  await van.call('who.add', { name: 'Ada B.', pin: '777777' })
  const [supervisor] = (await whoIs(van)).technicians
  const rename = { id: supervisor?.id ?? '', ownPin: '777777' }
  expect(await van.refusal('who.rename', { ...rename, name: ben.name })).toBe('bad-request')
  await van.call('who.rename', { ...rename, name: ada.name })
  await van.call('who.sign-out', {})
  // Only the supervisor can give a PIN to a technician who has none yet.
  expect(await van.refusal('who.add', { name: ben.name, pin: '8888' })).toBe('signed-out')
  const [first] = (await whoIs(van)).technicians
  await van.call('who.sign-in', { id: first?.id ?? '', pin: '777777' })
  expect(await van.refusal('who.add', { name: ben.name, pin: '8888' })).toBe('wrong-pin')
  await van.call('who.add', { name: 'Cy Helper', pin: '4321', ownPin: '777777' })
  const cy = (await whoIs(van)).technicians.find(({ name }) => name === 'Cy Helper')
  await van.call('who.sign-out', {})
  await van.call('who.sign-in', { id: cy?.id ?? '', pin: '4321' })
  expect(await van.refusal('who.add', { name: ben.name, pin: '8888', ownPin: '4321' })).toBe('supervisor-only')
  expect((await whoIs(van)).technicians).toHaveLength(2)
})

test('joining a fleet does not change the technicians, PINs and supervisor that a computer already has', async () => {
  const hub = await startFakeHub()
  const { platform, invite } = await openOffice(hub)
  const van = await openComputer(platform)
  await van.call('who.add', { name: ben.name, pin: '8888' })
  const { code } = await invite()
  await van.call('fleet.join', { hub: hub.url, code, name: 'Van 12' })
  const { technicians } = await whoIs(van)
  expect(technicians).toMatchObject([{ name: ben.name, isSupervisor: true }])
  await van.call('who.add', { name: ada.name, pin: '777777', ownPin: '8888' })
  expect((await whoIs(van)).technicians).toMatchObject([
    { isSupervisor: true },
    { name: ada.name, isSupervisor: false },
  ])
  await van.call('who.sign-out', {})
  expect(await fleetOf(van)).toBeUndefined()
  await van.call('who.sign-in', { id: technicians[0]?.id ?? '', pin: '8888' })
})

test('names from a code stay after a restart, and are passed on in further codes', async () => {
  const hub = await startFakeHub()
  const { platform, boss, invite } = await openOffice(hub)
  const second = await openDesk(hub, platform, { code: (await invite('supervisor')).code, name: 'Night desk' })
  await second.call('who.add', { name: ada.name, pin: '777777' })
  await second.call('who.add', { name: 'Cy Helper', pin: '4321', ownPin: '777777' })
  const { technicians } = await second.call('fleet.invite', { role: 'station', hours: 1 })
  expect(technicians).toEqual([ada, { name: 'Cy Helper', isSupervisor: false }, ben])
  await second.stop()
  const again = await startAgain(second.folder, {
    transport: second.ports.transport,
    machineId: second.ports.machineId,
  })
  const [first] = (await whoIs(again)).technicians
  await again.call('who.sign-in', { id: first?.id ?? '', pin: '777777' })
  expect((await fleetOf(again))?.technicians).toEqual([ada, ben])
  await again.call('fleet.leave', {})
  expect(await fleetOf(again)).toBeUndefined()
  expect((await whoIs(again)).technicians).toHaveLength(2)
  expect((await boss.call('fleet.board', {})).stations).toHaveLength(2)
})

test('a technician may set up the sign-in if the policy does not allow the supervisor from the code', async () => {
  const { openVan } = await openOffice(await startFakeHub())
  const [van, operator] = [await openVan(), createOperator()]
  await takeFile(van, operator.write(1, { supervisors: [ben.name] }))
  expect(await van.refusal('who.add', { name: ada.name, pin: '777777' })).toBe('not-permitted')
  await van.call('who.add', { name: ben.name, pin: '888888' })
  expect((await whoIs(van)).technicians).toMatchObject([{ name: ben.name, isSupervisor: true }])
})
