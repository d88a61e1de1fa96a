import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { startFakeHub, type FakeHub } from '../../fakes/hub.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { productOf, save } from '../app/activate.ts'
import { openComputer, startAgain } from '../maintenance/work.ts'
import { openDesk, saveBox, until } from './open-fleet.ts'

const doneBy = (hub: FakeHub) => hub.dayTotals().map(({ product, done, refused }) => [product, done, refused])
const reports = (hub: FakeHub, name: string) =>
  hub.calls.filter((call) => call.name === 'status.put' && call.station === name).map(({ request }) => request)

test('the board shows how many jobs of a station are unsent, done and refused, without any data of a customer', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  const van = await openComputer(platform)
  await van.call('queue.pause', {})
  const id = await saveBox(van, platform)
  await van.call('fleet.join', { hub: hub.url, code, name: 'Van 12' })
  const station = (await van.call('app.snapshot', {})).fleet?.station ?? ''
  const rowOf = async () => (await boss.call('fleet.board', { stations: [station] })).stations[0]?.status
  const first = await until(rowOf, (status) => status !== undefined)
  expect(first).toMatchObject({ version: '0.0.0', counts: { unsent: 1 }, oldestJobAt: expect.any(String) })
  await van.call('queue.resume', {})
  const { summary, intent } = await van.jobIn(id, 'done')
  const refused = await save(van, newCustomer('no-such-product'))
  await van.jobIn(refused, 'refused')
  await until(rowOf, (status) => status?.counts.unsent === 0 && status.counts.refused === 1)

  const [from, to] = ['2000-01-01', '2999-12-31']
  const totals = await until(
    async () => (await boss.call('fleet.totals', { from, to })).totals,
    (rows) => rows.length === 2,
  )
  expect(totals).toMatchObject([
    { station, product: summary.productName, technician: summary.technician, done: 1, refused: 0 },
    { station, done: 0, refused: 1 },
  ])
  const told = JSON.stringify(reports(hub, 'Van 12'))
  if (intent.kind !== 'new-customer') throw new Error('another kind')
  const { firstname, lastname, mobile, street } = intent.customer
  for (const word of [
    firstname,
    lastname,
    mobile,
    street,
    intent.logIn.userid ?? '-',
    intent.box?.identifier.value ?? '-',
  ])
    expect(told).not.toContain(word)
}, 60_000)

test('a computer that joins reports its earlier jobs, and does not report them again after a restart', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  const van = await openComputer(platform)
  for (let index = 0; index < 3; index += 1) await van.jobIn(await save(van, newCustomer(productOf(platform))), 'done')
  await van.call('fleet.join', { hub: hub.url, code, name: 'Van 12' })
  await until(
    () => doneBy(hub),
    (rows) => rows[0]?.[1] === 3,
  )
  const untold = () => {
    const file = new DatabaseSync(join(van.folder, 'setdesk.db'), { readOnly: true })
    const row = file.prepare('SELECT count(*) AS count FROM fleet_total WHERE is_told = 0').get()
    file.close()
    return row?.['count']
  }
  await until(untold, (count) => count === 0)
  await van.stop()
  const before = reports(hub, 'Van 12').length
  await startAgain(van.folder, { transport: van.ports.transport, machineId: van.ports.machineId })
  const [again] = await until(
    () => reports(hub, 'Van 12').slice(before),
    ({ length }) => length > 0,
  )
  expect(again).toMatchObject({ totals: [] })
})

test('training jobs are not counted in the totals at the hub', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  const { connections: before } = await boss.call('app.snapshot', {})
  const { id } = await boss.call('connection.start-training', {})
  await boss.call('connection.select', { id })
  const { connections } = await boss.call('app.snapshot', {})
  const product = connections.find(({ settings }) => settings.id === id)?.settings.products[0]?.productid ?? '101'
  await boss.jobIn(await save(boss, newCustomer(product)), 'done')
  await boss.call('connection.select', { id: before[0]?.settings.id ?? '' })
  await boss.jobIn(await saveBox(boss, platform), 'done')
  await until(
    () => doneBy(hub),
    (rows) => rows.length > 0,
  )
  expect(doneBy(hub).map(([, done]) => done)).toEqual([1])
}, 60_000)
