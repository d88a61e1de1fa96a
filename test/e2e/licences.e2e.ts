import { expect, test } from 'vitest'
import { thirdPartyFile } from '../../src/shared/domain/third-party.ts'
import { goTo, openForFile, press, startPractising } from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'

const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })

test('the page About lists third-party packages with their licences, and loads the list only on demand', async () => {
  const { page } = setdesk
  const looks = noLooks()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await startPractising(page)
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'About' }).click()
  const button = page.getByRole('button', { name: 'Show the parts and their licences' })
  await button.waitFor()
  expect(loaded.filter((path) => path.endsWith(thirdPartyFile))).toEqual([])

  await page.route(`**/${thirdPartyFile}`, (route) => route.fulfill({ status: 500 }), { times: 1 })
  await press(page, 'Show the parts and their licences')
  await page.getByText('The list of licences cannot be read.').waitFor()
  await press(page, 'Show the parts and their licences')
  const list = page.getByRole('list', { name: 'Licences' })
  await list.getByText('react-dom').waitFor()
  await lookAt(page, looks, 'licences')
  for (const [part, words] of [
    ['zod', 'Permission is hereby granted'],
    ['zxing-cpp', 'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION'],
    ['@fontsource-variable/atkinson-hyperlegible-next', 'SIL OPEN FONT LICENSE'],
  ] as const) {
    await list.getByText(part, { exact: true }).click()
    await list.getByText(words).filter({ visible: true }).first().waitFor()
    await list.getByText(part, { exact: true }).click()
  }
  await press(page, 'Show the parts and their licences')
  expect(await list.isVisible()).toBe(false)
  expect(looks).toEqual({ ...noLooks(), seen: 1 })
})
