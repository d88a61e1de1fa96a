import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { electronNode } from './electron-node.mjs'
import { nameEnd, startInspected } from './start-inspected.mjs'
import { windowEnvironment } from './window-environment.mjs'

/**
 * The result of a step. `by hand`: a machine cannot check the step here, but a person can, with docs/first-launch.md.
 * @typedef {{ verdict: 'ok' | 'FAILED' | 'by hand', saw: string }} Judgement
 * @typedef {Judgement & { name: string }} StepResult
 *
 * @typedef {{
 *   program: string, appFolder: string, dataFolder: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform,
 *   limits?: { windowMs: number, endMs: number, killAfterMs: number }, readStatus?: (pid: number) => string,
 * }} SmokeOptions
 *
 * @typedef {import('./start-inspected.mjs').Inspected} Inspected
 */

const LIMITS = { windowMs: 5_000, endMs: 10_000, killAfterMs: 3_000 }
const ASK_AGAIN_MS = 50

const window = `require('electron').BrowserWindow.getAllWindows()[0]`
const page = `${window}.webContents`

/**
 * @param {boolean} good
 * @param {string} saw
 * @returns {Judgement}
 */
const judge = (good, saw) => ({ verdict: good ? 'ok' : 'FAILED', saw })

/**
 * Whether a renderer runs in its sandbox, from its `/proc/PID/status`.
 * @param {string} status
 * @returns {Judgement}
 */
export function judgeSeccomp(status) {
  const mode = /^Seccomp:\s*(\d)$/m.exec(status)?.[1] ?? 'not told'
  return judge(mode === '2', `Seccomp: ${mode}`)
}

/**
 * Whether the stored key is protected, from the prefix of the wrapped key in `key.json`.
 * @param {string | undefined} text undefined if there is no such file yet
 * @param {NodeJS.Platform} platform
 * @returns {Judgement}
 */
export function judgeKey(text, platform) {
  if (text === undefined)
    return { verdict: 'by hand', saw: 'no key.json yet: it comes with the first work that is saved' }
  const [, protection = 'none'] = /"protection":\s*"([\w-]+)"/.exec(text) ?? []
  const [, wrapped = ''] = /"wrapped":\s*"([\w+/=]+)"/.exec(text) ?? []
  const prefix = Buffer.from(wrapped, 'base64').subarray(0, 3).toString('latin1')
  if (protection !== 'system') return judge(false, `protection: ${protection}`)
  if (platform === 'linux' && prefix === 'v10') return judge(false, 'system, v10: protected by nothing on Linux')
  return judge(/^v\d\d$/.test(prefix), `system, ${prefix}`)
}

/**
 * Runs the steps of the first launch that a machine can check, and ends every program that it started. If the first step cannot
 * start the program, no further step runs.
 * @param {SmokeOptions} options
 * @returns {Promise<StepResult[]>}
 */
export async function runSmoke(options) {
  /** @type {StepResult[]} */
  const results = []
  /** @type {Inspected[]} */
  const started = []
  const start = async () => {
    const app = await startApp(options)
    started.push(app)
    return app
  }
  const step = async (/** @type {string} */ name, /** @type {() => Promise<Judgement>} */ look) => {
    const judgement = await look().catch((error) => judge(false, String(error.message ?? error)))
    results.push({ name, ...judgement })
  }
  try {
    await step('window', async () => judgeWindow(await start(), options))
    const [app] = started
    if (app === undefined) return results
    await lookAround(app, step, options)
    await step('second', () => judgeSecond(app, options))
    await step('kill', async () => {
      // A power cut is simulated by a kill right after a start. The next start must open the same folder.
      app.kill()
      await app.ended
      const next = await start()
      await wait(Math.max(0, limitsOf(options).killAfterMs - next.elapsed()))
      next.kill()
      await next.ended
      return judgeWindow(await start(), options)
    })
    await step('quit', () => judgeQuit(started.at(-1) ?? app, options))
    return results
  } finally {
    for (const app of started) app.kill()
  }
}

/**
 * @param {SmokeOptions} options
 */
const limitsOf = ({ limits = LIMITS }) => limits

/**
 * @param {SmokeOptions} options
 */
