import { expect, test } from 'vitest'
import { boardPace } from '../../../src/main/handlers/app/app-handlers.ts'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'
import type { Clock } from '../../../src/main/ports.ts'
import type { BridgeEvent } from '../../../src/shared/bridge/bridge.ts'
import { startFakeHub } from '../../fakes/hub.ts'
import { openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { openComputer } from '../maintenance/work.ts'
import { openDesk, openTwoDesks, until } from './open-fleet.ts'

type BoardChange = Extract<BridgeEvent, { readonly name: 'fleet-changed' }>['payload']

/** The changes of the board that a page of this computer is told of. */
function watchBoard(app: TestApp): BoardChange[] {
  const told: BoardChange[] = []
  app.app.listen((event) => {
    if (event.name === 'fleet-changed') told.push(event.payload)
  })
  return told
}
const isAny = ({ stations }: BoardChange): boolean => stations === undefined
const hasStation = (told: readonly BoardChange[], id: string): boolean =>
  told.some(({ stations }) => stations?.includes(id) === true)

test('only a supervisor gets events about the stations that have changed', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const clock = createSystemClock()
  let pushes = 0
  const counting: Clock = {
    ...clock,
    after: (ms, act) =>
      clock.after(ms, () => {
        act()
        if (ms === boardPace) pushes += 1
      }),
  }
  const [name, code] = ['Office', await hub.firstCode()]
  const boss = await openDesk(hub, platform, { code, name }, { ports: { clock: counting } })
  const invited = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  const van = await openDesk(hub, platform, { code: invited.code, name: 'Van 12' })
  await until(hub.followers, ({ length }) => length === 2)
  const [toBoss, toVan] = [watchBoard(boss), watchBoard(van)]
  const [office, twelve] = [(await boss.fleet())?.station ?? '', (await van.fleet())?.station ?? '']
  hub.tell('station', twelve)
  // The first event may say that the whole board changed.
  await until(
    () => toBoss.length,
    (length) => length > 0,
  )
  // A second technician at the office's computer is not a supervisor, and gets no events of the board.
  await boss.call('who.add', { name: 'Ada Boss', pin: '135790' })
  await boss.call('who.add', { name: 'Ben Clerk', pin: '2468', ownPin: '135790' })
  const { technicians } = (await boss.call('app.snapshot', {})).who
  const idOf = (name: string) => technicians.find((one) => one.name === name)?.id ?? ''
  await boss.call('who.sign-out', {})
  await boss.call('who.sign-in', { id: idOf('Ben Clerk'), pin: '2468' })
  const [before, pushed] = [toBoss.length, pushes]
  hub.tell('station', twelve)
  await until(
    () => pushes,
    (now) => now > pushed,
  )
  expect(toBoss).toHaveLength(before)
  await boss.call('who.sign-out', {})
  await boss.call('who.sign-in', { id: idOf('Ada Boss'), pin: '135790' })
  hub.tell('audit', office)
  await until(
    () => toBoss,
    () => hasStation(toBoss.slice(before), office),
  )
  expect(toVan).toEqual([])
})

test('a supervisor whose computer has just joined is told to read the whole board', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const boss = await openComputer(platform)
  const told = watchBoard(boss)
  await boss.call('fleet.join', { hub: hub.url, code: await hub.firstCode(), name: 'Office' })
  await until(
    () => told,
    () => told.some(isAny),
  )
})

test(
  'the events of the board continue after a break, and name the stations that changed meanwhile',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startFakeHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    const twelve = (await van.fleet())?.station ?? ''
    const told = watchBoard(boss)
    await until(hub.followers, ({ length }) => length === 2)
    hub.tell('station', twelve)
    await until(
      () => told.length,
      (length) => length > 0,
    )
    boss.line.hub = false
    hub.cutConnections()
    hub.tell('station', twelve)
    const before = told.length
    boss.line.hub = true
    // This call may still use a connection that was cut. The events come back anyway.
    await boss.call('fleet.try-now', {}).catch(() => undefined)
    await until(
      () => told,
      () => hasStation(told.slice(before), twelve),
    )
    expect(told.slice(before).filter(isAny)).toEqual([])
  },
)

test('the totals of a long period are read in parts, and only by a supervisor', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  const station = (await van.fleet())?.station ?? ''
  const days = ['2027-01-01', '2027-01-02', '2027-01-03', '2027-01-04', '2027-01-05']
  const totals = days.map((day) => ({ day, technician: 'Ada', product: 'Family', done: 2, refused: 1 }))
  hub.putTotals(station, totals)
  const wish = { from: '2027-01-02', to: '2027-01-05' }
  const expected = totals.slice(1).map((total) => ({ ...total, station }))
  expect(await boss.call('fleet.totals', wish)).toEqual({ totals: expected })
  hub.setMostTotals(1)
  expect(await boss.call('fleet.totals', wish)).toEqual({ totals: expected })
  hub.setMostTotals(0)
  expect(await boss.refusal('fleet.totals', wish)).toBe('hub-refused')
  expect(await van.refusal('fleet.totals', wish)).toBe('supervisor-only')
  expect(await boss.refusal('fleet.totals', { from: 'yesterday', to: '2027-01-05' })).toBe('bad-request')
})
