import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { BoardRow, BroughtTechnician, FleetView } from '../../../shared/domain/fleet.ts'
import type { BoardStation } from '../../../shared/fleet/hub-calls.ts'
import { waitingTechnicians } from '../../../shared/domain/technician-names.ts'
import { identifierKey } from '../../../shared/domain/device-identifier.ts'
import { defined } from '../../../shared/defined.ts'
import { succeed, type Result } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { searchKeys } from '../../fleet/claim-keys.ts'
import { inviteStation, type JoinProblem } from '../../fleet/fleet.ts'
import type { Member } from '../../fleet/member.ts'
import { findCustomer, readBoard, readTotals, listWorkOf, rescueWork } from '../../fleet/supervise.ts'
import { readFact } from '../../storage/database.ts'
import { copiedFleetFact } from '../../vault/fleet-membership.ts'
import { isAuthority } from '../connections/file-offers.ts'
import { problem, type Refusal } from '../session/problem.ts'
import { done, type ChannelsOf, type Session } from '../session/session.ts'
import type { AppParts } from '../session/sessions.ts'
import { documentFileSchema } from '../../../shared/domain/fleet-document.ts'
import { readChain, writeFleetTrail } from '../../fleet/audit/fleet-trail.ts'
import { openDocument } from '../../fleet/fetch-documents.ts'
import { readJson, stampOf } from '../../storage/files.ts'
import { writeExport } from '../session/write-export.ts'
import { isRefusedWith, type HubFailure } from '../../fleet/hub-client.ts'

/** A key that does not belong to any box or customer. */
const noKey = '0'.repeat(64)
const mostShown = 500
/** A difference between the hub's clock and this computer's clock is shown only if it is larger than this, in milliseconds. */
const clockSlack = 120_000

interface FleetParts extends Pick<AppParts, 'ports' | 'sessions' | 'settings'> {
  readonly isSupervisor: () => boolean
  readonly technicians: () => readonly BroughtTechnician[]
}

