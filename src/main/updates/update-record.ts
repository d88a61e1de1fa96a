import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { defined } from '../../shared/defined.ts'
import { readJson, renameFile, syncFile, syncFolder } from '../storage/files.ts'

/** The subfolder of the data folder for former programs and installers. */
export const keptFolder = 'updates'
const fileName = 'update.json'

const version = z.string().max(40)

/** A program or installer in `keptFolder`. `sha512`: base64. */
const keptFileSchema = z.object({ name: z.string().regex(/^[\w][\w.+-]{0,160}$/), sha512: z.string().max(88) })

/** An installed version that has not proved usable yet. */
const trialSchema = z.object({
  version,
  former: version,
  starts: z.int().min(0),
  /** The former program or its installer. Absent if there was none. */
  kept: keptFileSchema.optional(),
  /** The path of the former program. Absent if the installer of the former program knows the path. */
  place: z.string().max(4000).optional(),
})
export type Trial = z.infer<typeof trialSchema>

const recordSchema = z.object({
  serial: z.int().min(0).catch(0),
  trial: trialSchema.optional().catch(undefined),
  /** A version whose installation failed, but which is tried again. */
  missed: z.object({ version, times: z.int() }).optional().catch(undefined),
  failed: z
    .object({ version, refusal: z.enum(['not-started', 'not-installed']) })
    .optional()
    .catch(undefined),
  /** Whether the last version that was not on trial could not open the saved work. */
  isWorkShut: z.boolean().optional().catch(undefined),
})
type StoredRecord = z.infer<typeof recordSchema>

/** After this many failed starts the previous version is put back. */
const mostFailures = 2
/** After this many failed installations a version is not tried again. One alone may have been cut off, for example by a power cut. */
const mostMissed = 2

export type UpdateRecord = ReturnType<typeof createUpdateRecord>

/**
 * What this computer remembers about updates, in `update.json` of the data folder. The file is read and written before the ledger is
 * opened, because a new version may fail while it opens the ledger. A damaged file counts as missing.
 */
export function createUpdateRecord(folder: string) {
  const path = join(folder, fileName)
  const readFile = (): StoredRecord => {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined
    return readJson<StoredRecord>(text, recordSchema) ?? { serial: 0 }
  }
  /** Reads the record. A file that the system does not give keeps no start back. */
  const read = (): StoredRecord => {
    try {
      return readFile()
    } catch {
      return { serial: 0 }
    }
  }
  const write = (record: StoredRecord): void => {
    const text = JSON.stringify(record)
    const fresh = `${path}.new`
    try {
      writeFileSync(fresh, text, { mode: 0o600 })
      syncFile(fresh)
      renameFile(fresh, path)
      syncFolder(folder)
    } catch (error) {
      if (!writeOver(path, text)) throw error
    }
  }
  const change = (changed: Partial<StoredRecord>): void => {
    // This throws if the file cannot be read, because its serial and its trial would be lost.
    const { serial, ...more } = { ...readFile(), ...changed }
    write({ serial, ...defined(more) })
  }
  const noteNotInstalled = (version: string): void => {
    const { missed } = read()
    const times = missed?.version === version ? missed.times + 1 : 1
    const failed = { version, refusal: 'not-installed' } as const
    change({
      trial: undefined,
      ...(times < mostMissed ? { missed: { version, times } } : { missed: undefined, failed }),
    })
  }
  return {
    read,
    /** Notes the serial of an accepted list. From then on, lists with a lower serial are refused. */
    noteSerial(serial: number) {
      if (serial > read().serial) change({ serial })
    },
    beginTrial: (trial: Omit<Trial, 'starts'>) => change({ trial: { ...trial, starts: 0 } }),
    /** Notes that the version was not installed. After the second time, that version is not tried again. */
    noteNotInstalled,
    /** Notes that the previous version was put back. The failed version is not tried again. */
    noteTakenBack: (failed: string) =>
      change({ trial: undefined, failed: { version: failed, refusal: 'not-started' } }),
    /** Called once at each start of this version. Returns the trial if the previous version must be put back. */
    noteStart(own: string): Trial | undefined {
      const { trial } = read()
      if (trial === undefined) return undefined
      if (trial.version === own) {
        if (trial.starts >= mostFailures) return trial
        change({ trial: { ...trial, starts: trial.starts + 1 } })
        return undefined
      }
      // If the former version runs, the version on trial was not installed, or its user put the former one back. If a third version runs, a
      // user installed it by hand.
      if (trial.former !== own) change({ trial: undefined })
      else if (trial.starts < mostFailures) noteNotInstalled(trial.version)
      else change({ trial: undefined, failed: { version: trial.version, refusal: 'not-started' } })
      return undefined
    },
    /**
     * Takes back `noteStart`: this start was refused, because another Setdesk uses the data folder. That does not count as a failure of the
     * version.
     */
    noteNoStart(own: string) {
      const { trial } = read()
      if (trial?.version === own && trial.starts > 0) change({ trial: { ...trial, starts: trial.starts - 1 } })
    },
    /**
     * Notes whether this version can open the saved work. False if that speaks against this version: it is on trial, and the version before
     * could open the work. Otherwise going back would not help.
     */
    noteWork(own: string, isOpen: boolean): boolean {
      const { trial, isWorkShut = false } = read()
      if (trial?.version === own) return isOpen || isWorkShut
      try {
        if (isOpen === isWorkShut) change({ isWorkShut: isOpen ? undefined : true })
      } catch {
        // Without this note, a later version may be taken back in vain. That must not keep this version from starting.
      }
      return true
    },
    /** Notes that this version is usable. Of the stored files, only the installer of this version stays. */
    confirm(own: string) {
      const { trial } = read()
      if (trial?.version !== own) return
      change({ trial: undefined, missed: undefined, failed: undefined })
      for (const name of listKept(folder))
        if (!name.startsWith(`installer-${own}.`)) removeKept(join(folder, keptFolder, name))
    },
  }
}

/** Writes over a file without more room on the disk, because a new version may fail while the disk is full. False if the text is longer. */
function writeOver(path: string, text: string): boolean {
  const size = existsSync(path) ? statSync(path).size : 0
  const bytes = Buffer.from(text)
  if (bytes.length > size) return false
  // JSON may end in spaces.
  writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(size - bytes.length, ' ')]), { flag: 'r+', flush: true })
  return true
}

/** Removes a file if that is possible. A virus scanner may hold it; then it goes after the next update. */
function removeKept(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A file that stays must not keep the version from starting.
  }
}

export function listKept(folder: string): readonly string[] {
  const kept = join(folder, keptFolder)
  return existsSync(kept) ? readdirSync(kept) : []
}
