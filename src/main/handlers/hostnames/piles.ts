import type { DatabaseSync } from 'node:sqlite'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import type { PilePlace } from '../../../shared/bridge/pile-channels.ts'
import { succeed, type Result } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { openColumn } from '../../vault/sealed-column.ts'
import type { Sealing } from '../../vault/sealing.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Office } from '../session/office.ts'
import { problem } from '../session/problem.ts'

/** Scan batches: boxes that were scanned and are not saved as jobs yet. Sealed, so that a power cut loses none. */
export interface Piles {
  /** Empty if there is no batch, or if it does not open. */
  readonly read: (place: PilePlace) => string
  readonly save: (place: PilePlace, text: string) => void
}

const identityOf = (place: PilePlace): string => `pile:${place}`

/** The scan batches of one ledger file. */
export function createPiles(database: DatabaseSync, sealing: Sealing): Piles {
  const select = database.prepare('SELECT sealed FROM pile WHERE place = ?')
  const upsert = database.prepare(
    'INSERT INTO pile (place, sealed) VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET sealed = excluded.sealed',
  )
  const remove = database.prepare('DELETE FROM pile WHERE place = ?')
  return {
    read: (place) => openColumn(sealing, identityOf(place), select.get(place)?.['sealed']) ?? '',
    save(place, text) {
      if (text === '') remove.run(place)
      else upsert.run(place, sealing.seal(identityOf(place), text))
    },
  }
}

export interface PileDeskDeps {
  readonly vault: Vault
  readonly office: Office
}

/** Stores the scan batches of the screens. */
export function createPileDesk({ vault, office }: PileDeskDeps): Pick<Handlers, 'pile.read' | 'pile.save'> {
  const inPiles = <T>(act: (piles: Piles) => T): Promise<Result<T, BridgeError>> =>
    office.use(({ database }) => {
      const sealing = vault.sealing()
      if (sealing === undefined) return problem('locked', 'The stored work is locked')
      return succeed(act(createPiles(database, sealing)))
    })
  return {
    'pile.read': ({ place }) => inPiles((piles) => ({ text: piles.read(place) })),
    'pile.save': ({ place, text }) =>
      inPiles((piles) => {
        piles.save(place, text)
        return {}
      }),
  }
}
