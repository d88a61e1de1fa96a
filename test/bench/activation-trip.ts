import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { commandOf, inProject, pinnedNode, toolEnvironment } from '../../scripts/lib/project.mjs'
import { run } from '../../scripts/lib/run.mjs'
import { anyMac, anyPerson, goHome, isReady, scan, settlesAs, typePerson } from '../e2e/drive.ts'
import { startOnLoopback } from '../e2e/start-on-loopback.ts'
import type { Metric } from './metric.ts'
import { mustBe } from './paired.ts'
import { startTraining } from './start-training.ts'

const appFolder = inProject('.cache', 'activation-trip')

/** A file counts if it runs in each: not what the app happens to do meanwhile, such as a backup. */
const activations = 3

/** Files of the app itself. The training platform stands for the operator's, and is not part of the trip. */
const isOurs = (path: string): boolean => path.startsWith('src/') && !path.startsWith('src/sandbox/')

/** Files that every trip leads through, so that a trip that was not followed does not count. */
const mustSee = ['src/renderer/src/features/activation/activation-form.tsx', 'src/main/jobs/decide.ts']

export const activationFiles: Metric = {
  key: 'activation_files',
  title: 'source files of which a function runs between the scan of a box and the result of its activation',
  gate: { atMost: 156 },
  async measure() {
    await buildWithSourceMaps()
    const port = await findFreePort()
    const dataFolder = mkdtempSync(join(tmpdir(), 'setdesk-trip-'))
    const env = { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }
    const { page, close } = await startOnLoopback({ appFolder, dataFolder, env })
    try {
      await startTraining(page)
      await page.reload()
      using host = await followHost(port)
      const trips: ReadonlySet<string>[] = []
      for (let trip = 0; trip < activations; trip += 1) {
        const ran = await activateOnce(page, host.read)
        trips.push(new Set(ran.flatMap(sourcesThatRan).filter(isOurs)))
      }
      const files = [...(trips[0] ?? [])].filter((file) => trips.every((trip) => trip.has(file))).sort()
      for (const file of mustSee) mustBe(`the trip leads through ${file}`, files.includes(file), true)
      const value = files.length
      return { value, low: value, high: value, notes: [`in each of ${activations} activations`, ...files] }
    } finally {
      await close()
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function buildWithSourceMaps(): Promise<void> {
  const args = ['build', '--sourcemap', '--outDir', join(appFolder, 'out'), '--logLevel', 'warn']
  const env = toolEnvironment({ NODE_ENV: 'production' })
  const { code } = await run(pinnedNode, [commandOf('electron-vite'), ...args], { env })
  mustBe('the exit code of the build with source maps', code, 0)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The functions of one file of the build, with how often each was called. */
interface Ran {
  readonly file: string
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[]
  }[]
}

/** Activates one box. Gives what ran in the page and in the host from the scan to the result. */
async function activateOnce(page: Page, readHost: () => Promise<readonly Ran[]>): Promise<readonly Ran[]> {
  await goHome(page)
  await page.coverage.startJSCoverage({ resetOnNavigation: false })
  await readHost()
  await scan(page, anyMac())
  await typePerson(page, anyPerson())
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await isReady(page)
  await page.locator('[data-go-on]').click()
  await settlesAs(page, 'done')
  const inHost = await readHost()
  const inPage = await page.coverage.stopJSCoverage()
  return [...inHost, ...inPage.map(({ url, functions }) => ({ file: fileInPage(url), functions }))]
}

const fileInPage = (url: string): string => join(appFolder, 'out', 'renderer', new URL(url).pathname)

/** Counts the calls of the host by its inspector. `read` tells what ran since it was last called. A host that is followed does not end. */
async function followHost(port: number) {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    readonly webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const answers = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { readonly id?: number; readonly result: unknown }
    if (id !== undefined) answers.get(id)?.(result)
  })
  let last = 0
  const ask = async (method: string, params = {}): Promise<unknown> => {
    const id = (last += 1)
    const { promise, resolve } = Promise.withResolvers<unknown>()
    answers.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    return await promise
  }
  await ask('Profiler.enable')
  await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    read: async (): Promise<readonly Ran[]> => {
      const { result } = (await ask('Profiler.takePreciseCoverage')) as {
        readonly result: readonly (Pick<Ran, 'functions'> & { readonly url: string })[]
      }
      return result
        .filter(({ url }) => url.startsWith('file:'))
        .map(({ url, functions }) => ({ file: fileURLToPath(url), functions }))
    },
    [Symbol.dispose]: () => socket.close(),
  }
}

/** The source files, by their path from the root, of the functions that were called in a file of the build. */
function sourcesThatRan({ file, functions }: Ran): readonly string[] {
  const [text, map] = [readText(file), readText(`${file}.map`)]
  if (text === undefined || map === undefined) return []
  const sourceMap = new SourceMap(JSON.parse(map) as SourceMapPayload)
  const folder = posix.relative(inProject(), dirname(file))
  return functions.flatMap(({ ranges: [whole] }) => {
    // What starts at the beginning is the file itself while it is loaded.
    if (whole === undefined || whole.count === 0 || whole.startOffset === 0) return []
    const before = text.slice(0, whole.startOffset).split('\n')
    const entry = sourceMap.findEntry(before.length - 1, before.at(-1)?.length ?? 0)
    return 'originalSource' in entry && typeof entry.originalSource === 'string'
      ? [posix.join(folder, entry.originalSource)]
      : []
  })
}

/** Undefined for anything outside the build, such as a part of Node. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
