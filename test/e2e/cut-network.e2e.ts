import { beforeAll, expect, test } from 'vitest'
import type { FaultRule } from '../../src/sandbox/faults/fault.ts'
import type { LedgerEntry } from '../../src/sandbox/platform-ledger.ts'
import {
  activate,
  anyMac,
  anyPerson,
  goHome,
  bindingsOf,
  call,
  openForFile,
  sees,
  settlesAs,
  handoutText,
  withColons,
} from './drive.ts'
import { languages } from '../../src/shared/domain/language.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'
import { claimsOf, overclaims, watchClaims } from './watch-claims.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile()

beforeAll(async () => {
  await connectTo(setdesk.page, platform, { longestProcessingSeconds: 0.25, timeoutSeconds: 0.8 })
  await watchClaims(setdesk.page)
})

type Cut = FaultRule['fault']['kind'] & ('drop-before-commit' | 'drop-after-commit' | 'drop-in-body')

/** Cuts the network at a call: the `nth` call of this operation in the activation. */
const at = (operation: NonNullable<NonNullable<FaultRule['match']>['operation']>, kind: Cut, nth = 1): FaultRule => ({
  match: { operation },
  after: nth - 1,
  times: 1,
  fault: { kind },
})

const creation = 'addCustomerWithDevice'
/** The creation does not bind the box, so that it is bound by a separate call. */
const unbound: FaultRule = { match: { operation: creation }, times: 1, fault: { kind: 'half-done' } }

const cuts: readonly (readonly [where: string, faults: readonly FaultRule[]])[] = [
  ['before the user ID was looked up', [at('getCustomer', 'drop-before-commit')]],
  ['on the way to the creation', [at(creation, 'drop-before-commit'), at('getCustomer', 'drop-before-commit', 2)]],
  ['after the creation was made', [at(creation, 'drop-after-commit'), at('getCustomer', 'drop-before-commit', 2)]],
  ['in the middle of the creation’s reply', [at(creation, 'drop-in-body')]],
  ['while the customer was read back', [at('getCustomer', 'drop-in-body', 2)]],
  ['while the customer’s boxes were read', [at('devices', 'drop-before-commit')]],
  ['on the way to the binding', [unbound, at('AddMacAddressForUser', 'drop-before-commit')]],
  [
    'after the binding was made',
    [unbound, at('AddMacAddressForUser', 'drop-after-commit'), at('devices', 'drop-in-body', 3)],
  ],
  ['before the hostname was looked up', [at('GetMacAddressesUnderHostname', 'drop-before-commit')]],
  ['on the way to the hostname’s binding', [at('AddMacAddressToHostname', 'drop-before-commit')]],
  ['after the hostname’s binding was made', [at('AddMacAddressToHostname', 'drop-after-commit')]],
  ['while the hostname’s list was read back', [at('GetMacAddressesUnderHostname', 'drop-in-body', 2)]],
]

const effectsOn = (mac: string): readonly LedgerEntry[] =>
  platform.ledger().filter(({ box, parameters }) => [box, parameters['uuid']].includes(withColons(mac)))

/** Claims that the watch saw before the end of a job. */
let inProgress = 0

test.each(cuts)(
  'if the network is cut %s, the job takes effect exactly once, and the screen claims nothing that is not true yet',
  async (_, faults) => {
    const { page } = setdesk
    const mac = anyMac()
    const from = platform.requests().at(-1)?.seq ?? 0
    // The previous result must be closed, or it would be watched too.
    await goHome(page)
    platform.setFaults(faults)
    await watchClaims(page)
    await activate(page, mac, anyPerson())
    await settlesAs(page, 'done')

    const effects = effectsOn(mac)
    const claims = await claimsOf(page)
    const wrong = claims
      .map((claim) => ({ claim, says: overclaims(claim, effects) }))
      .filter(({ says }) => says.length > 0)
    expect(wrong).toEqual([])
    // On a busy computer the page may draw only the end of a quick job.
    if (claims.length > 1) expect(claims[0]?.handoutMark).toBe('PENDING')
    inProgress += claims.length - 1
    expect(claims.at(-1)).toMatchObject({
      state: 'done',
      customerBinding: 'on',
      hostnameBinding: 'on',
      handoutMark: '',
    })
    expect(effects.map(({ effect }) => effect)).toEqual(['create', 'bind-user', 'bind-hostname'])
    expect(await bindingsOf(page)).toEqual(['on', 'on'])
    expect(await handoutText(page)).not.toContain('PENDING')
    // Every cut happened where it was planned.
    const struck = platform.requests(from).filter(({ fault }) => fault !== null)
    expect(new Set(struck.map(({ operation, fault }) => `${operation ?? ''} ${fault ?? ''}`))).toEqual(
      new Set(faults.map(({ match, fault }) => `${match?.operation ?? ''} ${fault.kind}`)),
    )
  },
)

