import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, renameFile, syncFile, syncFolder } from '../storage/files.ts'

/** The folder of the data folder that holds former programs and installers. */
export const keptFolder = 'updates'
const fileName = 'update.json'

const version = z.string().max(40)

/** A program or installer in `keptFolder`. `sha512`: base64. */
const keptFileSchema = z.object({ name: z.string().regex(/^[\w][\w.+-]{0,160}$/), sha512: z.string().max(88) })

/** A version that was installed and has not been usable yet. */
const trialSchema = z.object({
  version,
  former: version,
  /** How often it was started. */
  starts: z.int().min(0),
  /** The former program or its installer; absent if there was none. */
  kept: keptFileSchema.optional(),
  /** Where the former program was; absent if its installer knows. */
  place: z.string().max(4000).optional(),
})
export type Trial = z.infer<typeof trialSchema>

const recordSchema = z.object({
  serial: z.int().min(0).catch(0),
  trial: trialSchema.optional().catch(undefined),
  failed: z
    .object({ version, refusal: z.enum(['not-started', 'not-installed']) })
    .optional()
    .catch(undefined),
})
type StoredRecord = z.infer<typeof recordSchema>

/** A version may fail to start so often before the one before it is put back. */
const mostFailures = 2

export type UpdateRecord = ReturnType<typeof createUpdateRecord>

/**
 * What this computer remembers of updates, in `update.json` of the data folder. It is read and written before the ledger is opened,
 * because a new version may fail there. A damaged file counts as none.
 */
export function createUpdateRecord(folder: string) {
  const path = join(folder, fileName)
  const read = (): StoredRecord => {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined
    return readJson<StoredRecord>(text, recordSchema) ?? { serial: 0 }
  }
  const write = (record: StoredRecord): void => {
    const fresh = `${path}.new`
    writeFileSync(fresh, JSON.stringify(record), { mode: 0o600 })
    syncFile(fresh)
    renameFile(fresh, path)
    syncFolder(folder)
  }
  const change = (changed: Partial<StoredRecord>): void => {
    const { serial, trial, failed } = { ...read(), ...changed }
    write({ serial, ...(trial && { trial }), ...(failed && { failed }) })
  }
  return {
    read,
    /** A list was read and understood. An older one counts no more. */
    noteSerial(serial: number) {
      if (serial > read().serial) change({ serial })
    },
    /** A version is about to be installed. */
    beginTrial: (trial: Omit<Trial, 'starts'>) => change({ trial: { ...trial, starts: 0 } }),
    /** It was not installed after all, and is not tried again. */
    noteNotInstalled: (failed: string) =>
      change({ trial: undefined, failed: { version: failed, refusal: 'not-installed' } }),
    /** Its predecessor was put back, and it is not tried again. */
    noteTakenBack: (failed: string) =>
      change({ trial: undefined, failed: { version: failed, refusal: 'not-started' } }),
    /** Called once at each start of this version. Gives the trial if the version before is to be put back. */
    noteStart(own: string): Trial | undefined {
      const { trial } = read()
      if (trial === undefined) return undefined
      if (trial.version === own) {
        if (trial.starts >= mostFailures) return trial
        change({ trial: { ...trial, starts: trial.starts + 1 } })
        return undefined
      }
      // If the former version runs, the version on trial was not installed. If a third one runs, somebody installed it by hand.
      const failed = { version: trial.version, refusal: 'not-installed' } as const
      change({ trial: undefined, ...(trial.former === own && { failed }) })
      return undefined
    },
    /** This version is usable. Of what was kept, only its own installer stays. */
    confirm(own: string) {
      const { trial } = read()
      if (trial?.version !== own) return
      change({ trial: undefined, failed: undefined })
      for (const name of listKept(folder))
        if (!name.startsWith(`installer-${own}.`)) rmSync(join(folder, keptFolder, name), { force: true })
    },
  }
}

/** The names of the files that are kept. */
export function listKept(folder: string): readonly string[] {
  const kept = join(folder, keptFolder)
  return existsSync(kept) ? readdirSync(kept) : []
}
