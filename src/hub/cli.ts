import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import { isNotPrepared, type HubDatabase } from './database/hub-database.ts'
import { readSqlFiles } from './database/migrate.ts'
import { createPostgres } from './database/postgres.ts'
import { codeOf, findUnreadableFile } from './database/sql-connection.ts'
import { healthSchema, startHub } from './hub.ts'
import { succeed } from '../shared/result.ts'
import { createHubLog } from './log.ts'
import { asOwner, countStations, makeFirstCode, migrateAndSay, revokeStation } from './operator-commands.ts'
import { help, hubVariables, readCommandLine, type CommandLine } from './options.ts'

const args = process.argv.slice(2)
const read = readCommandLine(args, process.env[hubVariables.database])
const log = createHubLog((line) => process.stderr.write(line), Date.now)
const random = (count: number): Uint8Array => randomBytes(count)
/** The database does not answer yet. The hub starts, and waits for the database. */
const noAnswer = 'The database does not answer.'

if (args.includes('--help')) process.stdout.write(help)
else if (!read.ok) stop(`${read.error}\n\n${help}`, 2)
else await run(read.value)

async function run(line: CommandLine): Promise<void> {
  const unusable = findUnreadableFile(line.urls) ?? findUnusableCertificate(line.certificate)
  if (unusable !== undefined) return stop(unusable, 1)
  switch (line.command) {
    case 'serve':
      return serve(line, createPostgres({ ...line, log }))
    case 'try':
      return tryOut(line)
    case 'migrate': {
      const done = await asOwner(line.urls, migrateAndSay, warn)
      return done.ok ? say(line, done.value, { migrated: done.value }) : stop(done.error, 1)
    }
    case 'first-code': {
      const made = await asOwner(
        line.urls,
        async (connection) => {
          const code = await makeFirstCode(connection, random, line.hours)
          return code.ok ? succeed({ code: code.value, removes: await countStations(connection) }) : code
        },
        warn,
      )
      if (!made.ok) return stop(made.error, 1)
      const { code, removes } = made.value
      return say(line, describeCode(code, line.hours) + describeRemoval(removes), { code, hours: line.hours, removes })
    }
    case 'revoke': {
      const revoked = await asOwner(line.urls, (connection) => revokeStation(connection, line.station), warn)
      return revoked.ok
        ? say(line, 'The station was removed. Its work can be moved to another one.', { revoked: revoked.value })
        : stop(revoked.error, 1)
    }
  }
}

async function serve(line: CommandLine, database: HubDatabase, more: { readonly [name: string]: string } = {}) {
  const found = await findObstacle(line, database)
  if (found !== undefined && found !== noAnswer) {
    await database.close()
    return stop(found, 1)
  }
  const { certificate: files, stationRate, addressRate } = line
  const readCertificate = () => files && readPair(files)
  let hub: Awaited<ReturnType<typeof startHub>>
  try {
    hub = await startHub(
      {
        ...line,
        bounds: { databaseCallsOfAStation: Math.max(1, Math.floor(line.connections / 3)) },
        certificate: readCertificate(),
        metricsToken: process.env[hubVariables.metricsToken],
        rates: {
          station: { perSecond: stationRate, burst: stationRate * 10 },
          address: { perSecond: addressRate, burst: addressRate * 30 },
        },
      },
      { database, log, random, now: () => performance.now(), code: readSqlFiles().code },
    )
  } catch (error) {
    await database.close()
    return stop(explainListening(error, line), 1)
  }
  if (found === noAnswer) void stopAtObstacle(line, database, hub)
  process.on('SIGHUP', () => {
    try {
      const renewed = readCertificate()
      if (renewed !== undefined) hub.useCertificate(renewed)
      log.info('certificate-read')
    } catch (error) {
      // The file may be only half written. The former certificate stays in use until the next signal.
      log.warn('certificate-unusable', { code: codeOf(error) ?? 'unknown' })
    }
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      log.info('stopping')
      void hub.close().then(() => process.exit(0))
    })
  say(line, `The hub is running at ${hub.url}. Ctrl+C stops it.\n${more['words'] ?? ''}`.trim(), {
    url: hub.url,
    ...more,
  })
}