test('the screen monitor has seen jobs in progress, not only finished ones', () => {
  expect(inProgress).toBeGreaterThan(cuts.length / 2)
})

test("the screen monitor reports every claim that the platform's ledger does not confirm", () => {
  const pending = {
    at: 1000,
    state: 'checking',
    customerBinding: 'off',
    hostnameBinding: 'not-yet',
    handoutMark: 'PENDING',
  } as const
  const [created] = platform.ledger()
  if (created === undefined) throw new Error('Nothing was done')
  const later = { ...created, at: 1001 }
  expect(overclaims(pending, [])).toEqual([])
  expect(overclaims({ ...pending, state: 'done' }, [])).toEqual(['the state says done'])
  expect(overclaims({ ...pending, state: 'unconfirmed' }, [later])).toEqual(['the state says accepted'])
  expect(overclaims({ ...pending, state: 'unconfirmed' }, [{ ...created, at: 999 }])).toEqual([])
  expect(
    overclaims({ ...pending, customerBinding: 'on', hostnameBinding: 'on', handoutMark: '' }, [later]),
  ).toHaveLength(3)
})

test('the links of the rail keep their place while a banner comes and goes, so that a click opens the screen that was meant', async () => {
  const { page } = setdesk
  await goHome(page)
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
  const places = async () => await Promise.all((await links.all()).map(async (link) => await link.boundingBox()))
  for (const [width, height] of [
    [1280, 800],
    [600, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    const before = await places()
    await call(page, 'queue.pause', {})
    await sees(page, 'Sending is paused.')
    expect(await places()).toEqual(before)
    await call(page, 'queue.resume', {})
    await expect.poll(() => page.locator('[data-banner=paused]').count()).toBe(0)
  }
})

test('the links of the rail keep their place in every language when the platform becomes unreachable', async () => {
  const { page } = setdesk
  const bar = page.locator('header').filter({ has: page.locator('[data-count]') })
  const read = async () => {
    const heights: string[] = []
    for (const language of languages) {
      await call(page, 'preferences.save', { language })
      await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
      for (const width of [1280, 1024, 900, 700, 600]) {
        await page.setViewportSize({ width, height: 800 })
        const box = await bar.boundingBox()
        heights.push(`${language} ${String(width)}: ${String(box?.height)}`)
      }
    }
    await call(page, 'preferences.save', { language: 'en' })
    await page.locator('html[lang="en"]').waitFor({ state: 'attached' })
    await page.setViewportSize({ width: 1280, height: 800 })
    return heights
  }
  await goHome(page)
  await sees(page, 'Connected')
  const before = await read()
  await platform.setOptions({ offline: true })
  await activate(page, anyMac(), anyPerson())
  await sees(page, /^Unreachable since/)
  expect(await read()).toEqual(before)
  await platform.setOptions({ offline: false })
})

test('in a window that is low and narrow, nothing covers the links of the top bar', async () => {
  const { page } = setdesk
  await goHome(page)
  await page.setViewportSize({ width: 375, height: 420 })
  // A link that is covered cannot be pressed.
  await page.locator('[data-count="needs-you"]').click({ timeout: 5000 })
  await page.getByRole('heading', { name: 'Queue' }).waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
})
