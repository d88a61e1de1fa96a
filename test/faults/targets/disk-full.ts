import { DatabaseSync } from 'node:sqlite'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { aYear, boxNumbered, personNumbered } from '../inside/make-actions.ts'
import { ledgerFile } from '../inside/open-box.ts'
import { fingerprintOf, openReader } from '../inside/read-committed.ts'
import { createWorld, type World } from '../inside/world.ts'
import { judge, type Target } from './target.ts'

const minute = 60_000
/** A save without room must be reported within this time, real milliseconds. */
const soon = 1000
const jobs = 6

/** The disk is full at a random moment of a drain, with a random number of pages left and for a random time. */
export const diskFull: Target = async (options) => {
  const { seed, folder, size = 60 } = options
  const draw = createDraw(seed)
  const wrong: string[] = []
  const figures = { refused: 0, slowest: 0, sent: 0, met: 0, resumed: 0 }
  for (let round = 0; round < size; round += 1) {
    const found = await fillOnce(seed + round, `${folder}/round-${round}`, draw)
    figures.refused += found.refused
    figures.slowest = Math.max(figures.slowest, found.slowest)
    figures.sent += found.sent
    figures.met += found.wasFull ? 1 : 0
    figures.resumed += found.faults.length === 0 ? 1 : 0
    wrong.push(...found.faults.map((fault) => `round ${round}: ${fault}`))
  }
  if (figures.met < size / 2) wrong.push(`the disk was full in ${figures.met} rounds alone`)
  return judge('disk-full', options, {
    figure: `${size} drains, full in ${figures.met}: ${figures.refused} saves refused, the slowest told after ${figures.slowest.toFixed(0)} ms; ${figures.sent} requests sent, each with its row; ${figures.resumed} drained once there was room`,
    bound: `told within ${soon} ms, nothing sent without its row, every drain resumes and doubles nothing`,
    wrong,
  })
}

async function fillOnce(seed: number, folder: string, draw: () => number) {
  const capture = captureDatabases()
  const world = await createWorld({ seed, folder, connection: { longestProcessingSeconds: 2 } })
  const { time, platform } = world
  const file = ledgerFile(world.folder())
  const database = capture.release(file)
  const setRoom = (pages: number): void => {
    const now = Number(database.prepare('PRAGMA page_count').get()?.['page_count'])
    database.exec(`PRAGMA max_page_count = ${now + pages}`)
  }
  const faults: string[] = []
  let sent = 0
  let wasFull = false
  world.setNetwork(async (request) => {
    await new Promise<void>((resolve) => time.after(100 + draw() * 200, resolve))
    if (request.changes) {
      sent += 1
      const { operation, parameters } = platform.understand(request)
      const reader = openReader(file)
      const last = reader.attempt(fingerprintOf(operation, parameters))?.entries.at(-1)
      reader.close()
      if (last?.type !== 'attempt') faults.push(`${operation.id} was sent without its row`)
    }
    const exchange = platform.carryOut(request)
    return request.changes && draw() < 0.2 ? { reach: 'maybe-sent', failure: 'connection-reset' } : exchange
  })

  let saved = 0
  let refused = 0
  let slowest = 0
  const saveSome = async (count: number): Promise<void> => {
    for (let number = 0; number < count; number += 1) {
      const began = performance.now()
      const reply = await saveOne(world, saved)
      slowest = Math.max(slowest, performance.now() - began)
      if (reply.ok) saved += 1
      else if (reply.error.code === 'storage-full') refused += 1
      else faults.push(`a save was refused as ${reply.error.code}`)
    }
  }
  await saveSome(jobs / 2)
  await time.pass(draw() * 3000)
  setRoom(Math.floor(draw() * 4))
  for (let turn = 0; turn < 12; turn += 1) {
    await saveSome(1)
    const before = sent
    await time.pass(draw() * minute)
    wasFull ||= (await world.box().call('app.snapshot', {})).storage.state === 'full'
    if (sent - before > 60) faults.push(`${sent - before} requests sent without room`)
  }
  if (refused > 0 && !wasFull) faults.push('a save was refused, and the app never said that the disk is full')
  const listed = (await world.box().call('job.list', { limit: 200 })).jobs.length
  if (listed !== saved) faults.push(`${listed} jobs are listed, ${saved} were said to be saved`)

  setRoom(100_000)
  await saveSome(1)
  if (saved !== listed + 1) faults.push('nothing can be saved although there is room')
  await time.pass(10 * minute)
  const { counts, storage } = await world.box().call('app.snapshot', {})
  if (counts.done !== saved)
    faults.push(`${counts.done} of ${saved} jobs done once there was room: ${JSON.stringify(counts)}`)
  if (storage.state !== 'ok') faults.push(`the storage is ${storage.state} once there was room`)
  const created = platform.ledger().filter(({ effect }) => effect === 'create').length
  if (created !== saved) faults.push(`${created} customers for ${saved} jobs`)
  faults.push(...world.problems())
  await world.close()
  return { faults, refused, slowest, sent, wasFull }
}

function saveOne(world: World, number: number) {
  const intent = {
    kind: 'new-customer' as const,
    box: boxNumbered(number),
    customer: personNumbered(number),
    plan: aYear,
    logIn: {},
  }
  return world
    .box()
    .reply('job.save', { draftId: `full-${String(number).padStart(4, '0')}`, intent, evenIfKnown: true })
}

/** Captures the app's database connections as they open, because the free room is a setting of a connection. */
function captureDatabases() {
  const original = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'exec') as PropertyDescriptor
  const exec = original.value as (this: DatabaseSync, sql: string) => void
  const opened = new Map<string, DatabaseSync>()
  DatabaseSync.prototype.exec = function (sql) {
    const place = this.location()
    if (place !== null) opened.set(place, this)
    exec.call(this, sql)
  }
  return {
    release(file: string): DatabaseSync {
      Object.defineProperty(DatabaseSync.prototype, 'exec', original)
      const database = opened.get(file)
      if (database === undefined) throw new Error('The app opened no such file')
      return database
    },
  }
}
