import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { PostgresPlace } from './find-postgres.ts'

/** One server: its data survives every end of its processes. */
export interface PostgresServer {
  readonly port: number
  /** The data folder. */
  readonly data: string
  /** Of the administrator `postgres`. */
  readonly password: string
  /** The address of a role that has the administrator's password. */
  readonly urlFor: (role: string, database?: string) => string
  /** Starts it, and returns when it answers; as a primary or a standby, as its data say. */
  readonly start: () => Promise<void>
  /** Ends all of its processes at once with SIGKILL, as if the computer was lost. */
  readonly kill: () => Promise<void>
  /** SIGSTOP and SIGCONT to all of its processes: the server is silent, and its connections stay open. */
  readonly freeze: () => void
  readonly thaw: () => void
  readonly isRunning: () => boolean
  /** Runs one statement as the administrator, and returns its rows as lines of PostgreSQL's own words, columns separated by `|`. */
  readonly sql: (text: string, database?: string) => Promise<string>
  /** Makes a standby the primary, and returns when it can be written to. */
  readonly promote: () => Promise<void>
}

export interface ServerOptions {
  readonly place: PostgresPlace
  /** A folder that the server's account can reach; the server makes one of its own in it. */
  readonly folder: string
  readonly name: string
  readonly port: number
  /** Of the administrator `postgres`. */
  readonly password: string
}

/** How often it is asked whether a server has started, milliseconds; how often at most. */
const [pause, tries] = [100, 1200]

const children = new Set<ChildProcess>()
const killChildren = (): void => children.forEach((child) => void child.kill('SIGKILL'))

/** No server outlives the tests that started it. */
export function endWithThisProcess(child: ChildProcess): void {
  if (children.size === 0) process.on('exit', killChildren)
  children.add(child)
  child.once('exit', () => {
    children.delete(child)
    if (children.size === 0) process.off('exit', killChildren)
  })
}

/** Runs one of PostgreSQL's programs to its end, as the server's account. Throws with its last words if it fails. */
export function runProgram(
  { bin, account }: PostgresPlace,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { ...account, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC', ...env }, cwd: '/', maxBuffer: 2 ** 27 }
  return new Promise((resolve, reject) => {
    execFile(join(bin, program), [...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new Error(`${program}: ${stderr.trim().slice(-1000) || error.message}`))
    })
  })
}

/** Makes the data of a new server with the settings of this file and `settings`. It is not started yet. */
export async function initServer(options: ServerOptions, settings: readonly string[]): Promise<PostgresServer> {
  const { place, folder, name, port, password } = options
  const data = join(folder, name)
  const passwordFile = join(folder, `${name}.password`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (place.account !== undefined) chownSync(passwordFile, place.account.uid, place.account.gid)
  await runProgram(place, 'initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '--no-locale',
    '-E',
    'UTF8',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    // The data of a test need not survive a loss of power while they are made; the server itself writes with fsync.
    '--no-sync',
  ])
  appendFileSync(join(data, 'postgresql.conf'), `\n${[...plainSettings, `port = ${port}`, ...settings].join('\n')}\n`)
  return createServer(options)
}

/** Never leaves this computer, and writes every commit to the disk. */
const plainSettings = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'fsync = on',
  'full_page_writes = on',
  'max_connections = 100',
  'shared_buffers = 64MB',
  'wal_keep_size = 512MB',
  'max_wal_size = 512MB',
  'log_min_messages = warning',
]

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}

function freezeOne(pid: number): number {
  signal(pid, 'SIGSTOP')
  return pid
}

/** A server whose data are there, or will be copied from another one by `copyFrom`. */
export function createServer({ place, folder, name, port, password }: ServerOptions): PostgresServer {
  const data = join(folder, name)
  let postmaster: ChildProcess | undefined
  const pids = (): readonly number[] => {
    const { pid } = postmaster ?? {}
    return pid === undefined ? [] : [pid, ...childrenOf(pid)]
  }
  const sql = async (text: string, database = 'postgres'): Promise<string> => {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password, database })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const asItIs = { getTypeParser: () => (value: unknown) => value }
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array', types: asItIs })
      return rows.map((row) => row.join('|')).join('\n')
    } finally {
      client.end().catch(() => undefined)
    }
  }
  /** The log is the file of its errors; the last lines say why it did not start. */
  const log = join(folder, `${name}.log`)

  const waitUntil = async (query: string, what: string): Promise<void> => {
    for (let tried = 0; tried < tries; tried += 1) {
      if (postmaster === undefined || postmaster.exitCode !== null || postmaster.signalCode !== null) break
      if ((await sql(query).catch(() => '')) === 't') return
      await delay(pause)
    }
    throw new Error(`${name} ${what}: ${existsSync(log) ? readFileSync(log, 'utf8').slice(-1500) : ''}`)
  }
  const isRunning = (): boolean =>
    postmaster !== undefined && postmaster.exitCode === null && postmaster.signalCode === null

  return {
    port,
    data,
    password,
    urlFor: (role, database = 'setdesk') => `postgres://${role}:${password}@127.0.0.1:${port}/${database}`,
    isRunning,
    sql,
    async start() {
      if (isRunning()) return
      const child = spawn(join(place.bin, 'postgres'), ['-D', data], {
        ...place.account,
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      })
      child.stderr.on('data', (text: Buffer) => appendFileSync(log, text))
      postmaster = child
      endWithThisProcess(child)
      await waitUntil('select true', 'did not start')
    },
    async kill() {
      const ended = postmaster !== undefined && isRunning() ? once(postmaster, 'exit') : undefined
      // Frozen first, so that none of them answers or writes after another one has died.
      const all = [...new Set([...pids().map(freezeOne), ...pids()])]
      for (const pid of all) signal(pid, 'SIGKILL')
      await ended
      while (all.some(isAlive)) await delay(5)
    },
    freeze: () => pids().forEach((pid) => signal(pid, 'SIGSTOP')),
    thaw: () => pids().forEach((pid) => signal(pid, 'SIGCONT')),
    async promote() {
      await runProgram(place, 'pg_ctl', ['promote', '-D', data, '-W'])
      await waitUntil('select not pg_is_in_recovery()', 'was not promoted')
    },
  }
}

/** The processes that the postmaster has started. Where there is no `/proc`, they end by themselves soon after it. */
function childrenOf(parent: number): readonly number[] {
  if (!existsSync('/proc/self/stat')) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before it may contain anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Makes a new data folder for `server` as a standby of the server on `primaryPort`. Its own data must be gone. */
export async function copyAsStandby(options: ServerOptions, primaryPort: number, settings: readonly string[]) {
  const { place, folder, name, port, password } = options
  const data = join(folder, name)
  const from = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres']
  const secret = { PGPASSWORD: password }
  await runProgram(
    place,
    'pg_basebackup',
    ['-D', data, ...from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
    secret,
  )
  appendFileSync(join(data, 'postgresql.conf'), `\n${[`port = ${port}`, ...settings].join('\n')}\n`)
}

/** A folder in which the server's account may make its own. */
export function makeServerFolder({ account }: PostgresPlace, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
}
