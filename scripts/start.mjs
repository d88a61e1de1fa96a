import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { askForHost } from './lib/ask-for-host.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { dataFolders, hasQueue, isForWindowAlone } from './lib/data-folders.mjs'
import { obtainElectron } from './lib/electron.mjs'
import { openHost } from './lib/open-host.mjs'
import { inProject, say } from './lib/project.mjs'
import { follow } from './lib/run.mjs'
import { serveLoopback } from './lib/serve-loopback.mjs'
import { setUp } from './lib/set-up.mjs'
import { answerInstead, readStartOptions } from './lib/start-options.mjs'
import { windowEnvironment } from './lib/window-environment.mjs'

const SOON_MS = 5_000

/**
 * Shows the app in Electron's window, until the window is closed.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<import('./lib/judge-ending.mjs').Ending>}
 */
async function showWindow(program, args) {
  const started = performance.now()
  const env = windowEnvironment(process.env)
  const code = await follow(spawn(program, [inProject(), ...args], { stdio: 'inherit', env }))
  return { code, soon: performance.now() - started < SOON_MS }
}

/**
 * @param {import('./lib/start-options.mjs').StartOptions} options
 * @returns {Promise<number>} the exit code
 */
async function start(options) {
  if (!(await setUp()) || !(await ensureBuilt())) return 1
  const folders = dataFolders({ platform: process.platform, home: homedir(), env: process.env }, options.rest)
  const streams = { input: process.stdin, output: process.stderr }
  const onTerminal = process.stdin.isTTY && process.stderr.isTTY
  return openHost(options, {
    folders,
    hasQueue,
    isForWindowAlone,
    obtainElectron,
    showWindow,
    serveLoopback,
    ask: onTerminal ? () => askForHost(folders.browser, streams) : undefined,
    say,
  })
}

const args = process.argv.slice(2)
const answer = answerInstead(args)
if (answer === undefined) process.exitCode = await start(readStartOptions(args))
else {
  process.exitCode = answer.exitCode
  const stream = answer.exitCode === 0 ? process.stdout : process.stderr
  stream.write(`${answer.text}\n`)
}
