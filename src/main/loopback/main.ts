import { homedir } from 'node:os'
import { join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { describeProblem, sayProblem } from '../bridge/describe-problem.ts'
import { hostTexts, sayFailure } from '../host/say.ts'
import type { Log } from '../ports.ts'
import { defaultDataFolder, openBrowser, readFlags, runLoopback, type LoopbackOptions } from './run-loopback.ts'

// Files that this process makes are accessible only to its user.
process.umask(0o077)

// The process that reads the output may end before this process. A later write then fails, and that error is ignored.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

/** Undefined until the app's code is loaded. */
let log: Log | undefined
// Node itself would print the error's message, which may contain a token. A rejection that nothing handles arrives here, too.
process.on('uncaughtException', giveUp)

const options = readFlags(process.argv.slice(2))
// The call is not awaited, because the bundle is CommonJS, which has no top-level `await`.
if (options.ok) void start(options.value).catch(giveUp)
else leave(2, options.error === 'unknown-flag' ? hostTexts().flags : hostTexts().portForScripts)

async function start(options: LoopbackOptions): Promise<void> {
  const running = runLoopback(options, {
    version: manifest.version,
    rendererFolder: join(import.meta.dirname, '..', 'renderer'),
    defaultDataFolder: defaultDataFolder({ platform: process.platform, home: homedir(), env: process.env }),
    loadApp: async (own) => {
      const { openApp } = await import('./open-app.ts')
      takeSignals()
      const opened = openApp(own)
      log = opened.served.log
      return opened
    },
    print: (line) => void process.stdout.write(`${line}\n`),
    complain,
    openBrowser: (url) => openBrowser(url, process.platform, process.env),
    now: () => Date.now(),
  })
  const takeSignals = stopOnSignals(async () => {
    const run = await running
    if ('stop' in run) await run.stop()
  })
  takeSignals()
  const run = await running
  if ('exitCode' in run) process.exitCode = run.exitCode
}

/**
 * The first signal stops at the next safe point, the second immediately. Neither loses work.
 * @returns a function that listens to the signals and removes all other listeners. The settings library adds listeners when it is loaded.
 * These listeners repeat each signal, and a repeated signal would end this process at once.
 */
function stopOnSignals(stop: () => Promise<void>): () => void {
  let stopping = false
  const hear = (): void => {
    if (stopping) process.exit(1)
    stopping = true
    void stop().finally(() => process.exit())
  }
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      if (!process.listeners(signal).includes(hear)) process.on(signal, hear)
      // The other listeners go one by one. If the signal had no listener for a moment, a signal that has already arrived would be lost.
      for (const other of process.listeners(signal)) if (other !== hear) process.off(signal, other)
    }
  }
}

/** Prints where the error happened but not its message, which may contain an address with a token. */
function giveUp(thrown: unknown): void {
  const problem = describeProblem(thrown)
  log?.problem('uncaught', problem)
  leave(1, sayFailure(thrown, sayProblem(problem), log === undefined ? 'failed' : 'broken'))
  process.exit()
}

function leave(exitCode: number, line: string): void {
  complain(line)
  process.exitCode = exitCode
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}
