import { expect, test } from 'vitest'
import {
  activate,
  anyMac,
  anyPerson,
  counts,
  field,
  goTo,
  openForTest,
  press,
  prepare,
  sees,
  settlesAs,
  handoutText,
  withColons,
  saveActivation,
} from './drive.ts'
import { connectTo, effectsOf, openPlatformForTest, passphrase } from './drive-platform.ts'
import { targetName } from './target.ts'

test('jobs that were saved without a network are sent exactly once when the network is back', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  await connectTo(page, platform)
  await sees(page, 'Connected')
  await platform.setOptions({ offline: true })

  const [first, second] = [anyMac(), anyMac()]
  await activate(page, first, anyPerson())
  await settlesAs(page, 'saved')
  await sees(page, 'Waiting until the platform can be reached.')
  expect(await handoutText(page)).toContain('PENDING')
  await sees(page, /^Unreachable since \d/)
  await prepare(page, second, anyPerson())
  await press(page, 'Save on this computer')
  await settlesAs(page, 'saved')
  await counts(page, 'saved', 2)
  expect(platform.ledger()).toEqual([])

  await platform.setOptions({ offline: false })
  await settlesAs(page, 'done')
  expect(await handoutText(page)).not.toContain('PENDING')
  await counts(page, 'saved', 0)
  await counts(page, 'sending', 0)
  await expect.poll(() => effectsOf(platform).filter((effect) => effect === 'bind-hostname')).toHaveLength(2)
  for (const mac of [first, second]) {
    const effects = platform.ledger().filter(({ box }) => box === withColons(mac))
    expect(effects.map(({ effect }) => effect).filter((effect) => effect !== 'create')).toEqual([
      'bind-user',
      'bind-hostname',
    ])
  }
  expect(effectsOf(platform).filter((effect) => effect === 'create')).toHaveLength(2)
})

// Electron's page uses IPC, so it cannot lose its host.
test.runIf(targetName === 'loopback')(
  'the result of a job stays on screen while the page cannot reach its host',
  async () => {
    const platform = await openPlatformForTest()
    const { page } = await openForTest()
    await connectTo(page, platform)
    await platform.setOptions({ offline: true })
    const mac = anyMac()
    await activate(page, mac, anyPerson())
    await settlesAs(page, 'saved')

    await page.context().setOffline(true)
    await platform.setOptions({ offline: false })
    await sees(page, 'Setdesk does not answer.')
    expect(await page.locator('main section [data-state]').count()).toBeGreaterThan(0)
    await sees(page, withColons(mac))
  },
)

test('jobs that were saved before a kill are sent exactly once after the restart', async () => {
  const platform = await openPlatformForTest()
  const setdesk = await openForTest()
  await connectTo(setdesk.page, platform)
  await platform.setOptions({ offline: true })
  const person = anyPerson()
  await saveActivation(setdesk.page, anyMac(), person)
  await setdesk.kill()
  await platform.setOptions({ offline: false })

  let page = await setdesk.restart()
  if (targetName === 'loopback') {
    await page.getByRole('heading', { name: 'Saved work is locked' }).waitFor()
    await sees(page, 'Saved and waiting')
    expect(await page.content()).not.toContain(person['Last name'])
    await field(page, 'Passphrase').fill('seven red kettles')
    await page.keyboard.press('Enter')
    await sees(page, 'This passphrase is wrong.')
    expect(platform.ledger()).toEqual([])
    await field(page, 'Passphrase').fill(passphrase)
    await page.keyboard.press('Enter')
  }
  await goTo(page, 'Queue')
  const row = () => page.locator('[data-job]').filter({ hasText: person['Last name'] ?? '' })
  await row().locator('[data-state="done"]').waitFor()
  expect(effectsOf(platform)).toEqual(['create', 'bind-user', 'bind-hostname'])

  await setdesk.kill()
  page = await setdesk.restart()
  if (targetName === 'loopback') {
    await field(page, 'Passphrase').fill(passphrase)
    await page.keyboard.press('Enter')
  }
  await goTo(page, 'Queue')
  await row().locator('[data-state="done"]').waitFor()
  expect(effectsOf(platform)).toEqual(['create', 'bind-user', 'bind-hostname'])
})
