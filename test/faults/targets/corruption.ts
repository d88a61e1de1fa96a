import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { madePassword } from '../inside/direct-platform.ts'
import { aYear, boxNumbered, personNumbered } from '../inside/make-actions.ts'
import { copyFolder, drawnRandom, keepSettings, ledgerFile, openBox } from '../inside/open-box.ts'
import { createVirtualTime } from '../inside/virtual-time.ts'
import { createWorld, noNetwork, type World } from '../inside/world.ts'
import { judge, type Target, type TargetOptions, type TargetResult } from './target.ts'

/** Damages a data folder that no process has open. `file`: the ledger. Returns a description of the damage. */
type Damage = (file: string, draw: () => number) => string | undefined

const strike = (file: string, at: number, bytes: Buffer): void => {
  const whole = readFileSync(file)
  bytes.copy(whole, at)
  writeFileSync(file, whole)
}
const rubbish = (length: number, draw: () => number): Buffer =>
  Buffer.from(Array.from({ length }, () => Math.floor(draw() * 256)))

const spoil =
  (end: '' | '-wal', length: number): Damage =>
  (file, draw) => {
    if (!existsSync(file + end)) return undefined
    const at = Math.floor(draw() * readFileSync(file + end).length)
    strike(file + end, at, rubbish(length, draw))
    return `${length} random bytes at ${at} of the ${end === '' ? 'file' : 'log'}`
  }
const cut =
  (end: '' | '-wal'): Damage =>
  (file, draw) => {
    if (!existsSync(file + end)) return undefined
    const length = Math.floor(draw() * readFileSync(file + end).length)
    truncateSync(file + end, length)
    return `the ${end === '' ? 'file' : 'log'} cut at ${length}`
  }
const blankPage: Damage = (file, draw) => {
  const page = Math.floor((draw() * readFileSync(file).length) / 4096)
  strike(file, page * 4096, Buffer.alloc(4096))
  return `page ${page + 1} of the file blank`
}
const removeLog: Damage = (file) => {
  if (!existsSync(`${file}-wal`)) return undefined
  rmSync(`${file}-wal`)
  return 'the log deleted'
}

const damages: readonly Damage[] = [
  ...([1, 1, 16, 256, 4096] as const).flatMap((length) => [spoil('', length), spoil('-wal', length)]),
  cut(''),
  cut('-wal'),
  blankPage,
  removeLog,
]

/** Random bytes, truncation, a blank page, a missing log: no saved job may be missing without a report. */
export const corruption: Target = (options) => spoilAgainAndAgain(options, ['killed', 'ended'])

async function spoilAgainAndAgain(options: TargetOptions, ends: readonly Place['name'][]): Promise<TargetResult> {
  const { seed, folder, size = 500 } = options
  const draw = createDraw(seed)
  const wrong: string[] = []
  const figures = { damaged: 0, whole: 0, lost: 0 }
  const places: Place[] = []
  for (const name of ends) places.push(await fillFolder(seed, join(folder, name), name))
  for (let number = 0, cases = 0; cases < size; number += 1) {
    const place = places[number % places.length]
    const damage = damages[Math.floor(number / places.length) % damages.length]
    if (place === undefined || damage === undefined) break
    const own = join(folder, 'case')
    rmSync(own, { recursive: true, force: true })
    copyFolder(place.folder, own)
    const what = damage(ledgerFile(own), draw)
    if (what === undefined) continue
    cases += 1
    const found = await start(own, place, seed)
    if (found.says === 'damaged') figures.damaged += 1
    else figures.whole += 1
    if (found.fault === undefined) continue
    figures.lost += 1
    wrong.push(`case ${number}, ${place.name}, ${what}: ${found.fault}`)
  }
  return judge('corruption', options, {
    figure: `${size} cases: ${figures.damaged} said to be damaged and kept as they are, ${figures.whole} opened, ${figures.lost} with something missing without a word`,
    bound: `${size} cases, no silent loss, the app starts, the original is kept`,
    wrong,
  })
}

