import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LeftWaiting } from '../../../src/shared/domain/fleet.ts'
import { openWork, sealWork, type WorkContent } from '../../../src/main/fleet/work-content.ts'
import { startFakeHub } from '../../fakes/hub.ts'
import { anyDraftId } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { productOf } from '../app/activate.ts'
import { jobAs, openDesk, openTwoDesks, saveBox, until } from './open-fleet.ts'
import { joinRaw } from './raw-station.ts'

type Change = (content: WorkContent) => WorkContent

/** Another platform, to which no connection of the computer leads. */
const elsewhere: Change = (content) => ({
  ...content,
  connection: { ...content.connection, baseUrl: 'https://elsewhere.example' },
})
/** A job that shows one customer and would create another. */
const otherCall: Change = ({ job, ...content }) => ({
  ...content,
  job: {
    ...job,
    payload: {
      ...job.payload,
      intent:
        job.payload.intent.kind === 'new-customer'
          ? { ...job.payload.intent, customer: { ...job.payload.intent.customer, lastname: 'Somebody else' } }
          : job.payload.intent,
    },
  },
})

test('moved jobs that cannot be taken over are counted by reason', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  const invited = await boss.call('fleet.invite', { role: 'supervisor', hours: 1 })
  const raw = await joinRaw(hub.url, invited.code)
  const [from, to] = [(await boss.fleet())?.station ?? '', (await van.fleet())?.station ?? '']
  await boss.call('queue.pause', {})
  const ids: string[] = []
  for (let count = 0; count < 4; count += 1) ids.push(await saveBox(boss, platform))
  await until(
    () => hub.work.size,
    (size) => size === 4,
  )
  const { sealKey = '' } = (await raw.call('board.read', { stations: [to] })).stations[0] ?? {}
  const move = async (id: string | undefined, change: Change | 'spoilt') => {
    const item = hub.work.get(id ?? '')
    if (item === undefined) throw new Error('The hub has no copy')
    const { job, fence, version } = item
    const content = await openWork(raw.secrets.fleetPrivateKey ?? '', raw.secrets, job, item.sealed)
    if (content === undefined) throw new Error('The copy does not open')
    const sealed = change === 'spoilt' ? 'AAAA' : await sealWork(sealKey, raw.secrets, change(content))
    await raw.call('work.rescue', { from, to, items: [{ job, fence, version, sealed }] })
  }
  let pushed: LeftWaiting | undefined
  van.app.listen((event) => {
    if (event.name === 'snapshot') pushed = event.payload.fleet?.leftWaiting
  })
  await move(ids[0], 'spoilt')
  await move(ids[1], 'spoilt')
  await move(ids[2], elsewhere)
  await move(ids[3], otherCall)
  const fleet = await until(van.fleet, (view) => view?.leftWaiting?.otherCall === 1)
  expect(fleet?.leftWaiting).toEqual({ unconnected: 1, unopened: 2, otherCall: 1, heldBack: 0 })
  expect((await van.call('job.list', { limit: 10 })).jobs).toEqual([])
  expect(
    await until(
      () => pushed,
      (view) => view?.otherCall === 1,
    ),
  ).toEqual(fleet?.leftWaiting)
})

test('the copy of a job names the new address after the connection of the job has changed', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  const raw = await joinRaw(hub.url, (await boss.call('fleet.invite', { role: 'supervisor', hours: 1 })).code)
  await van.call('queue.pause', {})
  const id = await saveBox(van, platform)
  const addressOf = async (): Promise<string | undefined> => {
    const sealed = hub.work.get(id)?.sealed
    const content = sealed && (await openWork(raw.secrets.fleetPrivateKey ?? '', raw.secrets, id, sealed))
    return content ? content.connection.baseUrl : undefined
  }
  const settings = (await van.call('app.snapshot', {})).connections[0]?.settings
  if (settings === undefined) throw new Error('There is no connection')
  await until(addressOf, (address) => address === settings.baseUrl)
  const baseUrl = settings.baseUrl.replace('127.0.0.1', 'localhost')
  await van.call('connection.save', { ...settings, baseUrl, token: platform.authToken })
  await until(addressOf, (address) => address === baseUrl)
})

test('jobs that cannot be opened are not moved, and their number is reported', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  const raw = await joinRaw(hub.url, (await boss.call('fleet.invite', { role: 'station', hours: 1 })).code)
  const to = (await van.fleet())?.station ?? ''
  const item = { job: '01J'.padEnd(26, '0'), fence: 0, version: 1, state: 'saved', sealed: 'AAAA' } as const
  await raw.call('work.put', { items: [item] })
  expect(await boss.call('fleet.rescue', { from: raw.id, to })).toEqual({ moved: 0, left: 1, unopened: 1 })
})

/** Text that no compression makes much shorter. */
const dense = (length: number): string =>
  Array.from({ length }, () => String.fromCodePoint(randomInt(0x34_00, 0xd7_a0))).join('')

test('a job that is too large for the hub is marked, and is counted until it is dropped', async () => {
  const [hub, platform] = [await startFakeHub(), await openPlatform()]
  const van = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Van 12' })
  await van.call('queue.pause', {})
  const { sections } = await van.call('console.catalogue', {})
  const creation = sections.flatMap(({ operations }) => operations).find(({ id }) => id === 'addCustomer')
  const free = (creation?.parameters ?? []).filter(
    ({ name, rule }) => rule === 'Any text.' && !/service$|token$|productid$/i.test(name),
  )
  const values = {
    ...Object.fromEntries(free.map(({ name }) => [name, dense(2000)])),
    mobile: '+33612345678',
    email: 'rosa@north.example',
    productid: productOf(platform),
    subscriptionlengthinmonths: '12',
    subscriptionlengthindays: '0',
    renewalinterval: '1',
  }
  const intent = { kind: 'console', operation: 'addCustomer', values } as const
  const { id } = await van.call('job.save', { draftId: anyDraftId(), intent })
  await jobAs(van, id, ({ summary }) => summary.fleet?.state === 'uncared')
  expect(hub.work.has(id)).toBe(false)
  expect((await van.fleet())?.uncared).toBe(1)
  const small = await saveBox(van, platform)
  await until(() => hub.work.has(small), Boolean)
  expect((await van.call('job.read', { id: small })).summary.fleet).toBeUndefined()
  await van.call('job.drop', { id, reason: 'Typed twice' })
  await until(van.fleet, (fleet) => fleet?.uncared === 0)
})
