import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FiledChange, FileRefused } from '../../../shared/bridge/connection-channels.ts'
import { connectionDefaults, type Connection, tokenPlace } from '../../../shared/domain/connection/connection.ts'
import {
  compareSettings,
  connectionFileEnding,
  type FiledConnection,
  layOver,
  readConnectionFile,
  writeConnectionFile,
} from '../../../shared/domain/connection/connection-file.ts'
import { defined } from '../../../shared/defined.ts'
import { succeed } from '../../../shared/result.ts'
import { readAuthority } from '../../../platform/read/read-authority.ts'
import type { Handlers } from '../../app.ts'
import { findLost } from '../../maintenance/kept-places.ts'
import { isDiskFull } from '../../storage/files.ts'
import { findForbiddenPlace } from '../policy/guards.ts'
import type { PolicyKeeper } from '../policy/policy-in-force.ts'
import type { Who } from '../who/who.ts'
import {
  isProxyLogInStored,
  isSamePlatform,
  isTokenStored,
  prepareForSecret,
  updateConnection,
} from './store-connection.ts'
import { isProxyKey } from '../../vault/tokens.ts'
import type { AppParts, Sessions } from '../session/sessions.ts'
import { problem } from '../session/problem.ts'
import { done, makeUlid } from '../session/session.ts'
import { trainingId } from './training.ts'

interface Planned {
  /** Undefined if the connection is new on this computer. */
  readonly before: Connection | undefined
  readonly after: Connection
  readonly unknown: readonly string[]
}
type AcceptablePolicy = Extract<ReturnType<PolicyKeeper['read']>, { ok: true }>
type Plan =
  | {
      readonly ok: true
      readonly planned: readonly Planned[]
      readonly stamp: string
      readonly policy: AcceptablePolicy | undefined
    }
  | FileRefused

/** The folder that the connection file is written to. The app writes the file itself, because an Electron window cannot download files. */
const folderName = 'settings-file'
const fileName = `operator${connectionFileEnding}`

export interface ConnectionFileParts extends Pick<AppParts, 'ports' | 'settings' | 'sessions' | 'vault'> {
  readonly policy: PolicyKeeper
  readonly who: Pick<Who, 'isSetUp' | 'current' | 'note'>
}

interface PlanParts extends Pick<ConnectionFileParts, 'ports' | 'settings' | 'policy'> {
  readonly sessions: Pick<Sessions, 'database'>
}

/** Returns a function that finds out what a file would change on this computer, or why it is refused. The function changes nothing. */
function createPlanning({ ports, settings, policy, sessions }: PlanParts): (text: string) => Plan {
  /** Finds a connection by id, or else by address, because a technician may have added the same platform by hand. */
  const findKnown = (filed: FiledConnection, taken: ReadonlySet<string>): Connection | undefined => {
    const open = settings.connections().filter(({ id, kind }) => kind === 'platform' && !taken.has(id))
    return open.find(({ id }) => id === filed.id) ?? open.find((connection) => isSamePlatform(connection, filed.given))
  }
  return (text) => {
    const reading = readConnectionFile(text)
    if (!reading.ok) return reading
    const brought = reading.policy && policy.read(reading.policy)
    if (brought?.ok === false) return brought
    // If the file brings a new policy, the first or a newer one, that policy decides which addresses the file may contain.
    const rules = brought === undefined || brought.is === 'same' ? policy.rules() : brought.policy.rules
    const planned: Planned[] = []
    const database = sessions.database()
    for (const filed of reading.connections) {
      const before = findKnown(filed, new Set(planned.map(({ after }) => after.id)))
      const isFree = settings.connection(filed.id) === undefined && filed.id !== trainingId && !isProxyKey(filed.id)
      const base = before ?? {
        ...connectionDefaults,
        kind: 'platform' as const,
        id: isFree ? filed.id : makeUlid(ports.clock, ports.random),
      }
      const laid = layOver(base, filed)
      if (!laid.ok || !isAuthority(laid.connection.authority))
        return { ok: false, problem: 'unusable-value', ...nameOf(filed), field: laid.ok ? 'authority' : laid.field }
      const { connection } = laid
      const present = [...settings.connections(), ...planned.map((one) => one.after)]
      const id = before?.id ?? (database && findLost(database, present, connection)) ?? connection.id
      const after = askAgain(before, { ...connection, id })
      if (findForbiddenPlace(before, after, rules) !== undefined)
        return { ok: false, problem: 'not-permitted', ...nameOf(filed), field: 'baseUrl' }
      planned.push({ before, after, unknown: filed.unknown })
    }
    const what = planned.map(({ before, after }) => (before === undefined ? [{ ...after, id: '' }] : [before, after]))
    const stamp = createHash('sha256')
      .update(JSON.stringify([what, reading.policy]))
      .digest('base64url')
    return { ok: true, planned, stamp, policy: brought }
  }
}

/** A file that Setdesk takes without asking a user: the reason why it is refused, or the function that takes it. */
export type OfferedFile = FileRefused | { readonly ok: true; readonly hasPolicy: boolean; readonly take: () => void }

