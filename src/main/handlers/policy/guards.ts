import type { Channel, Checked } from '../../../shared/bridge/contract.ts'
import {
  connectionDefaults,
  type Connection,
  isPlainHttp,
  tokenPlace,
} from '../../../shared/domain/connection/connection.ts'
import { defined } from '../../../shared/defined.ts'
import type { Policy, PolicyField } from '../../../shared/domain/policy.ts'
import { type Handlers, wrapEach } from '../../app.ts'
import type { Log } from '../../ports.ts'
import { isDiskFull } from '../../storage/files.ts'
import { problem, type Refusal } from '../session/problem.ts'
import type { SettingsRepository } from '../session/settings-repository.ts'
import type { Who } from '../who/who.ts'
import { findForbidden } from '../../jobs/steps/console-steps.ts'

interface Circumstance {
  readonly policy: Policy
  readonly settings: Pick<SettingsRepository, 'connection'>
  readonly who: Pick<Who, 'isSetUp' | 'find' | 'maySupervise'>
}

/** Returns the policy field that forbids a call. Undefined if the call is allowed. */
type Rule<C extends Channel> = (request: Checked<C>, circumstance: Circumstance) => PolicyField | undefined

/** Channels that no policy field restricts. Work that was saved through them is checked against the policy again before it is sent. */
export const freeChannels = [
  'app.snapshot',
  'app.forget-link',
  'app.opened-file',
  'app.forget-file',
  'app.restart',
  'update.report-page',
  'vault.protect',
  'vault.unlock',
  'vault.change-passphrase',
  'who.sign-in',
  'who.sign-out',
  'who.active',
  'who.remove',
  'connection.start-training',
  'connection.cut-training',
  'connection.replace-token',
  'connection.select',
  'connection.remove',
  'connection.set-proxy-log-in',
  'connection.read-authority',
  'connection.fetch-products',
  'connection.write-file',
  // These two channels check each connection in the file with `findForbiddenPlace`.
  'connection.read-file',
  'connection.take-file',
  'draft.read',
  'draft.save',
  'draft.discard',
  'box.look-up',
  'customer.look-up',
  'customers.find',
  'customers.by-reseller',
  'customers.by-ids',
  'customers.direct',
  'customers.read',
  'customers.bindings',
  'customers.jobs',
  'customers.cancel',
  'task.list',
  'task.tick',
  'hostname.cached',
  'hostname.read',
  'hostname.in-work',
  'hostname.add',
  'activity.list',
  'activity.statistics',
  'bulk.find',
  // A row can only create a customer or bind a box, and no policy field restricts that.
  'bulk.save',
  'bulk.progress',
  'bulk.results',
  'scan-batch.read',
  'scan-batch.save',
  'list.read',
  'list.read-part',
  'list.begin',
  'list.save-part',
  'list.save',
  'list.forget',
  'list.saved-lines',
  'job.list',
  'job.read',
  'job.subscription-status',
  'job.check-again',
  'job.it-is-there',
  'job.send-again',
  'job.drop',
  'job.go-on-anyway',
  'job.send-without-asking',
  'fleet.leave',
  'fleet.try-now',
  'fleet.invite',
  'fleet.revoke',
  'fleet.board',
  'fleet.totals',
  'fleet.work',
  'fleet.rescue',
  'fleet.find',
  'fleet.find-customer',
  // The stations that receive the document check it against their own policy.
  'fleet.put-document',
  'queue.pause',
  'queue.resume',
  'queue.accept-answer',
  'queue.check-all-again',
  'maintenance.list-backups',
  'maintenance.back-up',
  'maintenance.restore',
  'maintenance.start-afresh',
  'maintenance.release',
  'maintenance.clear-notices',
  'maintenance.read-work',
  'maintenance.import-work',
  'maintenance.check-records',
  'maintenance.fingerprint',
  'maintenance.forget-sender',
  'maintenance.retention',
  'maintenance.count-unfinished',
  'maintenance.erase-everything',
  // The texts of these two channels contain no names and no work.
  'maintenance.diagnostics',
  'maintenance.save-text',
  'console.catalogue',
  'console.cancel',
  'field-mapping.preview',
  'field-mapping.save',
  'page.save-pdf',
  'clipboard.write',
] as const satisfies readonly Channel[]

type RuledChannel = Exclude<Channel, (typeof freeChannels)[number]>

const mayExport: Rule<Channel> = (_, { policy }) => (policy.export ? undefined : 'export')
const mayUseConsole: Rule<Channel> = (_, { policy }) => (policy.console ? undefined : 'console')
const mayUpdate: Rule<Channel> = (_, { policy }) => (policy.updates === 'none' ? 'updates' : undefined)
const hasDigits = ({ pin }: { readonly pin: string }, { policy }: Circumstance): PolicyField | undefined =>
  pin.length >= policy.pinDigits ? undefined : 'pinDigits'
