import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  anyMac,
  anyPerson,
  call,
  field,
  goToSettings,
  openForTest,
  press,
  sees,
  startPractising,
  saveActivation,
  hasState,
} from './drive.ts'
import { connectTo, openPlatformForTest } from './drive-platform.ts'
import { anyDraftId, newCustomer } from '../fakes/intents.ts'
import { targetName } from './target.ts'

test('everything on the computer is erased only after the requested words were typed', async () => {
  const platform = await openPlatformForTest()
  const { page, dataFolder } = await openForTest()
  await connectTo(page, platform)
  const person = anyPerson()
  await hasState(page, await saveActivation(page, anyMac(), person), 'done')

  await goToSettings(page, 'Maintenance')
  await sees(page, 'If a laptop is lost')
  await press(page, 'Show the diagnostics')
  await sees(page, '"version"')
  await press(page, 'Erase everything')
  const dialog = page.getByRole('alertdialog', { name: 'Erase everything on this computer?' })
  const erase = dialog.getByRole('button', { name: 'Erase', exact: true })
  expect(await erase.isDisabled()).toBe(true)
  await field(page, 'Type: erase everything').fill('Erase everything')
  const download = page.waitForEvent('download')
  await erase.click()
  expect((await download).suggestedFilename()).toMatch(/^erasure-\d{8}T\d{6}\.txt$/)
  await expect.poll(async () => (await call(page, 'app.snapshot', {})).connections.length).toBe(0)
  expect(readdirSync(dataFolder)).not.toContain('key.json')
})

// Only on this target the page can be told that it is in the window, where the restart fails because a browser has none.
test.skipIf(targetName !== 'loopback')('if the restart after an erasure fails, the page is loaded again', async () => {
  const { page } = await openForTest()
  await page.addInitScript(() => {
    const fetch = window.fetch.bind(window)
    const inWindow = new TransformStream<string, string>({
      transform: (text, to) => to.enqueue(text.replaceAll('"host":"loopback"', '"host":"electron"')),
    })
    window.fetch = async (...request) => {
      const answer = await fetch(...request)
      if (!answer.url.endsWith('/bridge/events') || answer.body === null) return answer
      const body = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(inWindow)
      return new Response(body.pipeThrough(new TextEncoderStream()), answer)
    }
  })
  await page.reload()
  await startPractising(page)
  await goToSettings(page, 'Maintenance')
  await press(page, 'Erase everything')
  await field(page, 'Type: erase everything').fill('erase everything')
  const refused = page.waitForResponse('**/bridge/app.restart')
  const loaded = page.waitForEvent('load')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase', exact: true }).click()
  await refused
  await loaded
  await field(page, 'Your name').waitFor()
})

test('a connection with unfinished jobs can be removed only after its name was typed', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  await connectTo(page, platform)
  await platform.setOptions({ offline: true })
  await saveActivation(page)

  await goToSettings(page, 'Maintenance')
  await press(page, 'Erase everything')
  await sees(page, '1 job of North TV is not finished. Setdesk will no longer send or check it.')
  await page.keyboard.press('Escape')

  // The jobs of a connection that is not active are lost, too.
  await call(page, 'queue.pause', {})
  const { id } = await call(page, 'connection.start-training', {})
  await call(page, 'job.save', { draftId: anyDraftId(), intent: newCustomer('101') })
  await press(page, 'Erase everything')
  await sees(page, '2 jobs of 2 connections are not finished. Setdesk will no longer send or check them.')
  await page.keyboard.press('Escape')
  await call(page, 'connection.remove', { id, typedName: 'Training' })

  await goToSettings(page, 'Connections')
  await page.getByRole('link', { name: 'Edit' }).click()
  await press(page, 'Remove this connection')
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Remove the connection' })
  await remove.click()
  await field(
    page,
    'There are unfinished jobs. Setdesk will no longer send or check them. Type North TV to erase them',
  ).fill('North TV')
  await remove.click()
  await expect.poll(async () => (await call(page, 'app.snapshot', {})).connections.length).toBe(0)
  // It was the last connection, so the first run is on screen.
  await field(page, 'Your name').waitFor()
  await sees(page, 'North TV removed.')
})
