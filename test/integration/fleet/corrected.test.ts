import { expect, test } from 'vitest'
import type { Transport } from '../../../src/platform/transport/exchange.ts'
import type { DeviceIdentifier } from '../../../src/shared/domain/device-identifier.ts'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn, productOf, save } from '../app/activate.ts'
import { openComputer } from '../maintenance/work.ts'
import { allChecked, createLine, openDesk, openTwoDesks, saveBox, until } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

test(
  'a job that is corrected to the box of another computer is not sent, and frees its former box, and its customer once it is dropped',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    const [mistaken, taken] = [anyMac(), anyMac()]
    const holdersOf = async (box: DeviceIdentifier) => (await boss.call('fleet.find', { box })).holders
    await boss.jobIn(await saveBox(boss, platform, taken), 'done')
    await until(
      async () => (await holdersOf(taken))[0]?.state,
      (state) => state === 'done',
    )

    await van.call('queue.pause', {})
    const id = await saveBox(van, platform, mistaken)
    await allChecked(van)
    const fault = { kind: 'status', status: 400, commit: false, message: 'Unknown device' } as const
    platform.setFaults([{ match: { changing: true }, times: 1, fault }])
    await van.call('queue.resume', {})
    await until(() => platform.requests().some(({ operation }) => operation === 'addCustomerWithDevice'), Boolean)
    // The hub is away, so that it is not told of the refusal.
    van.line.hub = false
    const { intent, revision } = await van.jobIn(id, 'refused')
    await van.call('queue.pause', {})
    if (intent.kind !== 'new-customer') throw new Error('This test corrects a new customer.')
    const corrected = { ...intent, box: { identifier: taken, raw: '', model: '' } }
    await van.call('job.correct', { id, intent: corrected, revision, evenIfKnown: true })
    van.line.hub = true
    await van.call('fleet.try-now', {})
    await van.call('queue.resume', {})
    const { summary } = await van.jobIn(id, 'done', 'needs-you', 'refused')
    expect(summary).toMatchObject({
      state: 'needs-you',
      why: { code: 'claimed-elsewhere' },
      fleet: { station: 'Office' },
    })
    expect(effectsOn(platform, taken)).toHaveLength(2)
    await until(
      () => holdersOf(mistaken),
      (holders) => holders.length === 0,
    )
    const { userid = '' } = intent.logIn
    const holdersOfCustomer = async () => (await boss.call('fleet.find', { userid })).holders
    expect(await holdersOfCustomer()).toMatchObject([{ station: { name: 'Van 12' }, state: 'held' }])
    await van.call('job.drop', { id, reason: 'The box is in use' })
    await until(holdersOfCustomer, (holders) => holders.length === 0)
  },
)

test('a renewal that is corrected to the customer of another computer is not sent', { timeout: 60_000 }, async () => {
  const [hub, platform] = [await startRealHub(), await openPlatform()]
  const { boss, van } = await openTwoDesks(hub, platform)
  const made = await boss.jobIn(await save(boss, newCustomer(productOf(platform))), 'done')
  if (made.intent.kind !== 'new-customer') throw new Error('This test renews a new customer.')
  const { userid = '', password = '' } = made.intent.logIn
  await boss.call('queue.pause', {})
  const renewal = { kind: 'renewal', userid, password, months: 1, days: 0, from: 'end-date' } as const
  const { id: first } = await boss.call('job.save', { draftId: anyDraftId(), intent: renewal })
  await allChecked(boss)

  platform.setFaults([{ match: { effect: 'renew' }, times: 1, fault: { kind: 'drop-before-commit' } }])
  const mistyped = { ...renewal, userid: `${userid}9` }
  const { id } = await van.call('job.save', { draftId: anyDraftId(), intent: mistyped })
  const { revision } = await van.jobIn(id, 'needs-you', 'refused')
  await van.call('job.correct', { id, intent: renewal, revision })
  const { summary } = await van.jobIn(id, 'done', 'needs-you', 'refused')
  expect(summary).toMatchObject({ why: { code: 'claimed-elsewhere' }, fleet: { station: 'Office' } })
  await boss.call('queue.resume', {})
  await boss.jobIn(first, 'done')
  expect(platform.ledger().filter(({ effect }) => effect === 'renew')).toHaveLength(1)
})

test('the former claims of a corrected job last no longer than before', { timeout: 60_000 }, async () => {
  const [hub, platform, taken] = [await startRealHub(), await openPlatform(), anyMac()]
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  const { transport } = createLine(hub.url)
  const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The hub is not told of the refusal before the end, and the round that tells it asks for no claim meanwhile.
  const slow: Transport = {
    async exchange(request) {
      if (request.url.pathname.endsWith('claims.finish')) {
        asked.resolve()
        await told.promise
      }
      return transport.exchange(request)
    },
  }
  const van = await openDesk(hub, platform, { code, name: 'Van 12' }, { ports: { transport: slow } })
  await boss.call('queue.pause', {})
  await saveBox(boss, platform, taken)
  const outsider = await openComputer(platform)
  const known = await outsider.jobIn(await save(outsider, newCustomer(productOf(platform))), 'done')
  if (known.intent.kind !== 'new-customer') throw new Error('This test needs a new customer.')
  const stateAtHub = async (id: string) => {
    const [row] = await hub.as(
      'postgres',
      `select state, effect_until, cardinality(keys) as keys from setdesk.job where id = '${id}'`,
    )
    return row
  }
  await until(
    async () => (await boss.call('fleet.find', { box: taken })).holders,
    ({ length }) => length > 0,
  )

  // The user ID exists, so the platform is only read.
  const id = await save(van, newCustomer(productOf(platform), { logIn: known.intent.logIn }))
  const { intent, revision } = await van.jobIn(id, 'refused')
  await asked.promise
  if (intent.kind !== 'new-customer') throw new Error('This test corrects a new customer.')
  const corrected = { ...intent, box: { identifier: taken, raw: '', model: '' } }
  await van.call('job.correct', { id, intent: corrected, revision, evenIfKnown: true })

  expect((await van.jobIn(id, 'needs-you')).summary.why?.code).toBe('claimed-elsewhere')
  expect(await stateAtHub(id)).toMatchObject({ state: 'held', effect_until: null })
  told.resolve()
})

test(
  'a job that is saved while the hub answers about another job counts as not checked',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { transport } = createLine(hub.url)
    const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: Transport = {
      async exchange(request) {
        if (request.url.pathname.endsWith('claims.finish')) {
          asked.resolve()
          await told.promise
        }
        return transport.exchange(request)
      },
    }
    const joining = { code: await hub.firstCode(), name: 'Office' }
    const boss = await openDesk(hub, platform, joining, { ports: { transport: slow } })
    await boss.jobIn(await saveBox(boss, platform), 'done')
    await asked.promise
    await boss.call('queue.pause', {})

    const id = await saveBox(boss, platform)

    expect((await boss.call('job.read', { id })).summary.fleet).toEqual({ state: 'not-checked' })
    expect((await boss.fleet())?.unchecked).toBe(1)
    told.resolve()
    await allChecked(boss)
    expect((await boss.call('job.read', { id })).summary.fleet).toBeUndefined()
  },
)
