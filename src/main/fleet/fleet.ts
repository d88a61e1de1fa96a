import type { DatabaseSync } from 'node:sqlite'
import {
  deriveLookup,
  formatOneTimeCode,
  normaliseOneTimeCode,
  oneTimeCodeBytes,
} from '../../shared/fleet/one-time-code.ts'
import type { BroughtTechnician } from '../../shared/domain/fleet.ts'
import type { StationRole, HubAnswer } from '../../shared/fleet/hub-calls.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'
import type { Random } from '../ports.ts'
import {
  beginTotals,
  type FleetIdentity,
  type FleetSecrets,
  forgetFleet,
  noteTotals,
  type HubPlace,
  type Membership,
  readFleetRow,
  writeFleetRow,
} from '../vault/fleet-membership.ts'
import type { Sealing } from '../vault/sealing.ts'
import {
  makeFleetSecrets,
  makeIdentity,
  openEnvelope,
  publicSealKey,
  publicSigningKey,
  sealEnvelope,
  signLines,
} from './fleet-keys.ts'
import {
  askHub,
  isRefusedWith,
  type HubClient,
  type HubFailure,
  createHubClient,
  type HubClientDeps,
} from './hub-client.ts'
import type { ClaimGuard } from '../jobs/runner.ts'
import type { FleetCheckOf } from '../jobs/ledger/views.ts'
import { inTransaction } from '../storage/database.ts'
import { beginAudit } from './audit/audit-lines.ts'
import { tryToNote } from './fleet-worker.ts'
import { createMember, type Member, type MemberDeps } from './member.ts'
import { createClaimedJobs, prepareStanding } from '../jobs/ledger/fleet-rows.ts'
import { createElsewhere } from '../jobs/ledger/ledger.ts'

/** The longest time for enrolling a station, milliseconds. */
const patienceMs = 20_000
/** The most bytes of JSON for technicians' names. The hub takes an envelope of at most 8 KiB, and the keys need the rest. */
const roomForNames = 6500

type JoinDeps = Pick<MemberDeps, 'database' | 'sealing' | 'transport' | 'random'>

interface JoinWish {
  readonly code: string
  readonly place: HubPlace
  readonly name: string
  /** The fingerprint of the operator's key that this computer has accepted. A fleet that begins with this computer uses this key. */
  readonly documentsKey: string | undefined
}

/** `code-unusable`: the typed text is not a one-time code. `envelope`: the code does not open the envelope that the hub sent. */
export type JoinProblem = HubFailure | { readonly is: 'code-unusable' | 'envelope' }

/**
 * Enrols this computer with a one-time code. The computer's keys are stored before the code is used up, so that the computer can ask again
 * if the answer is lost. The hub answers a code with an envelope that contains the fleet's secrets. Only the code of the first supervisor
 * has no envelope, because the first supervisor's computer makes the secrets.
 */
export async function joinFleet(
  { database, sealing, transport, random }: JoinDeps,
  { code: typed, place, name, documentsKey }: JoinWish,
): Promise<Result<Membership, JoinProblem>> {
  const code = normaliseOneTimeCode(typed)
  if (code === undefined) return fail({ is: 'code-unusable' })
  const lookup = await deriveLookup(code)
  const identity = keepIdentity(database, sealing, random, lookup)
  const [identityKey, sealKey] = [publicSigningKey(identity.signingKey), publicSealKey(identity.openingKey)]
  const proof = signLines(identity.signingKey, lookup, identityKey, sealKey)
  const request = { lookup, name, identityKey, sealKey, proof }
  const reply = await askHub(transport, place, { name: 'enrol', request, timeoutMs: patienceMs })
  if (!reply.ok) return reply
  const { station, role, group, envelope } = reply.value.answer
  const secrets = await secretsOf(code, role, envelope, () => ({
    ...makeFleetSecrets(random),
    ...(documentsKey !== undefined && { documentsKey }),
  }))
  if (secrets === undefined) return fail({ is: 'envelope' })
  return succeed({ ...place, ...identity, ...secrets, station, role, name, ...(group !== undefined && { group }) })
}

function keepIdentity(database: DatabaseSync, sealing: Sealing, random: Random, lookup: string): FleetIdentity {
  const stored = readFleetRow(database, sealing)
  if (typeof stored === 'object' && stored.state === 'joining' && stored.lookup === lookup) return stored
  const identity = makeIdentity(random)
  writeFleetRow(database, sealing, { state: 'joining', lookup, ...identity })
  return identity
}

