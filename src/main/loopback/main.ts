import { homedir } from 'node:os'
import { join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { describeProblem, sayProblem } from '../bridge/describe-problem.ts'
import { compose } from '../compose.ts'
import { fillIn, hostTexts } from '../host/say.ts'
import { defaultDataFolder, openBrowser, readFlags, runLoopback, type LoopbackOptions } from './run-loopback.ts'

// What this process writes is for its user alone.
process.umask(0o077)

// The process that reads the output may end before this one.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const options = readFlags(process.argv.slice(2))
// Not awaited: the bundle is CommonJS.
if (options.ok) void start(options.value).catch(giveUp)
else leave(2, options.error === 'unknown-flag' ? hostTexts().flags : hostTexts().portForScripts)

async function start(options: LoopbackOptions): Promise<void> {
  const run = await runLoopback(options, {
    version: manifest.version,
    rendererFolder: join(import.meta.dirname, '..', 'renderer'),
    defaultDataFolder: defaultDataFolder({ platform: process.platform, home: homedir(), env: process.env }),
    compose,
    print: (line) => void process.stdout.write(`${line}\n`),
    complain,
    openBrowser: (url) => openBrowser(url, process.platform, process.env),
    now: () => Date.now(),
  })
  if ('exitCode' in run) process.exitCode = run.exitCode
  else stopOnSignals(run.stop)
}

/** The first signal stops at the next safe point, the second immediately. Neither loses work. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The library that writes the settings sends each signal a second time, which would end this process at once.
    process.removeAllListeners(signal)
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      void stop().finally(() => process.exit(0))
    })
  }
}

/** Prints where the error happened, not its message: the message may hold an address with a token. */
function giveUp(thrown: unknown): void {
  leave(1, fillIn(hostTexts().failed, { code: sayProblem(describeProblem(thrown)) }))
  process.exit()
}

function leave(exitCode: number, line: string): void {
  complain(line)
  process.exitCode = exitCode
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}
