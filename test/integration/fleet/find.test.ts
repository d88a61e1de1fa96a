import { expect, test } from 'vitest'
import { startFakeHub } from '../../fakes/hub.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { productOf, save } from '../app/activate.ts'
import { openDesk, openTwoDesks, until } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

test(
  'a customer is found by the mapping ID that Setdesk made, even after the job is done, in upper or lower case',
  { timeout: 90_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    const id = await save(van, newCustomer(productOf(platform)))
    const { customermappingid = '' } = await van.jobIn(id, 'done')
    expect(customermappingid).not.toBe('')
    const find = async (mappingid: string) => (await boss.call('fleet.find', { mappingid })).holders
    await until(
      () => find(customermappingid.toLowerCase()),
      ([holder]) => holder?.state === 'done',
    )
    expect(await find(customermappingid)).toMatchObject([{ station: { name: 'Van 12' }, state: 'done' }])
    expect(await find(`${customermappingid}0`)).toEqual([])
  },
)

test('a supervisor, but no other technician, finds a customer by name in the waiting jobs of any computer', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  const other = await openDesk(hub, platform, { code, name: 'Van 13' })
  const customerOf = (firstname: string, lastname: string) => {
    const intent = newCustomer(productOf(platform))
    return { ...intent, customer: { ...intent.customer, firstname, lastname } }
  }
  for (const desk of [van, other]) await desk.call('queue.pause', {})
  const rosa = await save(van, customerOf('Rosa', 'Marín'))
  const another = await save(other, customerOf('Rosalind', 'Marinescu'))
  await save(other, customerOf('Ben', 'Okoro'))
  await until(
    () => hub.work.size,
    (size) => size === 3,
  )
  const { jobs, opened, unreadable, next } = await boss.call('fleet.find-customer', { name: ' marin ROSA ' })
  expect(new Map(jobs.map(({ id, station }) => [station.name, id]))).toEqual(
    new Map([
      ['Van 12', rosa],
      ['Van 13', another],
    ]),
  )
  expect(jobs).toHaveLength(2)
  expect(jobs.find(({ id }) => id === rosa)).toMatchObject({ customerName: 'Rosa Marín', state: 'saved' })
  expect({ opened, unreadable, next }).toEqual({ opened: 3, unreadable: 0, next: undefined })
  expect((await boss.call('fleet.find-customer', { name: 'rosa okoro' })).jobs).toEqual([])
  expect(await boss.refusal('fleet.find-customer', { name: 'r' })).toBe('bad-request')
  // The computer of a technician has no key to open jobs, and the hub has no names.
  expect(await van.refusal('fleet.find-customer', { name: 'Rosa' })).toBe('supervisor-only')
  await boss.call('who.add', { name: 'Ada Boss', pin: '135790' })
  await boss.call('who.add', { name: 'Ben Clerk', pin: '2468', ownPin: '135790' })
  const ben = (await boss.call('app.snapshot', {})).who.technicians.find(({ isSupervisor }) => !isSupervisor)
  await boss.call('who.sign-out', {})
  await boss.call('who.sign-in', { id: ben?.id ?? '', pin: '2468' })
  expect(await boss.refusal('fleet.find-customer', { name: 'Rosa' })).toBe('supervisor-only')
})

test("a finished job is no longer found by the customer's name", async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  await van.call('queue.pause', {})
  const id = await save(van, newCustomer(productOf(platform)))
  const find = async () => (await boss.call('fleet.find-customer', { name: 'okonkwo' })).jobs
  await until(find, ({ length }) => length === 1)
  await van.call('queue.resume', {})
  await van.jobIn(id, 'done')
  await until(find, ({ length }) => length === 0)
})
