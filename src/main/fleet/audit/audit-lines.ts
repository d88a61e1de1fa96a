import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ToldEvent } from '../../../shared/domain/activity/activity-cells.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { HubRequest } from '../../../shared/fleet/hub-calls.ts'
import { readActivityNotes } from '../../maintenance/activity-notes.ts'
import { inTransaction } from '../../storage/database.ts'
import {
  forgetAudit,
  lastOf,
  readAuditNotes,
  readAuditPlace,
  writeAuditNotes,
  writeAuditPlace,
  type AuditPlace,
} from '../../vault/audit-place.ts'
import type { Membership } from '../../vault/fleet-membership.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { sealedAbout, sealFor } from '../seal-for.ts'
import { createLedgerReader } from './read-events.ts'

export type AuditEntry = HubRequest<'audit.append'>['entries'][number]

/** Rows of the ledger that are read at a time, and lines that are sealed in one turn of the event loop. */
const [batchSize, sealedInATurn] = [50, 4]
/** The longest line that the hub takes, bytes. */
const longestLine = 16 * 1024
/** So many lines stay here after the hub has acknowledged them, in case it loses its latest. At 200 a day, that is seven weeks. */
const keptLines = 10_000

/** What precedes the first line. */
export const beginningOfChain = '0'.repeat(64)

export const hashOfLine = (previous: string, sealed: Uint8Array): string =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(sealed).digest('hex')

/** From now on, each event of this computer's ledger gets a line. Within the caller's transaction. */
export function beginAudit(database: DatabaseSync, sealing: Sealing, station: string): void {
  if (readAuditPlace(database)?.station === station) return
  forgetAudit(database)
  writeAuditPlace(database, {
    station,
    job: lastOf(database, 'job'),
    entry: lastOf(database, 'entry'),
    acknowledged: 0,
  })
  writeAuditNotes(
    database,
    readActivityNotes(database, sealing).map(({ key }) => key),
  )
}

interface LinesDeps {
  readonly database: DatabaseSync
  readonly sealing: Sealing
  readonly membership: Pick<Membership, 'station' | 'fleetKey' | 'claimKey'>
  /** The connections that the fleet cares for. */
  readonly connections: () => readonly Connection[]
}

export type AuditLines = ReturnType<typeof createAuditLines>

/**
 * The lines of this station's audit chain. A line is stored together with how far the ledger has been read, and never made a second
 * time: what the hub may have got is always sent again as it was.
 */
export function createAuditLines({ database, sealing, membership, connections }: LinesDeps) {
  const { station, fleetKey } = membership
  inTransaction(database, () => beginAudit(database, sealing, station))
  const reader = createLedgerReader({ database, sealing, connections })
  const lastLine = database.prepare('SELECT sequence, hash FROM fleet_audit ORDER BY sequence DESC LIMIT 1')
  const insert = database.prepare('INSERT INTO fleet_audit (sequence, previous, hash, line) VALUES (?, ?, ?, ?)')
  const select = database.prepare(
    'SELECT sequence, previous, hash, line FROM fleet_audit WHERE sequence >= ? ORDER BY sequence LIMIT ?',
  )
  const remove = database.prepare('DELETE FROM fleet_audit WHERE sequence <= ?')

  const place = (): AuditPlace => {
    const stored = readAuditPlace(database)
    if (stored === undefined) throw new Error('The place in the audit chain is missing')
    return stored
  }
  const end = (): { readonly sequence: number; readonly hash: string } => {
    const row = lastLine.get()
    return row === undefined
      ? { sequence: 0, hash: beginningOfChain }
      : { sequence: Number(row['sequence']), hash: String(row['hash']) }
  }
  const seal = async (sequence: number, event: ToldEvent): Promise<Uint8Array> => {
    const about = sealedAbout.audit(station, sequence)
    const line = Buffer.from(await sealFor(fleetKey, membership, about, JSON.stringify(event)), 'base64')
    if (line.length <= longestLine) return line
    const { words: _, ...rest } = event
    return Buffer.from(await sealFor(fleetKey, membership, about, JSON.stringify({ ...rest, words: '…' })), 'base64')
  }
  const chain = async (events: readonly ToldEvent[], isOver: () => boolean) => {
    let { sequence, hash } = end()
    const lines: { sequence: number; previous: string; hash: string; line: Uint8Array }[] = []
    for (const event of events) {
      sequence += 1
      const line = await seal(sequence, event)
      const previous = hash
      hash = hashOfLine(previous, line)
      lines.push({ sequence, previous, hash, line })
      if (lines.length % sealedInATurn === 0) await nextTurn()
      if (isOver()) return undefined
    }
    return lines
  }
  /** Makes the lines of some events. False if nothing is left to do. */
  const makeSome = async (isOver: () => boolean): Promise<boolean> => {
    const from = place()
    const { events, reach, notes, isAll } = reader.next(from, () => readAuditNotes(database), batchSize)
    if (reach.job === from.job && reach.entry === from.entry && notes === undefined) return false
    // Until its line is stored, an event does not count as read.
    if (notes !== undefined) reader.forgetNotes()
    const lines = await chain(events, isOver)
    if (lines === undefined) return false
    inTransaction(database, () => {
      for (const { sequence, previous, hash, line } of lines) insert.run(sequence, previous, hash, line)
      writeAuditPlace(database, { ...place(), ...reach })
      if (notes !== undefined) writeAuditNotes(database, notes)
    })
    return !isAll || notes !== undefined
  }

  return {
    /** Makes lines of events that have none, about `most`. Whether there is more to do. */
    async make(isOver: () => boolean, most = Number.POSITIVE_INFINITY): Promise<boolean> {
      const enough = end().sequence + most
      while (!isOver() && (await makeSome(isOver))) if (end().sequence >= enough) return true
      return false
    },
    place,
    /** The number of the last line; 0 if there is none. */
    last: () => end().sequence,
    /** Lines in their order, from a number on. */
    read: (from: number, most: number): readonly AuditEntry[] =>
      select.all(from, most).map((row) => ({
        sequence: Number(row['sequence']),
        previous: String(row['previous']),
        hash: String(row['hash']),
        sealed: Buffer.from(row['line'] as Uint8Array).toString('base64'),
      })),
    /** Notes what the hub said. What it acknowledged long ago goes; the last line always stays. */
    note(said: Pick<AuditPlace, 'acknowledged' | 'forkedAt' | 'gapAt'>): void {
      inTransaction(database, () => {
        const { gapAt: _, ...rest } = place()
        writeAuditPlace(database, { ...rest, ...said })
        remove.run(Math.min(said.acknowledged - keptLines, end().sequence - 1))
      })
    },
  }
}
