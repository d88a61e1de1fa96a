import type { Handlers } from '../../app.ts'
import { succeed } from '../../../shared/result.ts'
import { eraseFolder, type ErasedFiles } from '../../storage/erase-folder.ts'
import { countJobsIn } from '../../jobs/ledger/maintenance-rows.ts'
import { problem } from '../session/problem.ts'
import type { AppParts } from '../session/sessions.ts'

export interface ErasureParts extends AppParts {
  readonly isSupervisor: () => boolean
  /** Forgets who works here, and that sending was paused. */
  readonly forget: () => void
  /** The training platform has files of its own in the folder. */
  readonly training: { readonly stop: () => Promise<void> }
}

/** Deletes all that Setdesk stored here. What comes after is as at the first start. */
export function createEraseEverything(parts: ErasureParts): Handlers['maintenance.erase-everything'] {
  const { ports, vault, settings, sessions, training } = parts
  return async () => {
    const { state } = vault.view()
    if (state !== 'open' && state !== 'new')
      return problem('locked', 'The stored work is locked: who may erase it is not known')
    if (!parts.isSupervisor()) return problem('supervisor-only', 'Only the supervisor erases everything')
    const database = sessions.database()
    const jobs = database === undefined ? 0 : countJobsIn(database).jobs
    const by = settings.preferences().technician
    await training.stop()
    let erased: ErasedFiles = { files: [], failed: [] }
    await sessions.reopen(() => {
      erased = eraseFolder(ports.dataFolder)
      vault.forget()
      settings.forget()
      parts.forget()
    })
    const { files, failed } = erased
    return succeed({
      of: 'everything' as const,
      by,
      at: ports.clock.now(),
      jobs,
      files: [...files],
      failed: [...failed],
      left: [],
    })
  }
}
