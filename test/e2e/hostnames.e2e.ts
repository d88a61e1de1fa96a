import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyMac, call, counts, field, goTo, openForFile, press, scan, scanLabel, sees, withColons } from './drive.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { connectTo } from './drive-platform.ts'

// One customer, so that some hostnames have no box.
const platform = await createSandbox({ dataFolder: ':memory:', customers: 1, options: { uniqueUserids: false } })
const setdesk = await openForFile()
const hostname = platform.hostnames[0] ?? ''

const boundBoxes = (): readonly (string | null)[] =>
  platform
    .ledger()
    .filter(({ effect }) => effect === 'bind-hostname')
    .map(({ box }) => box)

afterAll(platform.close)

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
})

test('scanned boxes are compared with the hostname, and the missing ones are added once each', async () => {
  const { page } = setdesk
  const [one, other] = [anyMac(), anyMac()]
  await goTo(page, 'Hostnames')
  await sees(page, `Boxes bound to ${hostname}`)

  await scan(page, one)
  await page.locator('[data-verdict="new"]').waitFor()
  await scan(page, withColons(other))
  await sees(page, '0 of 2 are bound to this hostname; these 2 are not.')
  await field(page, 'Box').fill('00:1A:79:4E:B2:OF, not a box at all!')
  await press(page, 'Add')
  await sees(page, '2 lines contain no box.')
  await press(page, `Add 2 boxes to ${hostname}`)
  await sees(page, '2 jobs saved on this computer.')
  await sees(page, 'All 2 boxes are bound to the hostname.')

  expect(boundBoxes()).toHaveLength(2)
  expect(new Set(boundBoxes())).toEqual(new Set([withColons(one), withColons(other)]))
  await page
    .getByRole('row', { name: withColons(one) })
    .first()
    .waitFor()

  const next = platform.hostnames[1] ?? ''
  await page.evaluate((path) => (location.hash = path), `#/hostnames/${next}`)
  await sees(page, `Boxes bound to ${next}`)
  expect(await page.getByText('2 jobs saved on this computer.').count()).toBe(0)
  await page.goBack()
  await sees(page, `Boxes bound to ${hostname}`)
})

test('the field has the focus again after a button of the batch has disappeared', async () => {
  const { page } = setdesk
  const box = field(page, 'Box')
  const hasFocus = () => expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true)
  await press(page, 'Remove all')
  await scan(page, '00:1A:79:4E:B2:OF')
  await page.getByRole('button', { name: 'Use 00:1A:79:4E:B2:0F' }).press('Enter')
  await hasFocus()
  await page.getByRole('button', { name: 'Remove 00:1A:79:4E:B2:0F' }).press('Enter')
  await page.locator('[data-verdict]').waitFor({ state: 'detached' })
  await hasFocus()
  await scan(page, anyMac())
  await page.getByRole('button', { name: `Add 1 box to ${hostname}` }).press('Enter')
  await page.locator('[data-verdict="listed"]').waitFor()
  await hasFocus()
})

test('a pasted list of boxes is kept while another screen is open, and can be removed and restored', async () => {
  const { page } = setdesk
  await press(page, 'Remove all')
  await field(page, 'Box').evaluate((input, text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, [anyMac(), anyMac(), anyMac()].join('\n'))
  await sees(page, '0 of 3 are bound to this hostname; these 3 are not.')
  await goTo(page, 'Home')
  await goTo(page, 'Hostnames')
  await sees(page, '0 of 3 are bound to this hostname; these 3 are not.')
  await press(page, 'Remove all')
  await sees(page, '3 lines removed.')
  await press(page, 'Undo')
  await sees(page, '0 of 3 are bound to this hostname; these 3 are not.')
})

test('a label with several codes counts as one box, and a text that is not understood is shown with its code points', async () => {
  const { page } = setdesk
  await press(page, 'Remove all')
  const mac = anyMac()
  await scanLabel(page, ['4006381333931', 'STB7N0042913', mac])
  await sees(page, '0 of 1 are bound to this hostname; 1 is not.')
  await sees(page, withColons(mac))
  for (const other of [anyMac(), anyMac()]) {
    await scan(page, other)
    await sees(page, withColons(other))
  }
  await scan(page, mac)
  await sees(page, `Already in the batch: ${withColons(mac)}`)
  await scan(page, 'ключ от коробки')
  await sees(page, /U\+043A U\+043B U\+044E/)
  expect(await page.locator('[data-verdict="new"]').count()).toBe(3)
})

test('the screen distinguishes an unknown hostname from a hostname without boxes', async () => {
  const { page } = setdesk
  const show = async (name: string): Promise<void> => {
    await page.evaluate((shown) => {
      location.hash = `#/hostnames/${shown}`
    }, name)
    await sees(page, `Boxes bound to ${name}`)
  }
  await show('nowhere.example')
  await sees(page, 'The platform knows no hostname nowhere.example.')
  await sees(page, /^Check its spelling. If it is right, ask the operator to set it up first/)
  expect(await page.getByText(/customer not found|is no longer here/i).count()).toBe(0)

  await show(platform.hostnames.at(-1) ?? '')
  await sees(page, /^No box is bound to .* yet\.$/)

  platform.setFaults([
    {
      match: { operation: 'GetMacAddressesUnderHostname' },
      fault: { kind: 'rubbish', body: 'empty', status: 404, commit: false },
    },
  ])
  await show('silent.example')
  await sees(page, 'The platform lists no box for silent.example.')
  platform.setFaults([])
  await show(hostname)
})

test('without a network the last list of a hostname is shown, and new bindings are saved and sent later', async () => {
  const { page } = setdesk
  await platform.setOptions({ offline: true })
  await page.reload()
  await goTo(page, 'Hostnames')
  await sees(page, /This is the platform’s last list/)
  await sees(page, '0 of 3 are bound to this hostname; these 3 are not.')
  await press(page, 'Remove all')
  const mac = anyMac()
  await scan(page, mac)
  await sees(page, /0 of 1 are bound to this hostname; 1 is not/)
  await press(page, `Add 1 box to ${hostname}`)
  await sees(page, '1 job saved on this computer.')
  await page.locator('[data-verdict="in-work"]').waitFor()
  await counts(page, 'saved', 1)
  await platform.setOptions({ offline: false })
  await counts(page, 'saved', 0)
  await sees(page, 'This box is bound to the hostname.')
  expect(boundBoxes()).toContain(withColons(mac))
})

test('a change of the connection leads to a hostname of that connection', async () => {
  const { page } = setdesk
  const former = platform.hostnames[1] ?? ''
  await page.evaluate((path) => (location.hash = path), `#/hostnames/${former}`)
  await sees(page, `Boxes bound to ${former}`)
  const { id } = await call(page, 'connection.start-training', {})
  const { connections } = await call(page, 'app.snapshot', {})
  const own = connections.find(({ settings }) => settings.id === id)?.settings.hostnames[0] ?? 'none'
  await sees(page, `Boxes bound to ${own}`)
  expect(await page.evaluate(() => location.hash)).toBe('#/hostnames')
})