export function createFleetHandlers({
  ports,
  sessions,
  settings,
  isSupervisor,
  technicians,
}: FleetParts): Pick<Handlers, ChannelsOf<'fleet'>> {
  const notSupervisor = problem('supervisor-only', 'Only the supervisor decides about the fleet')
  const withMember = <T>(act: (member: Member, session: Session) => Promise<Reply<T>>): Promise<Reply<T>> =>
    sessions.use((session) => {
      const member = session.fleet.member()
      if (member === undefined) return problem('no-fleet', 'This computer is not in a fleet')
      return act(member, session)
    })
  /** Runs `act` if a supervisor uses this computer and the computer is a supervisor's station in the fleet. Otherwise returns an error. */
  const asSupervisor: typeof withMember = (act) =>
    withMember(async (member, session) =>
      isSupervisor() && member.membership.role === 'supervisor' ? act(member, session) : notSupervisor,
    )

  return {
    'fleet.join': async ({ code, hub, name, authority = '', proxy = '', proxyLogIn }) => {
      if (!isSupervisor()) return notSupervisor
      if (authority !== '' && !isAuthority(authority))
        return problem('bad-request', 'This is not a certificate', { fields: { authority: 'certificate' } })
      return sessions.use(async ({ fleet }) => {
        if (fleet.member() !== undefined) return problem('already-in-fleet', 'This computer is in a fleet already')
        const place = { hub, authority, proxy, ...defined({ proxyLogIn }) }
        const documentsKey = settings.policyMark()?.fingerprint || undefined
        const joined = await fleet.join({ code, place, name, documentsKey })
        return joined.ok ? done : refuseJoin(joined.error)
      })
    },
    'fleet.leave': async ({ force = false }) => {
      if (!isSupervisor()) return notSupervisor
      return sessions.use(async ({ fleet }) => {
        const left = await fleet.leave(force)
        if (left.ok) return done
        // A hub of an earlier version does not know the call.
        const isUnknown = isRefusedWith(left.error, 'not-found')
        return isUnknown ? problem('hub-refused', 'The hub does not know this call') : refuseHub(left.error)
      })
    },
    'fleet.try-now': () =>
      withMember(async (member) => {
        member.tryNow()
        // Always makes a call, so that the user who pressed the button learns whether the hub answers.
        const asked = await member.client.call('claims.find', { keys: [noKey] })
        return asked.ok ? done : refuseHub(asked.error)
      }),
    'fleet.invite': ({ role, group, hours }) =>
      asSupervisor(async ({ client, membership }) => {
        // If the operator's key was accepted here only after this computer joined the fleet, the membership does not contain the key.
        const documentsKey = settings.policyMark()?.fingerprint || membership.documentsKey
        const known = { ...membership, ...defined({ documentsKey }) }
        const own = technicians()
        const brought = waitingTechnicians(membership.technicians, own)
        const wish = { role, group, hours, technicians: [...own, ...brought] }
        const made = await inviteStation(client, ports.random, known, wish)
        if (!made.ok) return refuseHub(made.error)
        return succeed({ code: made.value.code, technicians: [...made.value.technicians] })
      }),
    'fleet.revoke': ({ station }) =>
      asSupervisor(async ({ client }) => {
        const revoked = await client.call('stations.revoke', { station })
        return revoked.ok ? done : refuseHub(revoked.error)
      }),
    'fleet.board': ({ stations }) =>
      asSupervisor(async ({ client }) => {
        const board = await readBoard(client, stations)
        return board.ok ? succeed({ stations: board.value.map(withoutKey) }) : refuseHub(board.error)
      }),
    'fleet.totals': ({ from, to }) =>
      asSupervisor(async ({ client }) => {
        const totals = await readTotals(client, from, to)
        return totals.ok ? succeed({ totals: totals.value }) : refuseHub(totals.error)
      }),
    'fleet.work': ({ station }) =>
      asSupervisor(async ({ client, membership }) =>
        orRefuse(await listWorkOf(client, membership, station, mostShown)),
      ),
    'fleet.rescue': ({ from, to, jobs }) =>
      asSupervisor(async ({ client, membership }) => {
        if (from === to) return problem('bad-request', 'This is the same station', { fields: { to: 'same-computer' } })
        const board = await readBoard(client, [to])
        if (!board.ok) return refuseHub(board.error)
        const station = board.value.find(({ id }) => id === to)
        if (station === undefined || station.state === 'revoked')
          return problem('not-found', 'There is no such station that could take over work')
        const rescued = await rescueWork(client, membership, { from, to: station, jobs })
        if (!rescued.ok) return refuseHub(rescued.error)
        const { heldBackUntil, ...counts } = rescued.value
        return succeed({
          ...counts,
          ...(heldBackUntil !== undefined && { heldBackUntil: client.toLocal(heldBackUntil) }),
        })
      }),
    'fleet.find-customer': ({ name, from }) =>
      asSupervisor(async ({ client, membership }) => orRefuse(await findCustomer(client, membership, { name, from }))),
    'fleet.find': ({ box, userid, mappingid }) =>
      withMember(async ({ client, membership }) => {
        const connection = settings.active()
        if (connection === undefined) return problem('no-connection', 'There is no connection to search for')
        const wanted = defined({ box: box && identifierKey(box), userid, mappingid })
        const keys = searchKeys(wanted, connection, membership.claimKey)
        if (keys.length === 0) return succeed({ holders: [] })
        const found = await client.call('claims.find', { keys })
        if (!found.ok) return refuseHub(found.error)
        return succeed({
          holders: found.value.found.map(({ station, since, until, state }) => ({
            station,
            since,
            state,
            ...defined({ until }),
          })),
        })
      }),
    'fleet.put-document': ({ text }) =>
      asSupervisor(async ({ client, membership }) => {
        const file = readJson(text, documentFileSchema)
        const opened = file && openDocument(file)
        if (file === undefined || opened === undefined || opened === 'unusable')
          return problem('file-unusable', 'Setdesk does not know this kind of document', { detail: 'unusable' })
        if (opened === 'forged')
          return problem('file-unusable', 'The signature is not that of the key over this text', { detail: 'forged' })
        const keys = [settings.policyMark()?.fingerprint, membership.documentsKey].filter(Boolean)
        // If no key is accepted here, the document is sent anyway. Each station checks it against its own accepted keys.
        if (keys.length > 0 && !keys.includes(opened.fingerprint))
          return problem('file-unusable', 'Another key signed it than the one accepted here', { detail: 'other-key' })
        const { kind, name, serial, group } = opened.text
        const { key, signature } = file
        const document = { kind, name, serial, ...defined({ group }) }
        const put = await client.call('documents.put', { ...document, text: file.text, key, signature })
        if (put.ok) return succeed(document)
        if (isRefusedWith(put.error, 'conflict'))
          return problem('file-unusable', 'The fleet has a document of this name with the same or a higher serial', {
            detail: 'older',
          })
        return refuseHub(put.error)
      }),
    'fleet.export-audit': ({ station }) =>
      asSupervisor(async ({ client, membership }, session) => {
        const board = await readBoard(client, [station])
        if (!board.ok) return refuseHub(board.error)
        const about = board.value.find(({ id }) => id === station)
        if (about === undefined) return problem('not-found', 'There is no such station')
        const chain = await readChain(client, membership, { station, told: about.audit.entries })
        if (!chain.ok) return refuseHub(chain.error)
        const { sealing, clock, installation } = session
        const { entries, isBroken, hasGap, hasForks } = chain.value
        const isForked = isBroken || hasForks || about.audit.trouble === 'forked'
        const trouble: BoardRow['audit']['trouble'] = isForked
          ? 'forked'
          : hasGap || about.audit.trouble === 'gap'
            ? 'gap'
            : undefined
        const madeAt = new Date(clock.now()).toISOString()
        const head = { station, name: about.name, installation: installation.id, madeAt, ...defined({ trouble }) }
        const text = writeFleetTrail(sealing, head, chain.value)
        const name = `fleet-audit-${station.slice(0, 8)}-${stampOf(clock.now()).slice(0, 15)}.jsonl`
        const folder = writeExport(session, { name, text, isFirst: true })
        return succeed(defined({ name, text, entries, folder, trouble }))
      }),
  }
}

