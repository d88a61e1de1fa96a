import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FiledChange, FileRefused } from '../../../shared/bridge/connection-channels.ts'
import { connectionDefaults, type Connection } from '../../../shared/domain/connection/connection.ts'
import {
  layOver,
  readConnectionFile,
  writeConnectionFile,
  type FiledConnection,
} from '../../../shared/domain/connection/connection-file.ts'
import { compareSettings } from '../../../shared/domain/connection/setting-changes.ts'
import { succeed } from '../../../shared/result.ts'
import { tokenPlace } from '../../../shared/domain/connection/token-place.ts'
import { readAuthority } from '../../../platform/read/read-authority.ts'
import type { Handlers } from '../../app.ts'
import { isDiskFull } from '../../storage/database.ts'
import { makeUlid } from '../session/installation.ts'
import { isSamePlatform, updateConnection } from './update-connection.ts'
import { isProxyLogInStored, isTokenStored } from '../session/secrets.ts'
import type { AppParts, Sessions } from '../session/sessions.ts'
import { problem } from '../session/problem.ts'
import { trainingId } from './training.ts'

interface Planned {
  /** Undefined: the connection is new here. */
  readonly before: Connection | undefined
  readonly after: Connection
  readonly unknown: readonly string[]
}
type Plan = { readonly ok: true; readonly planned: readonly Planned[]; readonly stamp: string } | FileRefused

/** The folder for the file: an Electron window downloads nothing. */
const folderName = 'settings-file'
const fileName = 'setdesk-connections.json'

/** One file with the settings of all connections, for all laptops of an operator. It never holds a token. */
export function createConnectionFile({
  ports,
  settings,
  sessions,
}: Pick<AppParts, 'ports' | 'settings' | 'sessions'>): Pick<
  Handlers,
  'connection.write-file' | 'connection.read-file' | 'connection.take-file'
> {
  /** Finds a connection by id, else by address: a laptop may have added the same platform by hand. */
  const findKnown = (filed: FiledConnection, taken: ReadonlySet<string>): Connection | undefined => {
    const open = settings.connections().filter(({ id, kind }) => kind === 'platform' && !taken.has(id))
    return open.find(({ id }) => id === filed.id) ?? open.find((connection) => isSamePlatform(connection, filed.given))
  }
  const plan = (text: string): Plan => {
    const reading = readConnectionFile(text)
    if (!reading.ok) return reading
    const planned: Planned[] = []
    for (const filed of reading.connections) {
      const before = findKnown(filed, new Set(planned.map(({ after }) => after.id)))
      const id = settings.connection(filed.id) === undefined && filed.id !== trainingId ? filed.id : undefined
      const base = before ?? {
        ...connectionDefaults,
        kind: 'platform' as const,
        id: id ?? makeUlid(ports.clock, ports.random),
      }
      const laid = layOver(base, filed)
      if (!laid.ok || !isAuthority(laid.connection.authority))
        return { ok: false, problem: 'unusable-value', ...nameOf(filed), field: laid.ok ? 'authority' : laid.field }
      planned.push({ before, after: askAgain(before, laid.connection), unknown: filed.unknown })
    }
    const what = planned.map(({ before, after }) => (before === undefined ? [{ ...after, id: '' }] : [before, after]))
    const stamp = createHash('sha256').update(JSON.stringify(what)).digest('base64url')
    return { ok: true, planned, stamp }
  }

  return {
    async 'connection.write-file'() {
      const folder = join(ports.dataFolder, folderName)
      const text = writeConnectionFile(settings.connections())
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeFileSync(join(folder, fileName), text, { mode: 0o600 })
      } catch (error) {
        return isDiskFull(error)
          ? problem('storage-full', 'There is no room on the disk for the file')
          : problem('file-not-written', 'The file could not be written')
      }
      return succeed({ name: fileName, folder, text })
    },
    async 'connection.read-file'({ text }) {
      const made = plan(text)
      if (!made.ok) return succeed(made)
      return succeed({
        ok: true as const,
        stamp: made.stamp,
        connections: made.planned.map((one) => describe(one, sessions)),
      })
    },
    async 'connection.take-file'({ text, stamp }) {
      const made = plan(text)
      if (!made.ok) return problem('file-unusable', `The file cannot be taken: ${made.problem}`)
      if (made.stamp !== stamp) return problem('changed-meanwhile', 'The connections are not as they were shown')
      const changed = made.planned.filter((one) => describe(one, sessions).is !== 'same')
      for (const { after } of changed) updateConnection({ settings, sessions }, after)
      await sessions.refresh()
      const added = changed.filter(({ before }) => before === undefined).length
      return succeed({ added, changed: changed.length - added })
    },
  }
}

/** At another place, sending unencrypted has to be allowed again. */
const askAgain = (before: Connection | undefined, after: Connection): Connection =>
  before !== undefined && tokenPlace(before) === tokenPlace(after) ? after : { ...after, allowsPlainHttp: false }

function describe({ before, after, unknown }: Planned, sessions: Sessions): FiledChange {
  const changes = compareSettings(readable(before ?? {}), readable(before === undefined ? withoutUsual(after) : after))
  return {
    id: after.id,
    name: before?.name ?? after.name,
    is: before === undefined ? 'new' : changes.length > 0 ? 'changed' : 'same',
    changes: [...changes],
    leavesToken: before !== undefined && tokenPlace(before) !== tokenPlace(after) && isTokenStored(sessions, before),
    leavesProxyLogIn: before !== undefined && before.proxy !== after.proxy && isProxyLogInStored(sessions, before),
    unknown: [...unknown],
  }
}

/** A new connection is shown only with the settings that differ from the defaults. */
function withoutUsual(connection: Connection): Partial<Connection> {
  const usual = new Map(Object.entries(connectionDefaults).map(([name, value]) => [name, JSON.stringify(value)]))
  return Object.fromEntries(
    Object.entries(connection).filter(([name, value]) => usual.get(name) !== JSON.stringify(value)),
  )
}

/** Shows certificates by subject, with a fingerprint to tell two with the same subject apart. */
function readable(settings: Partial<Connection>): object {
  const certificates = readAuthority(Buffer.from(settings.authority ?? ''))?.certificates ?? []
  const names = certificates.map(({ subject, fingerprint }) => `${subject} (${fingerprint.slice(0, 23)}…)`)
  return { ...settings, authority: names.join('\n') }
}

const isAuthority = (pem: string): boolean => pem === '' || readAuthority(Buffer.from(pem)) !== undefined

function nameOf({ given }: FiledConnection): { readonly connection?: string } {
  const { name } = given
  return typeof name === 'string' ? { connection: name.slice(0, 100) } : {}
}