/** The secrets in the envelope. Undefined if the envelope does not open, or if a supervisor's envelope lacks the fleet's private key. */
async function secretsOf(
  code: string,
  role: StationRole,
  envelope: string | undefined,
  make: () => FleetSecrets,
): Promise<FleetSecrets | undefined> {
  if (envelope === undefined) return role === 'supervisor' ? make() : undefined
  const secrets = await openEnvelope(code, envelope)
  return role === 'supervisor' && secrets?.fleetPrivateKey === undefined ? undefined : secrets
}

interface Invitation {
  readonly role: StationRole
  readonly group: string | undefined
  readonly hours: number
  /** The technicians whose names and roles are sent in the envelope, as far as there is room. */
  readonly technicians: readonly BroughtTechnician[]
}

/** Picks the technicians that fit into an envelope, supervisors first. Only their names and roles are sent. */
function chooseNames(technicians: readonly BroughtTechnician[]): BroughtTechnician[] {
  const names: BroughtTechnician[] = []
  let size = 0
  for (const { name, isSupervisor } of technicians.toSorted(
    (a, b) => Number(b.isSupervisor) - Number(a.isSupervisor),
  )) {
    size += Buffer.byteLength(JSON.stringify({ name, isSupervisor })) + 1
    if (size <= roomForNames) names.push({ name, isSupervisor })
  }
  return names
}

interface MadeInvitation {
  readonly code: string
  readonly technicians: readonly BroughtTechnician[]
}

/** Makes a one-time code for another station and registers it at the hub. The code is shown once and never stored. */
export async function inviteStation(
  client: Pick<HubClient, 'call'>,
  random: Random,
  { claimKey, fleetKey, fleetPrivateKey, documentsKey }: Membership,
  { role, group, hours, technicians }: Invitation,
): Promise<Result<MadeInvitation, HubFailure>> {
  const written = formatOneTimeCode(random.bytes(oneTimeCodeBytes))
  const code = normaliseOneTimeCode(written) ?? written
  const names = chooseNames(technicians)
  const secrets: FleetSecrets = {
    claimKey,
    fleetKey,
    ...(names.length > 0 && { technicians: names }),
    ...(documentsKey !== undefined && { documentsKey }),
    ...(role === 'supervisor' && fleetPrivateKey !== undefined && { fleetPrivateKey }),
  }
  const envelope = await sealEnvelope(code, secrets, random)
  const request = { lookup: await deriveLookup(code), role, envelope, hours, ...(group !== undefined && { group }) }
  const made = await client.call('stations.invite', request)
  return made.ok ? succeed({ code: written, technicians: names }) : made
}

