import { DatabaseSync } from 'node:sqlite'
import {
  createAuditLines,
  hashOfLine,
  beginningOfChain,
  type AuditEntry,
} from '../../../../../src/main/fleet/audit/audit-lines.ts'
import { createAuditSending } from '../../../../../src/main/fleet/side-work.ts'
import { makeFleetSecrets, openSealed, sealedAbout } from '../../../../../src/main/fleet/fleet-keys.ts'
import type { HubClient } from '../../../../../src/main/fleet/hub-client.ts'
import { migrate } from '../../../../../src/main/storage/migrations.ts'
import { createSealing } from '../../../../../src/main/vault/sealing.ts'
import { connectionDefaults, type Connection } from '../../../../../src/shared/domain/connection/connection.ts'
import type { HubAnswer } from '../../../../../src/shared/fleet/hub-calls.ts'
import { readJson } from '../../../../../src/main/storage/files.ts'
import { z } from 'zod'
import { trulyRandom } from '../../../../fakes/random.ts'

export const sealing = createSealing(new Uint8Array(32).fill(3))
export const membership = { ...makeFleetSecrets(trulyRandom), station: 'van-12' }
export const neverOver = (): boolean => false

export const makeConnection = (id: string, kind: Connection['kind'] = 'platform'): Connection => ({
  ...connectionDefaults,
  id,
  kind,
  name: `Platform ${id}`,
  baseUrl: 'https://platform.example',
  crmService: 'CRM',
  cmsService: 'CMS',
})

export function openLedger(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  return database
}

let now = 0

/** A saved job, with what came of it. Its sealed part does not open, and an event without it is told, too. */
export function addJob(
  database: DatabaseSync,
  connection = 'north',
  verdicts: readonly string[] = ['accepted'],
): number {
  const { sequence } =
    database
      .prepare(`INSERT INTO job (id, draft_id, connection_id, kind, state, revision, created_at, updated_at, sealed)
        VALUES (hex(randomblob(13)), hex(randomblob(13)), ?, 'renewal', 'done', 1, ?, 0, x'') RETURNING sequence`)
      .get(connection, (now += 1)) ?? {}
  const step =
    database
      .prepare(`INSERT INTO step (job_sequence, position, kind, operation, state, sealed)
        VALUES (?, 0, 'renew', 'renewCustomerV2', 'done', x'') RETURNING id`)
      .get(Number(sequence)) ?? {}
  for (const verdict of verdicts) {
    addEntry(database, Number(step['id']), 'attempt', null)
    addEntry(database, Number(step['id']), 'verdict', verdict)
  }
  return Number(sequence)
}

function addEntry(database: DatabaseSync, step: number, type: string, result: string | null): void {
  database
    .prepare(`INSERT INTO entry (step_id, revision, type, at, lived, operation, result, fingerprint)
      VALUES (?, 1, ?, ?, 0, 'renewCustomerV2', ?, x'00')`)
    .run(step, type, (now += 1), result)
}

/** The hub's rules of a chain, in memory. `lose` restores an older backup of it. */
export function createChain() {
  let stored: AuditEntry[] = []
  const forks = new Set<string>()
  const asked: number[] = []
  return {
    stored: () => stored,
    asked,
    lose: (count: number) => void (stored = stored.slice(0, stored.length - count)),
    append(entries: readonly AuditEntry[]): HubAnswer<'audit.append'> {
      asked.push(entries.length)
      let had = 0
      let forkedAt: number | undefined
      for (const entry of entries) {
        if (hashOfLine(entry.previous, Buffer.from(entry.sealed, 'base64')) !== entry.hash) throw new Error('hash')
        const last = stored.at(-1)?.hash ?? beginningOfChain
        if (stored[entry.sequence - 1]?.hash === entry.hash) had += 1
        else if (entry.sequence === stored.length + 1 && entry.previous === last) stored.push(entry)
        else if (entry.sequence <= stored.length + 1 || forks.has(entry.previous)) {
          forks.add(entry.hash)
          forkedAt ??= entry.sequence
        } else return { next: stored.length + 1, had, gapAt: stored.length + 1, ...(forkedAt && { forkedAt }) }
      }
      return { next: stored.length + 1, had, ...(forkedAt && { forkedAt }) }
    },
    /** The events of the chain, as a supervisor reads them. */
    open: (): Promise<readonly (Readonly<Record<string, unknown>> | undefined)[]> =>
      Promise.all(
        stored.map(async ({ sequence, sealed }) =>
          readJson(
            await openSealed(
              membership.fleetPrivateKey ?? '',
              membership,
              sealedAbout.audit(membership.station, sequence),
              sealed,
            ),
            z.record(z.string(), z.unknown()),
          ),
        ),
      ),
  }
}
export type Chain = ReturnType<typeof createChain>

/** A process of the station on its file. `fate`: what happens to a request. */
export function startProcess(
  database: DatabaseSync,
  chain: Chain,
  {
    fate = () => 'answered',
    connections = [makeConnection('north'), makeConnection('south')],
  }: {
    readonly fate?: () => 'answered' | 'lost' | 'unsent'
    readonly connections?: readonly Connection[]
  } = {},
) {
  const problems: string[] = []
  const lines = createAuditLines({
    database,
    sealing,
    membership,
    connections: () => connections.filter(({ kind }) => kind !== 'training'),
  })
  const call = (async (_: string, { entries }: { readonly entries: readonly AuditEntry[] }) => {
    const outcome = fate()
    const value = outcome === 'unsent' ? undefined : chain.append(entries)
    return outcome === 'answered' ? { ok: true, value } : { ok: false, error: { is: 'unreached', failure: 'busy' } }
  }) as unknown as HubClient['call']
  const log = { info: () => undefined, problem: (_: string, facts = {}) => void problems.push(JSON.stringify(facts)) }
  let older = 0
  const audit = createAuditSending({
    lines,
    client: { call, mayAsk: () => true },
    log,
    changed: () => undefined,
    onOlder: () => void (older += 1),
  })
  return {
    lines,
    audit,
    problems,
    /** How often it was said that the hub has an older database. */
    older: () => older,
    async round(isOver: () => boolean = neverOver) {
      await lines.make(isOver)
      await audit.send(isOver)
    },
  }
}
