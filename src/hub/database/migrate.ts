import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, succeed, type Result } from '../../shared/result.ts'
import type { SqlConnection } from './sql-connection.ts'

const folder = join(import.meta.dirname, '..', 'sql')

interface SqlFile {
  readonly name: string
  readonly text: string
  readonly hash: string
}

const readFolder = (path: string): readonly SqlFile[] =>
  readdirSync(path)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(path, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, text, hash: hash(text) }
    })

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * The SQL that ships with this hub. Each numbered migration is applied once. Whenever one function has changed, all functions are applied
 * again. `code`: the hash of all functions.
 */
export function readSqlFiles() {
  const functions = readFolder(join(folder, 'functions'))
  return { migrations: readFolder(folder), functions, code: hash(functions.map((file) => file.hash).join('\n')) }
}

/** The number of the advisory lock. It is arbitrary, but all hubs use the same number. */
const lock = 7_362_846_190

const bookkeeping = `
  create schema if not exists setdesk;
  create table if not exists setdesk.migration (
    number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now());
  create table if not exists setdesk.functions_applied (
    one boolean primary key default true check (one), code text not null, applied_at timestamptz not null default now());
`

/**
 * Brings the database to the version of this hub's SQL files, as the role `setdesk_owner`. If several migrations run at once, one migration
 * works and the other migrations wait. Returns how many files were applied. The error says in words what is wrong.
 */
export async function migrate(connection: SqlConnection): Promise<Result<number, string>> {
  const obstacle = await findObstacle(connection)
  if (obstacle !== undefined) return fail(obstacle)
  await connection.query('select pg_advisory_lock($1)', [lock])
  try {
    await connection.script(bookkeeping)
    return await applyAll(connection)
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [lock])
  }
}

/**
 * Says why the three roles are not usable. If they are usable, returns undefined and switches the connection to `setdesk_owner`. No role
 * may be a superuser, because PostgreSQL does not apply row security to a superuser.
 */
async function findObstacle(connection: SqlConnection): Promise<string | undefined> {
  const roles = await connection.query<{ name: string; isFree: boolean; isMember: boolean }>(
    `select rolname as name, rolsuper or rolbypassrls as "isFree", pg_has_role(oid, 'member') as "isMember"
     from pg_roles where rolname in ('setdesk_owner', 'setdesk_hub', 'setdesk_reader')`,
  )
  const owner = roles.find(({ name }) => name === 'setdesk_owner')
  if (roles.length < 3 || owner === undefined)
    return 'The roles setdesk_owner, setdesk_hub and setdesk_reader must be there first. docs/fleet.md has the commands.'
  if (roles.some(({ isFree }) => isFree)) return 'None of the three roles may be a superuser or have BYPASSRLS.'
  if (!owner.isMember) return 'Log in as setdesk_owner, or as a member of it.'
  await connection.script('set role setdesk_owner')
  return undefined
}

async function applyAll(connection: SqlConnection): Promise<Result<number, string>> {
  const { migrations, functions, code } = readSqlFiles()
  const applied = await connection.query<{ number: number; hash: string }>('select number, hash from setdesk.migration')
  const newest = Math.max(0, ...applied.map(({ number }) => number))
  if (newest > migrations.length) return fail(`The database was made by a newer hub (its migration ${newest}).`)
  let count = 0
  for (const [index, { name, text, hash }] of migrations.entries()) {
    const number = index + 1
    const before = applied.find((row) => row.number === number)
    if (before !== undefined && before.hash !== hash) return fail(`${name} was changed after it had been applied.`)
    if (before === undefined) {
      await apply(connection, text, 'insert into setdesk.migration (number, name, hash) values ($1, $2, $3)', [
        number,
        name,
        hash,
      ])
      count += 1
    }
  }
  const [present] = await connection.query<{ code: string }>('select code from setdesk.functions_applied')
  if (present?.code !== code) {
    const note =
      'insert into setdesk.functions_applied (code) values ($1) on conflict (one) do update set code = excluded.code, applied_at = now()'
    await apply(connection, functions.map(({ text }) => text).join('\n'), note, [code])
    count += functions.length
  }
  return succeed(count)
}

async function apply(connection: SqlConnection, text: string, note: string, values: readonly unknown[]): Promise<void> {
  await connection.script('begin')
  try {
    await connection.script(text)
    await connection.query(note, values)
    await connection.script('commit')
  } catch (error) {
    await connection.script('rollback')
    throw error
  }
}
