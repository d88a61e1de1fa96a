import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aYear, boxNumbered, personNumbered } from '../../faults/inside/make-actions.ts'
import { createVirtualTime } from '../../faults/inside/virtual-time.ts'
import { createWorld } from '../../faults/inside/world.ts'
import { judge, type Target } from '../../faults/targets/target.ts'
import { readLedgerRows } from '../ledger-rows.ts'
import { findSecrets, spellOut } from '../needles.ts'

const aDay = 86_400_000
const retentionDays = 2
/** They hold something about a person. What they hold before the retention period must be nowhere after it. */
const personalTables: ReadonlySet<string> = new Set([
  'job',
  'step',
  'entry',
  'task',
  'draft',
  'kept_answer',
  'box_sighting',
])
/** A sealed text has at least a format byte, a nonce and a tag. */
const shortestSealed = 2 * 29

const inBackup = (file: string): boolean => file.startsWith('backups')

/** Finishes jobs, lets the retention period pass, and looks for what was stored of their subscribers. `size`: jobs. */
export const retention: Target = async (options) => {
  const { seed, folder, size = 60 } = options
  // Files carry the time of the real clock, so the virtual one begins there.
  const world = await createWorld({ seed, folder, time: createVirtualTime(Date.now()) })
  const { call } = world.box()
  const wrong: string[] = []
  await call('preferences.save', { retentionDays })
  const ids: string[] = []
  const password = 'Pw7mkxq2vt'
  for (let number = 0; number < size; number += 1) {
    const intent = {
      kind: 'new-customer' as const,
      box: boxNumbered(number),
      customer: { ...personNumbered(number), lastname: `Ünikat ${seed}` },
      plan: aYear,
      logIn: { userid: `gone-${number}`, password },
    }
    ids.push((await call('job.save', { draftId: `retention-${number}`, intent, evenIfKnown: false })).id)
  }
  await world.time.pass(600_000)
  await call('customers.read', { slot: 'audit', userid: 'gone-0', customermappingid: '' })
  await call('maintenance.back-up', {})
  const { counts } = await call('app.snapshot', {})
  if (counts.done !== size) wrong.push(`only ${counts.done} of ${size} jobs are done`)
  const stored = listSealed(world.folder())
  if (stored.length < size * 2) wrong.push(`only ${stored.length} sealed texts were stored`)

  const isKept = (): readonly string[] =>
    listFiles(world.folder()).flatMap((file) => {
      const bytes = readFileSync(file)
      return stored.filter((sealed) => bytes.includes(sealed)).map(() => file.slice(world.folder().length + 1))
    })
  const before = isKept().length
  if (before < stored.length) wrong.push(`only ${before} of ${stored.length} sealed texts are found where they must be`)
  await world.time.pass((retentionDays - 1) * aDay)
  if ((await call('job.read', { id: ids[0] ?? '' })).intent === undefined) wrong.push('a job was purged too early')
  await world.time.pass(3 * aDay)

  // A backup from the last day before it goes a retention period later.
  for (const [file, times] of countEach(isKept().filter((name) => !inBackup(name))))
    wrong.push(`${file} still holds ${times} sealed texts after ${retentionDays} days`)
  await world.time.pass((retentionDays + 1) * aDay)
  for (const [file, times] of countEach(isKept()))
    wrong.push(`${file} still holds ${times} sealed texts after ${2 * retentionDays} days`)
  const { jobs } = await call('job.list', { limit: 200 })
  if (jobs.length !== size) wrong.push(`${jobs.length} of ${size} rows stay for the audit`)
  const secrets = { name: spellOut(`Ünikat ${seed}`), password: spellOut(password), userid: spellOut('gone-0') }
  for (const name of findSecrets(secrets, JSON.stringify(jobs))) wrong.push(`a row that stays holds the ${name}`)
  for (const job of jobs)
    if (job.state !== 'done' || job.isPurged !== true || job.kind !== 'new-customer')
      wrong.push(`job ${job.id} says ${JSON.stringify(job)}`)
  for (const file of listFiles(world.folder()))
    for (const name of findSecrets(secrets, readFileSync(file))) wrong.push(`${file} holds the ${name} in the clear`)
  wrong.push(...world.problems())
  await world.close()
  return judge('retention', options, {
    figure: `${size} finished jobs, ${stored.length} sealed texts about their subscribers: ${wrong.length} left or lost`,
    bound: `nothing of a subscriber in the ledger after ${retentionDays} days, and in the backups within ${2 * retentionDays + 3}; a row without personal data for each job`,
    wrong,
  })
}

/** What is sealed about a person, as the bytes that are in the file. */
function listSealed(folder: string): readonly Buffer[] {
  const rows = Object.entries(readLedgerRows(folder)).filter(([table]) => personalTables.has(table))
  return (
    rows
      .flatMap(([, lines]) =>
        lines.map((line) => (JSON.parse(line) as { readonly sealed?: string | null }).sealed ?? ''),
      )
      .filter((sealed) => sealed.length >= shortestSealed)
      // A long text may be split over pages; its beginning is not.
      .map((sealed) => Buffer.from(sealed, 'hex').subarray(0, 40))
  )
}

const listFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

function countEach(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
