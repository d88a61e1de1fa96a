import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { endWithThisProcess } from '../../postgres/start-server.ts'
import type { PostgresCluster } from '../../postgres/start-cluster.ts'
import { keptCode } from '../../kept-code.ts'

const program = fileURLToPath(new URL('../../../src/hub/cli.ts', import.meta.url))

/** A hub in a process of its own. Its address stays the same through its lives. */
export interface HubProcess {
  readonly url: string
  readonly isRunning: () => boolean
  readonly start: () => Promise<void>
  /** SIGKILL. */
  readonly kill: () => Promise<void>
  /** SIGSTOP and SIGCONT: the hub is silent, and later continues with the calls it had begun. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** The last lines that it wrote. */
  readonly log: () => readonly string[]
}

/** Roles and a database as an operator prepares them. */
export interface HubDatabase {
  readonly hubUrls: readonly string[]
  readonly firstCode: () => Promise<string>
  /** How long a claim lasts that is not renewed. An operator would leave this at several days. */
  readonly setClaimSeconds: (seconds: number) => Promise<void>
}

const linesKept = 200

/** Runs one of the hub's commands to its end and returns its line of JSON. */
function runCommand(args: readonly string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, ...args, '--json'],
      { env: { ...process.env, ...keptCode } },
      (error, stdout, stderr) => {
        if (error === null) resolve(JSON.parse(stdout))
        else reject(new Error(`hub ${args[0]}: ${stderr.slice(-500) || error.message}`))
      },
    )
  })
}

export async function prepareDatabase(cluster: PostgresCluster): Promise<HubDatabase> {
  const [owner, hub] = [randomBytes(8).toString('hex'), randomBytes(8).toString('hex')]
  for (const statement of [
    `create role setdesk_owner login password '${owner}'`,
    `create role setdesk_hub login password '${hub}'`,
    'create role setdesk_reader',
    'create database setdesk owner setdesk_owner',
  ])
    await cluster.primary().sql(statement)
  const databases = cluster.urls('setdesk_owner', owner, 'setdesk').flatMap((url) => ['--database', url])
  await runCommand(['--migrate', ...databases])
  return {
    hubUrls: cluster.urls('setdesk_hub', hub, 'setdesk'),
    async firstCode() {
      const { code } = z.object({ code: z.string() }).parse(await runCommand(['--first-code', ...databases]))
      return code
    },
    async setClaimSeconds(seconds) {
      // Moved renewals are not held back. A run is over before the 13 minutes are.
      const limits = `claim_lasts = interval '${seconds} seconds', holds_back = interval '0'`
      await cluster.primary().sql(`update setdesk.fleet set ${limits}`, 'setdesk')
    },
  }
}

/** Starts a hub for these databases. `port`: stays the same each time the hub starts. */
export async function startHub(urls: readonly string[], port: number): Promise<HubProcess> {
  let child: ChildProcess | undefined
  const lines: string[] = []
  const databases = urls.flatMap((url) => ['--database', url])
  // All laptops of a run come from one address.
  const rates = ['--station-rate', '200', '--address-rate', '5000']
  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null
  const hub: HubProcess = {
    url: `http://127.0.0.1:${port}`,
    isRunning,
    async start() {
      if (isRunning()) return
      const started = spawn(process.execPath, [program, ...databases, '--port', String(port), ...rates, '--json'], {
        env: { ...process.env, ...keptCode },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      endWithThisProcess(started)
      createInterface({ input: started.stderr }).on('line', (line) => {
        lines.push(line)
        if (lines.length > linesKept) lines.shift()
      })
      const isUp = await Promise.race([
        once(started.stdout, 'data').then(() => true),
        once(started, 'exit').then(() => false),
      ])
      // It may have been killed while it started.
      if (!isUp && started.signalCode === null) throw new Error(`The hub did not start: ${lines.slice(-5).join('\n')}`)
    },
    async kill() {
      if (child === undefined || !isRunning()) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    log: () => lines,
  }
  await hub.start()
  return hub
}