const startApp = ({ program, appFolder, dataFolder, env }) =>
  startInspected({ program, args: [appFolder, '--data', dataFolder], env })

/**
 * @param {Inspected} app
 * @param {SmokeOptions} options
 * @returns {Promise<Judgement>}
 */
async function judgeWindow(app, options) {
  const limit = limitsOf(options).windowMs
  const look = () =>
    app.ask(`${window}?.isVisible() === true && ${page}.getURL() === 'app://setdesk/'`).catch(() => false)
  for (; app.elapsed() < limit; await wait(ASK_AGAIN_MS)) {
    if (await look()) return judge(true, `visible after ${Math.round(app.elapsed())} ms`)
  }
  return judge(false, `not visible after ${limit} ms`)
}

/**
 * The steps that inspect a running app without changing it.
 * @param {Inspected} app
 * @param {(name: string, look: () => Promise<Judgement>) => Promise<void>} step
 * @param {SmokeOptions} options
 */
async function lookAround(app, step, { dataFolder, platform, readStatus = readProcStatus }) {
  await step('sandbox', async () => {
    if (platform !== 'linux') return { verdict: 'by hand', saw: 'told by /proc, on Linux alone' }
    return judgeSeccomp(readStatus(await app.ask(`${page}.getOSProcessId()`)))
  })
  await step('page', async () => {
    /** @type {number} */
    const length = await app.ask(`${page}.executeJavaScript('document.body.innerText.length')`)
    return judge(length > 0, `${length} characters on screen`)
  })
  await step('versions', async () => {
    const sqlite = `new (require('node:sqlite').DatabaseSync)(':memory:').prepare('SELECT sqlite_version() AS version').get().version`
    /** @type {Record<'electron' | 'node' | 'sqlite', string>} */
    const {
      electron,
      node,
      sqlite: database,
    } = await app.ask(`({ electron: process.versions.electron, node: process.versions.node, sqlite: ${sqlite} })`)
    const good = electron === electronNode.electron && node === electronNode.node
    return judge(good, `Electron ${electron}, Node ${node}, SQLite ${database}`)
  })
  await step('folder', async () => {
    /** @type {string} */
    const folder = await app.ask(`require('electron').app.getPath('userData')`)
    return judge(folder === dataFolder && existsSync(path.join(folder, 'setdesk.db')), folder)
  })
  await step('key', async () => {
    const file = path.join(dataFolder, 'key.json')
    return judgeKey(existsSync(file) ? readFileSync(file, 'utf8') : undefined, platform)
  })
  await step('print', async () => {
    /** @type {string} */
    const begin = await app.ask(`${page}.printToPDF({}).then((pdf) => pdf.subarray(0, 5).toString('latin1'))`)
    return judge(begin === '%PDF-', `printToPDF begins with ${JSON.stringify(begin)}`)
  })
}

/**
 * @param {number} pid
 */
const readProcStatus = (pid) => readFileSync(`/proc/${pid}/status`, 'utf8')

/**
 * A second start on the same folder must end with code 0 and leave the first one running.
 * @param {Inspected} app
 * @param {SmokeOptions} options
 * @returns {Promise<Judgement>}
 */
async function judgeSecond(app, options) {
  const { program, appFolder, dataFolder, env } = options
  const child = spawn(program, [appFolder, '--data', dataFolder], { env: windowEnvironment(env), stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  const code = await Promise.race([ended, wait(limitsOf(options).endMs, 'no end', { ref: false })])
  child.kill('SIGKILL')
  const still = await app.ask(`require('electron').BrowserWindow.getAllWindows().length`)
  return judge(code === 0 && still === 1, `it ended with ${String(code)}; the first has ${String(still)} window`)
}

/**
 * @param {Inspected} app
 * @param {SmokeOptions} options
 * @returns {Promise<Judgement>}
 */
async function judgeQuit(app, options) {
  await app.ask(`void (({ app }) => setTimeout(() => app.quit(), 100))(require('electron'))`)
  app.release()
  const code = await Promise.race([app.ended, wait(limitsOf(options).endMs, undefined, { ref: false })])
  return judge(code === 0, code === undefined ? 'it did not end' : nameEnd(code))
}
