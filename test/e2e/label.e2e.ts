import { expect, test } from 'vitest'
import { anyMac, field, goHome, goTo, openForFile, press, scan, scanLabel, startPractising } from './drive.ts'

const setdesk = await openForFile()

test('a label of three codes that are scanned in one go fills box and model, from every screen', async () => {
  const { page } = setdesk
  await startPractising(page)
  for (const [index, screen] of (['Queue', 'Home', 'Customers', 'Settings'] as const).entries()) {
    const mac = anyMac()
    const model = `MAG52${index}`
    await (screen === 'Home' ? goHome(page) : goTo(page, screen))
    // What is scanned while the screen before is still there would be that one's.
    await page.getByRole('heading', { name: screen, level: 1 }).waitFor({ state: 'attached' })
    await scanLabel(page, ['4006381333931', `MODEL: ${model}`, mac])
    await page.getByRole('heading', { name: 'New activation' }).waitFor()
    await press(page, 'Back')
    expect(await field(page, 'Box').inputValue()).toBe(mac)
    expect(await page.getByRole('textbox', { name: /^Model/ }).inputValue()).toBe(model)
    const said = page.getByRole('group', { name: 'What the label says' })
    for (const role of ['Article number', 'Model', 'MAC address'])
      await said.getByRole('button', { name: role }).waitFor()
    await press(page, 'Discard')
  }
})

test('what a code of a label was taken for is put right once, and read that way from then on', async () => {
  const { page } = setdesk
  await goHome(page)
  await scan(page, '4006381333931')
  await page.getByRole('button', { name: /^4006381333931|Article number/ }).click()
  await page.getByRole('option', { name: 'Serial number' }).click()
  await page.getByRole('button', { name: /Serial number/ }).waitFor()
  await field(page, 'Box').fill('')
  await scan(page, '4012345678901')
  await page.getByRole('heading', { name: 'New activation' }).waitFor()
  await press(page, 'Back')
  expect(await field(page, 'Box').inputValue()).toBe('4012345678901')
  await press(page, 'Discard')
})

test('an address of a scanner with another keyboard layout is shown as what was meant, and taken up by a person', async () => {
  const { page } = setdesk
  await goHome(page)
  await scan(page, '00Ö1AÖ79Ö4CÖ00Ö01')
  await press(page, 'Read as 00:1A:79:4C:00:01: use it')
  expect(await field(page, 'Box').inputValue()).toBe('00:1A:79:4C:00:01')
})
