import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { backupFolder } from '../../../src/main/maintenance/backup-files.ts'
import type { Exchange, PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import type { JobSummary } from '../../../src/shared/domain/job.ts'
import { madePassword, type DirectPlatform } from '../inside/direct-platform.ts'
import { aYear, boxNumbered, personNumbered } from '../inside/make-actions.ts'
import { ledgerFile } from '../inside/open-box.ts'
import { fingerprintOf, openReader } from '../inside/read-committed.ts'
import { createWorld, type World } from '../inside/world.ts'
import { judge, type Target } from './target.ts'

const minute = 60_000
const copyName = 'copy.db'
const lost: Exchange = { reach: 'maybe-sent', failure: 'connection-reset' }

/** A stage of a drain: before or after the platform's nth request; the first is 0. */
interface Stage {
  readonly request: number
  readonly when: 'before' | 'after'
}

/**
 * Copies the ledger at every stage of a drain over a network that loses replies, and restores the old copy: after everything is
 * done, at once, or some stages later, with requests in flight. By the platform's ledger nothing may be done twice, and nothing
 * may be sent for a job of the copy before it was read back.
 */
export const restore: Target = async (options) => {
  const { seed, folder, say } = options
  const count = await drainOnce(seed, join(folder, 'whole'))
  const stages = Array.from({ length: count * 2 }, (_, index): Stage => {
    return { request: Math.floor(index / 2), when: index % 2 === 0 ? 'before' : 'after' }
  })
  const cases = stages.flatMap((stage) => [
    { stage, restoredAt: undefined },
    { stage, restoredAt: stage.request + 1 },
    { stage, restoredAt: stage.request + 1 + Math.floor((count - stage.request) / 3) },
  ])
  const size = Math.min(options.size ?? cases.length, cases.length)
  const wrong: string[] = []
  const figures = { unfinished: 0, readBack: 0, needsYou: 0, doubled: 0 }
  for (let number = 0; number < size; number += 1) {
    const one = cases[Math.floor((number * cases.length) / size)]
    if (one === undefined) break
    const own = join(folder, `case-${number}`)
    const found = await restoreOnce(seed, own, one.stage, one.restoredAt)
    rmSync(own, { recursive: true, force: true })
    figures.unfinished += found.unfinished
    figures.readBack += found.readBack
    figures.needsYou += found.needsYou
    figures.doubled += found.doubled
    const { request, when } = one.stage
    const end = one.restoredAt === undefined ? 'the end' : `request ${one.restoredAt}`
    wrong.push(...found.faults.map((fault) => `copied ${when} request ${request}, restored at ${end}: ${fault}`))
    if (number % 50 === 49) say?.(`${number + 1} restores`)
  }
  if (size === cases.length && figures.readBack === 0) wrong.push('after no restore anything was left to be sent')
  return judge('restore', options, {
    figure: `${size} restores, copies of all ${stages.length} stages of a drain: ${figures.unfinished} unfinished jobs came back, ${figures.readBack} requests sent after a read-back, ${figures.doubled} effects doubled, ${figures.needsYou} renewals put to a person`,
    bound: `${size} restores with 0 doubled, 0 sent unread, every job of the copy there and at rest`,
    wrong,
  })
}

const renewals = 2

async function makeWork({ box, platform }: World): Promise<void> {
  const { call } = box()
  const hostname = platform.hostnames[0] ?? ''
  for (let number = 0; number < 4; number += 1) {
    const person = { customer: personNumbered(number), plan: aYear, logIn: {} }
    const intent = { kind: 'new-customer' as const, box: boxNumbered(number), ...person, hostname }
    await call('job.save', { draftId: `restore-new-${number}`, intent, evenIfKnown: false })
  }
  for (let number = 0; number < renewals; number += 1) {
    const known = { userid: `rosa.${number}`, password: madePassword }
    const action = { kind: 'renewal' as const, ...known, months: 1, days: 0, from: 'end-date' as const }
    await call('job.save', { draftId: `restore-act-${number}`, intent: action })
  }
}

/** Opens a world with saved work, which counts requests and may lose replies; calls `onStage` before and after each request. */
async function openDrain(
  seed: number,
  folder: string,
  onStage: (stage: Stage, request: PlatformRequest, world: World) => void,
) {
  const world = await createWorld({ seed, folder, connection: { longestProcessingSeconds: 2, resendsRenewals: true } })
  const { platform, draw } = world
  for (let number = 0; number < renewals; number += 1) platform.makeCustomer(`rosa.${number}`)
  await world.time.pass(minute)
  let requests = 0
  world.setNetwork((request) => {
    const number = requests
    requests += 1
    onStage({ request: number, when: 'before' }, request, world)
    const fate = request.changes ? draw() : 1
    if (fate < 0.1) return Promise.resolve(lost)
    const exchange = platform.carryOut(request)
    onStage({ request: number, when: 'after' }, request, world)
    return Promise.resolve(fate < 0.25 ? lost : exchange)
  })
  await makeWork(world)
  return { world, requests: () => requests }
}

/** The number of requests in the whole drain. */
async function drainOnce(seed: number, folder: string): Promise<number> {
  const { world, requests } = await openDrain(seed, folder, () => undefined)
  await world.time.pass(10 * minute)
  const count = requests()
  await world.close()
  return count
}

async function restoreOnce(seed: number, folder: string, stage: Stage, restoredAt: number | undefined) {
  const faults: string[] = []
  const state = { isDue: false, isRestored: false }
  let readBack = 0
  let hasCopy = false
  const { world } = await openDrain(seed, folder, (at, request, { platform, folder: current }) => {
    if (!hasCopy && at.request === stage.request && at.when === stage.when) {
      copyLedger(current())
      hasCopy = true
    }
    if (hasCopy && restoredAt !== undefined && at.request >= restoredAt) state.isDue = true
    if (!state.isRestored || at.when !== 'before' || !request.changes) return
    const fault = unread(platform, current(), request)
    if (fault === undefined) readBack += 1
    else faults.push(fault)
  })
  const { time, box } = world
  for (let passed = 0; passed < 10 * minute && !state.isDue; passed += 50) await time.pass(50)
  if (!hasCopy) copyLedger(world.folder())
  const before = readCopy(world.folder())
  const restoring = box().call('maintenance.restore', { name: copyName })
  const restored = restoring.finally(() => {
    state.isRestored = true
  })
  // The requests in flight end first, which takes some time.
  for (let turn = 0; turn < 10_000 && !state.isRestored; turn += 1) await time.pass(10)
  const { jobs } = await restored
  if (jobs !== before.unfinished) faults.push(`${jobs} of ${before.unfinished} unfinished jobs are to be read back`)
  await time.pass(30 * minute)

  const { jobs: shown } = await box().call('job.list', { limit: 100 })
  faults.push(...before.ids.filter((id) => !shown.some((job) => job.id === id)).map((id) => `job ${id} is not there`))
  faults.push(
    ...shown
      .filter((job) => !mayRest(job))
      .map((job) => `job ${job.id} (${job.kind}) is ${job.state}, ${job.why?.code}`),
  )
  const doubled = findDoubled(world)
  faults.push(...doubled, ...world.problems())
  await world.close()
  const needsYou = shown.filter(({ state }) => state === 'needs-you').length
  return { faults, unfinished: before.unfinished, readBack, needsYou, doubled: doubled.length }
}

/** A renewal may need the technician: the copy may not know of it, so the earlier end date is unknown. */
const mayRest = ({ kind, state }: JobSummary): boolean =>
  state === 'done' || (kind === 'renewal' && state === 'needs-you')

/** Copies the committed state into one file, like a backup. */
function copyLedger(folder: string): void {
  mkdirSync(backupFolder(folder), { recursive: true })
  const database = new DatabaseSync(ledgerFile(folder), { readOnly: true })
  database.prepare('VACUUM INTO ?').run(join(backupFolder(folder), copyName))
  database.close()
}

function readCopy(folder: string): { readonly ids: readonly string[]; readonly unfinished: number } {
  const reader = openReader(join(backupFolder(folder), copyName))
  const jobs = reader.jobs()
  reader.close()
  const settled = new Set(['done', 'unconfirmed', 'refused', 'dropped'])
  return { ids: jobs.map(({ id }) => id), unfinished: jobs.filter(({ state }) => !settled.has(state)).length }
}

/** Checks that an attempt that may have arrived was read back: a reading must follow each `unknown` of the step. */
function unread(platform: DirectPlatform, folder: string, request: PlatformRequest): string | undefined {
  const { operation, parameters } = platform.understand(request)
  const reader = openReader(ledgerFile(folder))
  const attempt = reader.attempt(fingerprintOf(operation, parameters))
  reader.close()
  if (attempt === undefined) return `${operation.id} was sent, and no attempt of it is committed`
  const unknown = attempt.entries.findLastIndex(({ type, result }) => type === 'verdict' && result === 'unknown')
  const isRead = attempt.entries.slice(unknown + 1).some(({ type }) => type === 'reading')
  return isRead ? undefined : `${operation.id} was sent before it was read back`
}

function findDoubled({ platform }: World): readonly string[] {
  const counts = new Map<string, number>()
  for (const { effect, box, hostname, userid, parameters } of platform.ledger()) {
    const what = { create: parameters['uuid'], 'bind-user': box, 'bind-hostname': `${box} ${hostname}` }
    const named = `${effect} ${effect in what ? what[effect as keyof typeof what] : userid}`
    if (parameters['userid']?.startsWith('rosa.') !== true || effect !== 'create')
      counts.set(named, (counts.get(named) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > 1).map(([effect, count]) => `${effect}: ${count} times`)
}
