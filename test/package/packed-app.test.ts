import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { extractAll } from '@electron/asar'
import { expect, onTestFinished, test } from 'vitest'
import { makePackage, makeStandInFor } from '../../scripts/lib/package/make-package.ts'
import { activate, anyMac, anyPerson, goTo, press, settlesAs, startPractising } from '../e2e/drive.ts'
import { startShell } from '../shell/start-shell.ts'
import { prepareForFile } from './packed.ts'

test('the packed app activates a box with nothing except the files of its archive', { timeout: 180_000 }, async () => {
  const app = await prepareForFile()
  const electronDist = makeStandInFor(app, 'linux')
  await makePackage(app, { system: 'linux', arch: 'x64', targets: ['dir'], electronDist, env: {} })
  // Far from the project, so that no package of the project is found from there.
  const appFolder = join(app.work, 'unpacked')
  extractAll(join(app.output, 'linux-unpacked', 'resources', 'app.asar'), appFolder)
  const dataFolder = join(app.work, 'data')
  mkdirSync(dataFolder)
  const shell = await startShell({ appFolder, dataFolder, context: { viewport: { width: 1280, height: 800 } } })
  onTestFinished(shell.close)
  await startPractising(shell.page)
  await activate(shell.page, anyMac(), anyPerson())
  await settlesAs(shell.page, 'done')
  await goTo(shell.page, 'Settings')
  await shell.page.getByRole('link', { name: 'About' }).click()
  await press(shell.page, 'Show the parts and their licences')
  await shell.page.getByText('react-dom').waitFor()
  expect(shell.shown.errors).toEqual([])
})
