import { expect, test } from 'vitest'
import type { DeviceIdentifier } from '../../../src/shared/domain/device-identifier.ts'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn, productOf, save } from '../app/activate.ts'
import { allChecked, openTwoDesks, saveBox, until } from './open-fleet.ts'
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
  const heldOf = async () => (await boss.call('fleet.find', { userid })).holders.filter(({ state }) => state === 'held')
  await until(heldOf, (holders) => holders.length > 0)

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
