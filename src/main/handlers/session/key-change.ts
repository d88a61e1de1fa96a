import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { addNotice } from '../../maintenance/notes.ts'
import {
  deleteFormerKeyFiles,
  isSealedWith,
  listFormerKeyFiles,
  resealFile,
  type KeyChange,
  type SealedTable,
} from '../../maintenance/reseal.ts'
import { installationsOf } from '../../maintenance/restore.ts'
import { hasRoomToRewrite } from '../../storage/database.ts'
import { isDiskFull, ledgerFileName, readJson } from '../../storage/files.ts'
import type { Ports } from '../../ports.ts'
import { type Sealing, openColumn } from '../../vault/sealing.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Backups } from './backups.ts'
import type { SettingsRepository } from './settings-repository.ts'
import { tokenPlace } from '../../../shared/domain/connection/connection.ts'
import { storedListSchema } from '../../../shared/bridge/bulk-channels.ts'
import { payloadSchema, type Row, sealedAs, textOf } from '../../jobs/ledger/rows.ts'
import { forgetAnswers } from '../customers/cached-answers.ts'
import { listIdentity, listPartIdentity } from '../bulk/stored-lists.ts'
import { taskIdentity, taskPayloadSchema } from '../queue/tasks.ts'
import { claimSealedAs } from '../../fleet/claim-rows.ts'
import { totalSealedAs } from '../../fleet/status-report.ts'
import { fleetSealedAs } from '../../vault/fleet-membership.ts'
import { signInIdentity, techniciansIdentity } from '../../vault/technicians.ts'
import { proxyKey, tokenIdentity } from '../../vault/tokens.ts'
import { scanBatchIdentity } from '../hostnames/scan-batches.ts'
import { draftIdentity } from './session.ts'
import { customerKey, hostnameDraftEnd, keysOf } from '../../jobs/ledger/job-keys.ts'
import { stepsWithJobIds } from '../../jobs/ledger/maintenance-rows.ts'

interface KeyChangeDeps {
  readonly ports: Pick<Ports, 'dataFolder' | 'clock' | 'log'>
  readonly vault: Pick<Vault, 'former' | 'sealing' | 'forgetFormer'>
  readonly settings: SettingsRepository
  readonly backups: Pick<Backups, 'make'>
}

/** A change that found no room is tried again at the earliest after this time, in milliseconds. Each try interrupts sending. */
const triedEvery = 60_000

/**
 * The change of the ledger file to the vault's new key. First the file is sealed again, which needs room on the disk. Then everything that
 * the former key opens is deleted. Until both are done, the vault keeps the former key as well.
 */
export function createKeyChange({ ports, vault, settings, backups }: KeyChangeDeps) {
  /** Whether sealing has to go on when there is room. */
  let isWaiting = false
  let triedAt = Number.NEGATIVE_INFINITY
  let hasTriedToRetire = false

  return {
    isWaiting: () => isWaiting,
    /** The key that a ledger file is sealed with. This is the former key while the change to the new key has not succeeded yet. */
    sealingOf(file: DatabaseSync): Sealing | undefined {
      const [former, present] = [vault.former(), vault.sealing()]
      return present === undefined || former === undefined || isSealedWith(file, present) ? present : former
    },
    /**
     * If the vault has a new key, closes the ledger file and seals it with that key. If that fails, the former key stays in use until the
     * next try. The caller opens the file again.
     */
    async seal(
      file: DatabaseSync,
      close: () => Promise<void>,
    ): Promise<'nothing-to-do' | 'done' | 'no-room' | 'failed'> {
      const [from, to] = [vault.former(), vault.sealing()]
      isWaiting = false
      if (from === undefined || to === undefined || isSealedWith(file, to)) return 'nothing-to-do'
      await close()
      try {
        await resealLedger(ports.dataFolder, { from, to }, settings)
        hasTriedToRetire = false
        return 'done'
      } catch (error) {
        isWaiting = isDiskFull(error)
        const result = isWaiting ? 'no-room' : 'failed'
        ports.log.problem('key-change', { kind: result })
        return result
      } finally {
        triedAt = ports.clock.elapsed()
      }
    },
    /** Whether sealing that found no room can be tried again now. */
    isDue(): boolean {
      if (!isWaiting || ports.clock.elapsed() - triedAt < triedEvery) return false
      triedAt = ports.clock.elapsed()
      return hasRoomToRewrite(join(ports.dataFolder, ledgerFileName))
    },
    /** To be called when a full disk has room again. */
    roomIsBack(): void {
      hasTriedToRetire = false
      isWaiting = vault.former() !== undefined
    },
    /**
     * Deletes every file that the former key opens, but only after a backup with the new key was made. If the backup or the deletion fails,
     * the next start tries again.
     */
    async retireFormer(file: DatabaseSync): Promise<void> {
      const present = vault.sealing()
      if (present === undefined || vault.former() === undefined || hasTriedToRetire) return
      if (!isSealedWith(file, present)) return
      hasTriedToRetire = true
      const made = await backups.make(file)
      if (!made.ok) return
      const files = listFormerKeyFiles(ports.dataFolder, installationsOf(file), present.keyId)
      if (files.length > 0) addNotice(file, { kind: 'new-key', at: ports.clock.now(), jobs: 0, from: made.value })
      try {
        deleteFormerKeyFiles(ports.dataFolder, files)
        vault.forgetFormer()
      } catch {
        ports.log.problem('key-change', { kind: 'files-not-deleted' })
      }
    },
  }
}

