import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { findElectron } from './lib/electron.mjs'
import { inProject, pinnedNode, say } from './lib/project.mjs'
import { run } from './lib/run.mjs'
import { setUp } from './lib/set-up.mjs'
import { runSmoke } from './lib/smoke-steps.mjs'
import { readDisplayOption, startDisplay } from './lib/start-display.mjs'

/** The exit code if nothing could be tested. Test runners read this code as "skipped". */
const NOT_POSSIBLE = 77

/**
 * Runs the steps of docs/first-launch.md that a machine can check, on the real Electron, without Playwright.
 * @param {readonly string[]} args `--xvfb` or `--weston` chooses the display
 * @returns {Promise<number>} 0 if all steps passed, 1 if a step or the set-up failed, 77 if Electron cannot be started here
 */
async function smoke(args) {
  if (!(await setUp()) || !(await ensureBuilt())) return 1
  // An older Node may have started this script, because the pinned Node was not installed yet.
  if (typeof WebSocket === 'undefined')
    return (await run(pinnedNode, [inProject('scripts', 'smoke-electron.mjs'), ...args])).code ?? 1
  const wanted = readDisplayOption(args)
  const display = await startDisplay({ platform: process.platform, env: process.env, wanted })
  if (display === undefined) {
    say(`Not run, because there is no screen here and ${wanted ?? 'neither Xvfb nor Weston'} could be started.`)
    return NOT_POSSIBLE
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'setdesk-smoke-'))
  try {
    // Electron must find only the requested kind of display.
    if (wanted === 'weston') delete process.env['DISPLAY']
    if (wanted === 'xvfb') delete process.env['WAYLAND_DISPLAY']
    Object.assign(process.env, display.env)
    const electron = await findElectron()
    if (!electron.ok) {
      say(`Not run, because ${electron.reason}. ${electron.remedy ?? ''}`.trim())
      return NOT_POSSIBLE
    }
    say(`Electron is tried on ${display.name}, with the data folder ${folder}.`)
    const { program } = electron
    const { env, platform } = process
    const results = await runSmoke({ program, appFolder: inProject(), dataFolder: folder, env, platform })
    for (const { name, verdict, saw } of results) process.stdout.write(`${verdict.padEnd(8)} ${name}: ${saw}\n`)
    return results.some(({ verdict }) => verdict === 'FAILED') ? 1 : 0
  } finally {
    display.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

process.exitCode = await smoke(process.argv.slice(2))
