import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { KnownCustomerAction } from '../../../src/shared/domain/action.ts'
import { dayOfInstant } from '../../../src/shared/domain/day.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyDraftId, anyMac } from '../../fakes/intents.ts'
import { endAfter } from '../../../src/renderer/src/features/actions/customer-actions.tsx'

/** Position of the first customer of each state among the platform's own. Every tenth customer after it has the same state. */
const states = { Active: 0, Expired: 2, Pending: 4, Trial: 7, Disabled: 9 } as const
type State = keyof typeof states
const allStates = Object.keys(states) as State[]

const actions = ['renewal', 'product-change', 'disable', 'enable', 'add', 'swap'] as const
type Action = (typeof actions)[number]

/** A separate customer for each action on each state. */
const useridFor = (state: State, action: Action): string =>
  String(4_021_770_010 + (states[state] + 10 * actions.indexOf(action)) * 613)

const length = { months: 1, days: 0, from: 'end-date' } as const

async function save(app: TestApp, action: Action, userid: string, productid: string): Promise<string> {
  const draftId = anyDraftId()
  if (action === 'add' || action === 'swap') {
    const box = { identifier: anyMac(), raw: 'scanned', model: '' }
    const intent = {
      kind: 'existing-customer' as const,
      box,
      userid,
      ...(action === 'swap' && { replaces: { id: 'OLD-1' } }),
    }
    return (await app.call('job.save', { draftId, intent, evenIfKnown: false })).id
  }
  const acted: KnownCustomerAction =
    action === 'renewal'
      ? { kind: action, userid, ...length }
      : action === 'product-change'
        ? { kind: action, userid, productid, ...length, from: 'today', keepExtraPackages: false }
        : { kind: action, userid }
  return (await app.call('job.save', { draftId, intent: acted })).id
}

/** The expected effects. Enabling and disabling have an effect only if they change something. */
function effectsOf(state: State, action: Action): readonly string[] {
  if (action === 'disable') return state === 'Disabled' ? [] : ['disable']
  if (action === 'enable') return state === 'Disabled' ? ['enable'] : []
  return [{ renewal: 'renew', 'product-change': 'change', add: 'bind-user', swap: 'bind-user' }[action]]
}

const entriesOf = (platform: Sandbox, userid: string) => platform.ledger().filter((entry) => entry.userid === userid)

describe.each([
  ['saved and sent while the platform is online', false],
  ['saved while offline and sent once the network is back', true],
])('every action on a customer in each state, %s', (_, offline) => {
  test('takes effect exactly once, or not at all if nothing would change', async () => {
    const platform = await openPlatform({ customers: 60, options: { zeroPassword: 'anywhere' } })
    const app = await openApp()
    await connect(app, platform, { hostnames: [] })
    if (offline) await platform.setOptions({ offline: true })
    const productid = platform.products[1]?.id ?? ''
    const jobs: { readonly state: State; readonly action: Action; readonly userid: string; readonly id: string }[] = []
    for (const state of allStates)
      for (const action of actions) {
        const userid = useridFor(state, action)
        jobs.push({ state, action, userid, id: await save(app, action, userid, productid) })
      }
    if (offline) {
      for (const { id } of jobs) expect((await app.jobIn(id, 'saved', 'waiting')).steps[0]?.attempts).toEqual([])
      await platform.setOptions({ offline: false })
    }

    const seen = await Promise.all(
      jobs.map(async ({ state, action, userid, id }) => {
        const { summary } = await app.jobIn(id, 'done', 'unconfirmed', 'refused', 'needs-you')
        return { state, action, ended: summary.state, effects: entriesOf(platform, userid).map(({ effect }) => effect) }
      }),
    )
    expect(seen).toEqual(
      jobs.map(({ state, action }) => ({ state, action, ended: 'done', effects: effectsOf(state, action) })),
    )
  }, 60_000)
})

test('a renewal shows in advance the end date that the platform then sets, in every state of the customer', async () => {
  const platform = await openPlatform({ customers: 60, options: { zeroPassword: 'anywhere' } })
  const app = await openApp()
  await connect(app, platform)
  for (const state of allStates) {
    const userid = useridFor(state, 'renewal')
    const id = await save(app, 'renewal', userid, '')
    await app.jobIn(id, 'done')
    const [entry] = entriesOf(platform, userid)
    const shown = endAfter(
      { count: '1', unit: 'months', from: 'end-date' },
      entry?.before?.endDate,
      dayOfInstant(Date.now()),
    )
    expect([...(shown?.days ?? []), ...(shown?.orFromToday ?? [])]).toContain(entry?.after?.endDate?.slice(0, 10))
  }
})
