import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureBuilt } from '../../../scripts/lib/build.mjs'
import { callApp } from '../../shell/call-app.ts'
import { startShell } from '../../shell/start-shell.ts'

test("the window locks when the system's screen is locked and when the computer goes to sleep", async () => {
  if (process.env['SETDESK_SHELL_APP'] === undefined) expect(await ensureBuilt()).toBe(true)
  const dataFolder = mkdtempSync(join(tmpdir(), 'setdesk-lock-'))
  const shell = await startShell({ dataFolder })
  onTestFinished(async () => {
    await shell.kill()
    rmSync(dataFolder, { recursive: true, force: true })
  })
  const whoIs = async () => (await callApp(shell, 'app.snapshot', {})).who
  await callApp(shell, 'connection.start-training', {})
  await callApp(shell, 'who.add', { name: 'Ada', pin: '2468' })
  for (const event of ['lock-screen', 'suspend'] as const) {
    expect((await whoIs()).state).toBe('signed-in')
    await shell.main.ask('reportPower', { event })
    const { state, last = '' } = await whoIs()
    expect(state).toBe('signed-out')
    await expect(callApp(shell, 'job.list', { limit: 5 })).rejects.toThrow('signed-out')
    await callApp(shell, 'who.sign-in', { id: last, pin: '2468' })
  }
}, 180_000)