/**
 * Takes connection files that the fleet brings. The rules are the same as for a user's file: a file contains no token, and a token must be
 * typed again if the connection leads to another place (`tokenPlace`).
 */
export function createFileOffers(
  parts: PlanParts & Pick<ConnectionFileParts, 'sessions'>,
): (text: string) => OfferedFile {
  const plan = createPlanning(parts)
  return (text) => {
    const made = plan(text)
    if (!made.ok) return made
    return {
      ok: true,
      hasPolicy: made.policy !== undefined,
      take() {
        const changed = made.planned.filter((one) => describe(one, parts.sessions).is !== 'same')
        for (const { after } of changed) updateConnection(parts, after)
      },
    }
  }
}

/** Writes and takes the connection file: the settings of all connections, for all laptops of an operator. It never contains a token. */
export function createConnectionFile({
  ports,
  settings,
  sessions,
  vault,
  policy,
  who,
}: ConnectionFileParts): Pick<Handlers, 'connection.write-file' | 'connection.read-file' | 'connection.take-file'> {
  const plan = createPlanning({ ports, settings, policy, sessions })
  /** Called before the file's connections are stored. Refuses if the policy's key is new here and no technician has accepted it. */
  const acceptPolicy = async (brought: AcceptablePolicy | undefined, fingerprint: string | undefined) => {
    if (brought === undefined || brought.is === 'same') return undefined
    if (brought.is === 'first' && fingerprint !== brought.policy.fingerprint)
      return problem('bad-request', "Nobody has accepted the operator's key", { fields: { fingerprint: 'policy-key' } })
    if (brought.is === 'first' && who.isSetUp() && who.current()?.isSupervisor !== true)
      return problem('supervisor-only', "Only the supervisor accepts an operator's key")
    const { rules } = brought.policy
    // A weak key store is accepted if the present or the new policy allows it. Otherwise such a computer could not take a stricter policy.
    const weakKeyStores = rules.weakKeyStores || policy.rules().weakKeyStores
    const inTheWay = await prepareForSecret({ ports, vault, sessions, settings }, 'platform', {
      ...rules,
      weakKeyStores,
    })
    if (inTheWay !== undefined) return inTheWay
    const stored = await sessions.use((session) => {
      // The saved work may have opened only now, and with it the policy that is in force.
      if (!policy.read(brought.policy.signed).ok)
        return problem('changed-meanwhile', 'Another policy is in force on this computer')
      policy.accept(session, brought.policy)
      session.queue.ledger.releaseWaiting('operator-policy')
      return done
    })
    return stored.ok ? undefined : stored
  }

  return {
    async 'connection.write-file'() {
      const folder = join(ports.dataFolder, folderName)
      const text = writeConnectionFile(settings.connections(), policy.signed())
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
        ...defined({ policy: made.policy && describePolicy(made.policy) }),
      })
    },
    async 'connection.take-file'({ text, stamp, fingerprint }) {
      const made = plan(text)
      if (!made.ok) return problem('file-unusable', `The file cannot be taken: ${made.problem}`)
      if (made.stamp !== stamp) return problem('changed-meanwhile', 'The connections are not as they were shown')
      const refusal = await acceptPolicy(made.policy, fingerprint)
      if (refusal !== undefined) return refusal
      const changed = made.planned.filter((one) => describe(one, sessions).is !== 'same')
      for (const { after } of changed) updateConnection({ settings, sessions }, after)
      await sessions.refresh()
      const added = changed.filter(({ before }) => before === undefined).length
      return succeed({ added, changed: changed.length - added })
    },
  }
}

/** Clears the permission to send without encryption if the connection now leads elsewhere. A user must then give it again. */
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

const describePolicy = ({ is, policy: { fingerprint, serial, rules } }: AcceptablePolicy) => ({
  is,
  fingerprint,
  serial,
  rules,
})

/** Returns only those settings of a new connection that differ from the defaults. */
function withoutUsual(connection: Connection): Partial<Connection> {
  const usual = new Map(Object.entries(connectionDefaults).map(([name, value]) => [name, JSON.stringify(value)]))
  return Object.fromEntries(
    Object.entries(connection).filter(([name, value]) => usual.get(name) !== JSON.stringify(value)),
  )
}

/** Replaces the certificates by their subjects. A part of the fingerprint distinguishes equal subjects. */
function readable(settings: Partial<Connection>): object {
  const certificates = readAuthority(Buffer.from(settings.authority ?? ''))?.certificates ?? []
  const names = certificates.map(({ subject, fingerprint }) => `${subject} (${fingerprint.slice(0, 23)}…)`)
  return { ...settings, authority: names.join('\n') }
}

export const isAuthority = (pem: string): boolean => pem === '' || readAuthority(Buffer.from(pem)) !== undefined

function nameOf({ given }: FiledConnection): { readonly connection?: string } {
  const { name } = given
  return typeof name === 'string' ? { connection: name.slice(0, 100) } : {}
}