/** The fleet membership of an open session. This object exists even if the computer is not in a fleet. */
export function createFleet(deps: Omit<MemberDeps, 'ledger' | 'wake' | 'onLink'> & { readonly onChange: () => void }) {
  const { database, sealing, onChange } = deps
  let member: Member | undefined
  let isStopped = false
  let wasReached = false
  let serving: Pick<MemberDeps, 'ledger' | 'wake'> | undefined

  const begin = (membership: Member['membership']): void => {
    if (serving === undefined) return
    member = createMember(
      {
        ...deps,
        ...serving,
        onLink(link) {
          if (link.state === 'revoked') tryToNote(deps.log, noteRevoked)
          onChange()
        },
      },
      membership,
    )
  }
  /** Begins the stored membership, if this computer is in a fleet. */
  const resume = (): void => {
    const row = readFleetRow(database, sealing)
    if (typeof row !== 'object' || row.state !== 'joined') return
    noteTotals(database, row)
    begin(row)
  }
  const noteRevoked = (): void => {
    const row = readFleetRow(database, sealing)
    if (typeof row !== 'object' || row.state !== 'joined' || row.isRevoked === true) return
    writeFleetRow(database, sealing, { ...row, isRevoked: true })
  }
  const check: FleetCheckOf = (job) => member?.check(job)
  return {
    /**
     * The runner's guard. Undefined while this computer is not in a fleet. The guard stays after this station was expelled, because the
     * station's work may have been moved to another station.
     */
    guard: (): ClaimGuard | undefined => member?.guard,
    check,
    member: () => member,
    /** Whether the ledger has a fleet membership that does not open. Then this computer must join the fleet again. */
    isUnreadable: (): boolean => readFleetRow(database, sealing) === 'unreadable',
    /** Called once, when the queue exists. Prepares the membership but starts nothing. */
    serve(queue: Pick<MemberDeps, 'ledger' | 'wake'>): void {
      serving = queue
      resume()
    },
    start: (): void => member?.start(),
    async join(wish: JoinWish): Promise<Result<void, JoinProblem>> {
      const joined = await joinFleet(deps, wish)
      if (!joined.ok || isStopped) return joined.ok ? succeed(undefined) : joined
      const doubtful = inTransaction(database, () => {
        // What the hub said to an earlier station is left over if that membership no longer opened.
        const ids = readDoubtfulFirst(deps)
        forgetFleet(database)
        writeFleetRow(database, sealing, { state: 'joined', ...joined.value })
        beginAudit(database, sealing, joined.value.station)
        beginTotals(database, joined.value)
        return ids
      })
      await member?.stop()
      begin(joined.value)
      member?.start()
      for (const id of doubtful) deps.jobChanged(id)
      onChange()
      return succeed(undefined)
    },
    /**
     * Tells the hub that this computer leaves, and then forgets the fleet. If the hub cannot be told, this computer stays in the fleet unless
     * `isForced` is true. A computer that leaves untold, or that was removed, reads the jobs that the hub knew on the platform first.
     */
    async leave(isForced: boolean): Promise<Result<void, HubFailure>> {
      const former = member
      // From now on the hub is not asked before a call, and a job may be moved until the hub has removed this station.
      former?.doubtAll()
      await former?.stop()
      const told = former && (await tellHubOfLeaving(deps, former))
      if (isStopped) return succeed(undefined)
      // Another call has left meanwhile, or could not tell the hub either and stays.
      if (member !== former) return member !== undefined && told?.ok === false ? told : succeed(undefined)
      // A station is also removed if the answer to an earlier `stations.leave` was lost.
      if (told?.ok === false && !isForced && !isRefusedWith(told.error, 'revoked')) {
        resume()
        member?.start()
        onChange()
        return told
      }
      const elsewhere = told?.ok === true ? told.value.elsewhere : undefined
      const doubtful = inTransaction(database, () => {
        for (const { job, to } of elsewhere ?? []) former?.giveUp(job, to.name)
        const ids = elsewhere === undefined ? readDoubtfulFirst(deps) : []
        forgetFleet(database)
        return ids
      })
      member = undefined
      for (const id of doubtful) deps.jobChanged(id)
      serving?.ledger.releaseWaiting('claim-lapsed')
      serving?.wake()
      onChange()
      return succeed(undefined)
    },
    noteJob: (id: string): void => member?.noteJob(id),
    /** Called when a link to a platform changed. A reached platform shows that the network is back, so the hub is asked at once. */
    noteLinks(states: readonly string[]): void {
      const isReached = states.includes('reached')
      if (isReached && !wasReached) member?.tryNow()
      wasReached = isReached
    },
    compareAgain: (): void => member?.compareAgain(),
    async stop(): Promise<void> {
      isStopped = true
      await member?.stop()
    },
  }
}

/**
 * Tells the hub that this computer leaves, and which jobs stay on this computer. The member is stopped before, so that no copy of a job
 * reaches the hub later. Its own client has stopped with it, so this call has a client of its own.
 */
async function tellHubOfLeaving(
  { transport, clock, random }: Pick<HubClientDeps, 'transport' | 'clock' | 'random'>,
  { membership, listEndings }: Pick<Member, 'membership' | 'listEndings'>,
): Promise<Result<HubAnswer<'stations.leave'>, HubFailure>> {
  const client = createHubClient({ transport, clock, random, membership, onLink: () => undefined })
  return client.call('stations.leave', { jobs: await listEndings() })
}

/**
 * Makes jobs wait that a supervisor may have moved, or may still move, to another computer. They are read on the platform before they are
 * sent. If the platform cannot show whether a job was sent, a technician decides. Returns the ids of the jobs. Runs within the caller's
 * transaction, before the hub's answers are forgotten.
 */
function readDoubtfulFirst({
  database,
  sealing,
  clock,
}: Pick<MemberDeps, 'database' | 'sealing' | 'clock'>): readonly string[] {
  const doubtful = createClaimedJobs(database).doubtful()
  createElsewhere(database, sealing, clock).readBackFirst(undefined, doubtful)
  const standingOf = prepareStanding(database)
  return doubtful.flatMap((sequence) => standingOf(sequence)?.id ?? [])
}