/** The settings that the sealed tokens are bound to: where the connections lead, and which policy is in force. */
type SealedFor = Pick<SettingsRepository, 'connections' | 'policyName'>

/** Seals the closed ledger of a data folder again with the new key, and renews its keyed hashes. Cached answers are deleted. */
export const resealLedger = (dataFolder: string, change: KeyChange, settings: SealedFor): Promise<void> =>
  resealFile(
    join(dataFolder, ledgerFileName),
    change,
    (database) => describeSealedTables(database, change, settings),
    forgetAnswers,
  )

/** Describes all tables with a column `sealed`, except the table of the cached answers. */
export function describeSealedTables(
  database: DatabaseSync,
  { from, to }: KeyChange,
  { connections, policyName }: SealedFor,
): readonly SealedTable[] {
  const places = new Map(
    connections().flatMap((one) => [[one.id, tokenPlace(one)] as const, [proxyKey(one.id), one.proxy] as const]),
  )
  return [
    {
      table: 'job',
      key: ['sequence'],
      identityOf: (row) => sealedAs.job(textOf(row['id'])),
      columnsOf: (row, plain) => rehashJob(row, plain, { from, to }),
      // A purged job's values cannot be hashed again. With the old hashes and the former key, an attacker could test user IDs.
      whenPurged: { customer_key: null, box_key: null },
    },
    {
      table: 'step',
      key: ['id'],
      source: stepsWithJobIds,
      identityOf: (row) => sealedAs.step(textOf(row['job_id']), Number(row['position'])),
    },
    {
      table: 'entry',
      key: ['sequence'],
      identityOf: (row) => sealedAs.entry(Number(row['step_id']), Number(row['at']), textOf(row['type'])),
    },
    { table: 'draft', key: ['id'], identityOf: () => draftIdentity },
    {
      table: 'token',
      key: ['connection_id'],
      identityOf: (row) => {
        const id = textOf(row['connection_id'])
        const place = places.get(id)
        return place === undefined ? undefined : tokenIdentity(id, place, policyName())
      },
      // A token that does not open was typed for a place that is no longer set. It counts as missing, so deleting it changes nothing.
      deletesUnopened: true,
    },
    {
      table: 'task',
      key: ['draft_id'],
      identityOf: (row) => taskIdentity(textOf(row['draft_id'])),
      columnsOf: (row, plain) => {
        const task = readJson(plain, taskPayloadSchema)
        const id = textOf(row['connection_id'])
        return task === undefined ? {} : { customer_key: customerKey(to, { id }, task.userid) }
      },
    },
    { table: 'technicians', key: ['id'], identityOf: () => techniciansIdentity },
    { table: 'sign_in_event', key: ['id'], identityOf: (row) => signInIdentity(textOf(row['id'])) },
    { table: 'fleet', key: ['id'], identityOf: () => fleetSealedAs },
    {
      table: 'fleet_job',
      key: ['job_sequence'],
      identityOf: (row) => claimSealedAs(Number(row['job_sequence'])),
    },
    { table: 'fleet_total', key: ['id'], identityOf: (row) => totalSealedAs(Number(row['id'])) },
    { table: 'pile', key: ['place'], identityOf: (row) => scanBatchIdentity(textOf(row['place'])) },
    // The parts of a list are sealed again before the list itself, because the list's digest is still read with the former key.
    {
      table: 'list_part',
      key: ['connection_id', 'position'],
      identityOf: (row) => {
        const id = textOf(row['connection_id'])
        const sealed = database.prepare('SELECT sealed FROM list WHERE connection_id = ?').get(id)?.['sealed']
        const list = readJson(openColumn(from, listIdentity(id), sealed), storedListSchema)
        return list && listPartIdentity(id, list.digest, Number(row['position']))
      },
    },
    { table: 'list', key: ['connection_id'], identityOf: (row) => listIdentity(textOf(row['connection_id'])) },
  ]
}

/** Renews a job's keyed hashes. If the job cannot be read, they are removed, so that no hash of the former key stays. */
function rehashJob(row: Row, plain: string, { from, to }: KeyChange) {
  const intent = readJson(plain, payloadSchema)?.intent
  if (intent === undefined) return { customer_key: null, box_key: null }
  const connection = { id: textOf(row['connection_id']) }
  const keys = keysOf(to, connection, intent)
  const columns = { customer_key: keys.customerKey ?? null, box_key: keys.boxKey ?? null }
  if (intent.kind !== 'hostname') return columns
  const draftId = textOf(row['draft_id'])
  const end = hostnameDraftEnd(from, connection, intent)
  return draftId.endsWith(end)
    ? { ...columns, draft_id: draftId.slice(0, -end.length) + hostnameDraftEnd(to, connection, intent) }
    : columns
}