interface Place {
  readonly name: 'killed' | 'ended'
  readonly folder: string
  readonly world: Pick<World, 'connection'>
  readonly saved: readonly string[]
}

/** One day's work in every state, in a folder whose process was killed or ended normally. */
async function fillFolder(seed: number, folder: string, name: Place['name']): Promise<Place> {
  const world = await createWorld({ seed, folder, connection: { longestProcessingSeconds: 2 } })
  const { time, platform } = world
  platform.makeCustomer('rosa.marin')
  const saved: string[] = []
  const save = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const number = saved.length
      const intent = {
        kind: 'new-customer' as const,
        box: boxNumbered(number),
        customer: personNumbered(number),
        plan: { ...aYear, ...(number % 5 === 4 && { productid: 'none' }) },
        logIn: {},
      }
      const draft = { draftId: `spoilt-new-${number}`, intent, evenIfKnown: false }
      saved.push((await world.box().call('job.save', draft)).id)
      const known = { userid: 'rosa.marin', password: madePassword }
      const action = { kind: 'renewal' as const, ...known, months: 1, days: 0, from: 'end-date' as const }
      saved.push((await world.box().call('job.save', { draftId: `spoilt-act-${number}`, intent: action })).id)
    }
  }
  await save(6)
  await time.pass(60_000)
  world.setNetwork(() => Promise.resolve(noNetwork))
  await save(6)
  await time.pass(1000)
  if (name === 'killed') world.kill()
  const left = world.folder()
  await world.close()
  return { name, folder: left, world, saved }
}

/** Starts the app on the damaged folder, and reads everything that was saved. */
async function start(
  folder: string,
  { world, saved }: Place,
  seed: number,
): Promise<{ readonly says: string; readonly fault?: string }> {
  const before = readParts(folder)
  const settings = keepSettings({
    preferences: keepSettings().read().preferences,
    connections: [world.connection],
    activeConnectionId: world.connection.id,
  })
  const clock = createVirtualTime().begin()
  const random = drawnRandom(createDraw(seed))
  const transport = { exchange: () => Promise.resolve(noNetwork) }
  try {
    const box = await openBox({ folder, clock, random, settings, transport })
    const { storage, maintenance } = await box.call('app.snapshot', {})
    const isTold = maintenance.notices.length > 0
    const fault = isTold
      ? undefined
      : storage.state === 'ok'
        ? missingFrom(saved, await listIds(box.reply))
        : keptAside(folder, before, storage.state)
    clock.end()
    await box.stop()
    return { says: storage.state, ...(fault !== undefined && { fault }) }
  } catch (error) {
    clock.end()
    return { says: 'nothing', fault: `the app does not start: ${error instanceof Error ? error.message : 'unknown'}` }
  }
}

async function listIds(reply: Awaited<ReturnType<typeof openBox>>['reply']): Promise<readonly string[] | undefined> {
  const answer = await reply('job.list', { limit: 200 })
  if (!answer.ok) return undefined
  return (answer.value as { readonly jobs: readonly { readonly id: string }[] }).jobs.map(({ id }) => id)
}

function missingFrom(saved: readonly string[], listed: readonly string[] | undefined): string | undefined {
  if (listed === undefined) return 'it says that all is well, and cannot list its jobs'
  const missing = saved.filter((id) => !listed.includes(id)).length
  return missing === 0 ? undefined : `${missing} of ${saved.length} jobs are missing, and it says that all is well`
}

/** The file and its log. */
const readParts = (folder: string): readonly Buffer[] =>
  ['', '-wal']
    .map((end) => ledgerFile(folder) + end)
    .map((path) => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0)))

function keptAside(folder: string, before: readonly Buffer[], says: string): string | undefined {
  const isCached = readParts(folder).every((part, index) => before[index]?.equals(part) === true)
  return isCached ? undefined : `it says ${says}, and the original is not kept as it was`
}