type CertificateFiles = NonNullable<CommandLine['certificate']>

function readPair({ cert, key }: CertificateFiles) {
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

/** Why the certificate cannot be used. Asked before a database is opened, because that takes some seconds for a trial. */
function findUnusableCertificate(files: CertificateFiles | undefined): string | undefined {
  if (files === undefined) return undefined
  try {
    createSecureContext(readPair(files))
    return undefined
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (code.startsWith('ERR_OSSL') || code.startsWith('ERR_TLS'))
      return `The files of --tls-cert and --tls-key are not a certificate and its key, or do not belong together: ${code}`
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(code))
      return `A file of --tls-cert or --tls-key cannot be read: ${code}. They are ${files.cert} and ${files.key}.`
    throw error
  }
}

/** Why the hub cannot listen. Rethrows errors that have another cause. */
function explainListening(error: unknown, { port, address }: CommandLine): string {
  const code = codeOf(error) ?? ''
  if (['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL'].includes(code) && isAboutListening(error))
    return `The hub cannot listen on port ${port} of ${address}: ${code}. Choose another --port or --address, or end the program that uses it.`
  throw error
}

function isAboutListening(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}

/** Why this hub must not serve this database. Undefined if the hub may serve it. */
async function findObstacle(line: CommandLine, database: HubDatabase): Promise<string | undefined> {
  const health = await database.call('health')
  if (!health.ok) return isNotPrepared(health.error) ? health.error.message : noAnswer
  const { code, isOwner } = healthSchema.parse(health.value)
  if (code !== readSqlFiles().code)
    return 'The functions in the database are of another version. Run npm run hub -- --migrate first.'
  if (isOwner && line.command === 'serve') return 'This login may write to the tables directly. Log in as setdesk_hub.'
  return undefined
}

/** Waits until the database answers for the first time, and stops the hub if it must not serve the database. */
async function stopAtObstacle(
  line: CommandLine,
  database: HubDatabase,
  hub: { readonly close: () => Promise<void> },
): Promise<void> {
  let found: string | undefined = noAnswer
  while (found === noAnswer) {
    await delay(500)
    found = await findObstacle(line, database)
  }
  if (found === undefined) return
  await hub.close()
  stop(found, 1)
}

async function tryOut(line: CommandLine): Promise<void> {
  const pglite = await import('./database/pglite.ts').catch((error: unknown) => {
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  })
  if (pglite === undefined)
    return stop('A trial needs PGlite, which is not installed. Run npm ci, without --omit=dev.', 1)
  const trial = await pglite.openTrial((connection) => makeFirstCode(connection, random, line.hours), log)
  const words = `This is a trial on PGlite, PostgreSQL inside this process: nothing is kept when it ends.\n${describeCode(trial.firstCode, line.hours)}`
  return serve(line, trial.database, { trial: 'PGlite, in memory', code: trial.firstCode, words })
}

function describeCode(code: string, hours: number): string {
  return `The code of the first supervisor, good for ${hours} hours and once:\n\n  ${code}\n\nEnter it in Setdesk on the supervisor's computer.`
}

function describeRemoval(stations: number): string {
  if (stations === 0) return ''
  return `\n\nThe fleet still has ${stations === 1 ? '1 computer' : `${stations} computers`}, and no supervisor. The use of the code removes ${stations === 1 ? 'it' : 'all of them'}, because the new supervisor makes new keys. On each of them leave the fleet, and join again with a code of the new supervisor.`
}

function say(line: CommandLine, text: string, fields: { readonly [name: string]: string | number }): void {
  process.stdout.write(line.isJson ? `${JSON.stringify(fields)}\n` : `${text}\n`)
}

function warn(text: string): void {
  process.stderr.write(`${text}\n`)
}

function stop(text: string, exitCode: number): void {
  warn(text)
  process.exitCode = exitCode
}