/** Removes the station's key, because no screen needs it. */
function withoutKey(station: BoardStation): BoardRow {
  const { sealKey: _, ...row } = station
  return row
}

function refuseJoin(error: JoinProblem): Refusal {
  switch (error.is) {
    case 'code-unusable':
      return problem('bad-request', 'This is not a one-time code', { fields: { code: 'fleet-code' } })
    case 'envelope':
      return problem('hub-refused', 'What came with the code cannot be opened by it', { detail: 'envelope' })
    case 'unreached':
    case 'refused':
      return refuseHub(error)
  }
}

export function viewFleet({ database, fleet }: Pick<Session, 'database' | 'fleet'>): FleetView | undefined {
  const member = fleet.member()
  if (member === undefined) {
    if (fleet.isUnreadable()) return { state: 'unreadable' }
    return readFact(database, copiedFleetFact) === undefined ? undefined : { state: 'copied' }
  }
  const { hub, name, station, role, group, technicians } = member.membership
  const { state, failure, lastContact, clockAheadMs = 0 } = member.client.link()
  const { unchecked, conflicts } = member.countJobs()
  return {
    state: state === 'revoked' ? 'revoked' : 'joined',
    hub,
    name,
    station,
    role,
    unchecked,
    conflicts,
    leftWaiting: member.leftWaiting(),
    uncared: member.countUncared(),
    ...member.viewSide(),
    ...(state !== 'revoked' && { link: state }),
    ...defined({ group, technicians, lastContact, failure: state === 'unreached' ? failure : undefined }),
    ...(Math.abs(clockAheadMs) > clockSlack && { clockAheadMs }),
  }
}

const orRefuse = <T>(result: Result<T, HubFailure>): Reply<T> => (result.ok ? result : refuseHub(result.error))

function refuseHub(error: HubFailure): Refusal {
  if (error.is === 'unreached' && error.failure === 'too-many')
    return problem('hub-busy', 'The hub has too many calls at the moment')
  if (error.is === 'unreached')
    return problem('hub-not-reached', 'The hub of the fleet was not reached', { detail: error.failure })
  const { code } = error
  if (code === 'code-unknown')
    return problem(code, 'The hub does not know this one-time code, or it was used or has lapsed')
  if (code === 'not-found') return problem(code, 'There is no such station')
  if (code === 'conflict') return problem('changed-meanwhile', 'It changed meanwhile')
  return problem('hub-refused', 'The hub refused this', { detail: code })
}