const isAllowedWork: Rule<'job.save' | 'job.correct'> = ({ intent }, { policy }) => findForbidden(intent, policy)
const isWithin = (limit: number | null, chosen = limit ?? 0): boolean =>
  limit === null || (chosen > 0 && chosen <= limit)

/** The rules of all other channels. A new channel does not compile until either this object or `freeChannels` lists it. */
const rules: { readonly [C in RuledChannel]: Rule<C> } = {
  'preferences.save': ({ lockAfterMinutes, retentionDays }, { policy }) => {
    if (!isWithin(policy.lockMinutes, lockAfterMinutes)) return 'lockMinutes'
    return isWithin(policy.retentionDays, retentionDays) ? undefined : 'retentionDays'
  },
  'who.add': (request, circumstance) => {
    const { isSetUp, maySupervise } = circumstance.who
    // The first technician becomes the supervisor, so the policy must allow this name as a supervisor.
    return isSetUp() || maySupervise(request.name) ? hasDigits(request, circumstance) : 'supervisors'
  },
  'who.rename': ({ id, name }, { who }) =>
    who.find(id)?.isSupervisor === true && !who.maySupervise(name) ? 'supervisors' : undefined,
  'who.set-pin': hasDigits,
  'connection.test': ({ id, form }, { policy, settings }) => {
    const known = id === undefined ? undefined : settings.connection(id)
    return findForbiddenPlace(known, { ...newPlace, ...known, ...defined(form) }, policy)
  },
  'connection.add': ({ form }, { policy }) => findForbiddenPlace(undefined, { ...newPlace, ...defined(form) }, policy),
  'connection.save': (connection, { policy, settings }) =>
    findForbiddenPlace(settings.connection(connection.id), connection, policy),
  'job.save': isAllowedWork,
  'job.correct': isAllowedWork,
  'activity.export': mayExport,
  'activity.export-trail': mayExport,
  'fleet.export-audit': mayExport,
  'bulk.write-file': mayExport,
  'maintenance.export-work': mayExport,
  'handout.share': (_, { policy }) => (policy.shareHandouts ? undefined : 'shareHandouts'),
  // The fleet's hub gets all unfinished work of this computer, so the operator must have named the hub. A proxy with its own authority
  // could pose as the hub, so both are checked as for a connection.
  'fleet.join': ({ hub, proxy = '', authority = '' }, { policy }) =>
    policy.addresses === null && !policy.export
      ? 'export'
      : findForbiddenPlace(undefined, { ...newPlace, baseUrl: hub, proxy, authority }, policy),
  'update.check': mayUpdate,
  'update.install': mayUpdate,
  'console.preview': mayUseConsole,
  'console.ask': mayUseConsole,
}

const newPlace = { ...connectionDefaults, kind: 'platform' } as const

type Place = Pick<Connection, 'kind' | 'baseUrl' | 'proxy' | 'authority' | 'allowsPlainHttp'>

/**
 * The policy field that forbids the address or the proxy of a new or changed connection. Undefined if both are allowed. Training is always
 * allowed, because its requests never leave this computer.
 */
export function findForbiddenPlace(before: Place | undefined, after: Place, policy: Policy): PolicyField | undefined {
  if ((before ?? after).kind === 'training') return undefined
  if (after.allowsPlainHttp && isPlainHttp(after) && !policy.plainHttp) return 'plainHttp'
  if (policy.addresses === null) return undefined
  const named = new Set(policy.addresses.map((address) => new URL(address).origin))
  const place = tokenPlace(after)
  const keepsPlace = before !== undefined && tokenPlace(before) === place
  // The proxy is checked too, because a proxy learns which server is called, and gets the credentials that are typed for the proxy.
  const keepsProxy = after.proxy === '' || after.proxy === before?.proxy
  return (keepsPlace || named.has(place)) && (keepsProxy || named.has(after.proxy)) ? undefined : 'addresses'
}

export const notPermitted = (field: PolicyField): Refusal =>
  problem('not-permitted', `The operator's policy does not allow this: ${field}`, { detail: field })

/** Wraps the handlers, so that they refuse what the operator's policy forbids, whatever the page asks. */
export function guardByPolicy(handlers: Handlers, circumstance: () => Circumstance): Handlers {
  // The cast is safe, because each channel keeps its own rule.
  const ruled = new Map(Object.entries(rules as unknown as Readonly<Record<string, Rule<Channel>>>))
  return wrapEach(handlers, (channel, handle) => {
    const rule = ruled.get(channel)
    if (rule === undefined) return handle
    return async (request) => {
      const field = rule(request as Checked<Channel>, circumstance())
      return field === undefined ? handle(request) : notPermitted(field)
    }
  })
}

/** Wraps the handlers, so that a full disk is an expected failure also where no session is used, and where a file is written. */
export const guardByRoom = (handlers: Handlers, log: Log): Handlers =>
  wrapEach(handlers, (channel, handle) => async (request) => {
    try {
      return await handle(request)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      log.problem('no-room', { channel })
      return problem('storage-full', 'There is no room on the disk; not everything was saved')
    }
  })
