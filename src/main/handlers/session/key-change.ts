import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { addNotice } from '../../maintenance/notes.ts'
import { deleteFormerKeyFiles, isSealedWith, listFormerKeyFiles } from '../../maintenance/reseal.ts'
import { installationsOf } from '../../maintenance/restore.ts'
import { hasRoomToRewrite } from '../../storage/database.ts'
import { isDiskFull } from '../../storage/disk-errors.ts'
import { ledgerFileName } from '../../storage/files.ts'
import type { Ports } from '../../ports.ts'
import type { Sealing } from '../../vault/sealing.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Backups } from './backups.ts'
import { resealLedger } from './reseal-ledger.ts'
import type { SettingsRepository } from './settings.ts'

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
