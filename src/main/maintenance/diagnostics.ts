import { readFileSync, statSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { countByState } from '../jobs/ledger/views.ts'
import { z } from 'zod'
import { linkViewSchema, storageViewSchema, vaultViewSchema } from '../../shared/bridge/snapshot.ts'
import { jobStates, jobStateSchema, type JobState } from '../../shared/domain/job.ts'
import { listDataFiles } from '../storage/data-files.ts'
import { readJson } from '../storage/files.ts'
import { schemaVersion } from '../storage/migrations.ts'
import { anHour } from '../../shared/durations.ts'

const count = z.int().min(0)
const problemCodeSchema = z.string().regex(/^[a-z][a-z.-]{0,60}$/)
const size = z.strictObject({ files: count, bytes: count })

/**
 * Everything that the diagnostics may contain: numbers, words of fixed lists, and three texts whose format leaves no room for a name, a
 * personal number, an address or a secret. A field that is not listed in this schema is an error.
 */
export const diagnosticsSchema = z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+[a-z0-9.-]{0,20}$/),
  host: z.enum(['electron', 'loopback']),
  system: z.string().regex(/^(?:aix|android|darwin|freebsd|linux|openbsd|sunos|win32) [0-9.]{1,20} [a-z0-9]{2,10}$/),
  schema: count,
  storage: storageViewSchema.shape.state,
  vault: vaultViewSchema.shape.state,
  protection: vaultViewSchema.shape.protection,
  paused: z.boolean(),
  retentionDays: count,
  /** Counts over all connections. */
  jobs: z.partialRecord(jobStateSchema, count),
  links: z.array(linkViewSchema.shape.state),
  sizes: z.strictObject({ key: size, ledger: size, copy: size, own: size, process: size }),
  /** Recent problems by event code: how often each problem occurred, and the hour in which it occurred last, milliseconds since 1970. */
  problems: z.array(z.strictObject({ code: problemCodeSchema, count, lastHour: z.number() })),
})
type Diagnostics = z.infer<typeof diagnosticsSchema>

/** The diagnostics as they are shown and saved: JSON with one field per line. Throws if a value does not fit the schema above. */
export function writeDiagnostics(
  known: Omit<Diagnostics, 'system' | 'schema' | 'jobs' | 'sizes' | 'problems'>,
  dataFolder: string,
  database: DatabaseSync | undefined,
): string {
  const parts: Diagnostics = {
    ...known,
    system: `${process.platform} ${/^[0-9.]*[0-9]/.exec(release())?.[0] ?? '0'} ${process.arch}`,
    schema: schemaVersion,
    jobs: database === undefined ? {} : countStates(database),
    sizes: measure(dataFolder),
    problems: [...readProblems(dataFolder)],
  }
  return JSON.stringify(diagnosticsSchema.parse(parts), undefined, 2)
}

function countStates(database: DatabaseSync): Partial<Record<JobState, number>> {
  const counts = countByState(database)
  return Object.fromEntries(jobStates.flatMap((state) => (counts.has(state) ? [[state, counts.get(state)]] : [])))
}

const none = () => ({ files: 0, bytes: 0 })

function measure(dataFolder: string): Diagnostics['sizes'] {
  const sizes = { key: none(), ledger: none(), copy: none(), own: none(), process: none() }
  for (const { path, is } of listDataFiles(dataFolder)) {
    const one = sizes[is.holds]
    one.files += 1
    one.bytes += statSync(join(dataFolder, path), { throwIfNoEntry: false })?.size ?? 0
  }
  return sizes
}

/** Any other line is left out, such as one that was damaged. */
const lineSchema = z.object({
  at: z.iso.datetime(),
  level: z.literal('problem'),
  event: problemCodeSchema,
})

/** Reads only the codes of problems from the log, and leaves out the details. */
function readProblems(dataFolder: string): Diagnostics['problems'] {
  const found = new Map<string, { code: string; count: number; lastHour: number }>()
  for (const line of readLog(dataFolder).split('\n')) {
    const read = readJson(line, lineSchema)
    if (read === undefined) continue
    const { event, at } = read
    const lastHour = Math.floor(Date.parse(at) / anHour) * anHour
    found.set(event, { code: event, count: (found.get(event)?.count ?? 0) + 1, lastHour })
  }
  return [...found.values()]
}

function readLog(dataFolder: string): string {
  try {
    return readFileSync(join(dataFolder, 'log', 'setdesk.jsonl'), 'utf8')
  } catch {
    return ''
  }
}
