import { describe, expect, it, vi } from 'vitest'
import { createBulkStore, type BulkStore } from '../../../../../src/renderer/src/features/bulk/bulk-store.ts'
import type { Bridge } from '../../../../../src/shared/bridge/bridge.ts'
import { type LeftRow, rowsInACommit } from '../../../../../src/shared/bridge/bulk-channels.ts'
import type { Request } from '../../../../../src/shared/bridge/contract.ts'
import { createFakeBridge, makeError } from '../../../../fakes/bridge.ts'
import { createFakeListClient } from '../../../../fakes/list-client.ts'
import { makeWorkday, trainingConnection } from '../../../../fakes/world.ts'

const linesIn = ({ rows }: Request<'bulk.save'>): readonly number[] =>
  (typeof rows === 'string' ? (JSON.parse(rows) as { line: number }[]) : rows).map(({ line }) => line)

/** A computer whose ledger has the lines in `jobs`. `answer` decides which rows of the call with this number are saved. */
function setUp(
  answer: (call: number, lines: readonly number[], evenIfKnown: boolean) => { isRefused?: boolean; without?: number[] },
) {
  const fake = createFakeBridge(makeWorkday('loopback', 0))
  const jobs = new Set<number>()
  const state = { calls: 0, isLedgerGone: false }
  const save = (request: Request<'bulk.save'>) => {
    const lines = linesIn(request)
    const { isRefused = false, without = [] } = answer((state.calls += 1), lines, request.evenIfKnown)
    for (const line of lines) if (!without.includes(line)) jobs.add(line)
    if (isRefused) return { ok: false, error: makeError('too-much-unsent') }
    const left: LeftRow[] = without.map((line) => ({ line, code: 'box-in-job' }))
    return { ok: true, value: { saved: lines.length - left.length, left } }
  }
  const call: Bridge['call'] = async (channel, request) => {
    if (channel === 'bulk.save') return save(request as Request<'bulk.save'>) as never
    if (channel === 'bulk.find') return { ok: true, value: { batch: '0'.repeat(32), saved: jobs.size } as never }
    if (channel !== 'list.saved-lines') return await fake.call(channel, request)
    if (state.isLedgerGone) return { ok: false, error: makeError('internal') }
    return { ok: true, value: { lines: [...jobs].toSorted((one, other) => one - other), hasMore: false } as never }
  }
  const bulk = createBulkStore({
    bridge: { ...fake, call },
    connectionId: 'one',
    connection: () => trainingConnection,
    createClient: createFakeListClient,
  })
  return { bulk, jobs, state }
}

const origin = () => ({ settle: vi.fn<(lines: readonly number[]) => void>(), finish: vi.fn(), giveBack: vi.fn() })
const macAt = (index: number): string => `001A79${index.toString(16).padStart(6, '0')}`

async function openRows(bulk: BulkStore, count: number, from?: ReturnType<typeof origin>): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => macAt(index)).join('\n')
  await bulk.open('boxes.csv', new Blob([`mac\n${rows}`]), from)
  await bulk.check()
}

const unsaved = (bulk: BulkStore): number => {
  const { progress, saving } = bulk.getState()
  return (progress?.good ?? 0) - (saving?.seen ?? 0)
}
const rest = (from: number, lines: readonly number[]): number[] => lines.filter((line) => line > from)

describe('a save that ends early', () => {
  it('shows the rows that the ledger has, also if the first piece failed in the middle', async () => {
    const { bulk, jobs } = setUp((_, lines) => ({ isRefused: true, without: rest(81, lines) }))
    await openRows(bulk, 120)
    await bulk.save(false)
    expect(jobs.size).toBe(80)
    expect(bulk.getState()).toMatchObject({ error: { code: 'too-much-unsent' }, saving: { saved: 80, isOver: true } })
    expect([unsaved(bulk), bulk.countLost()]).toEqual([40, 40])
  })

  it('counts the pieces that were saved after a failed piece, and saves only the other rows next', async () => {
    const { bulk, state } = setUp((call, lines) => (call === 1 ? { isRefused: true, without: [...lines] } : {}))
    await openRows(bulk, 3 * rowsInACommit)
    await bulk.save(false)
    expect(bulk.getState().saving).toMatchObject({ saved: 2 * rowsInACommit, isOver: true })
    expect([unsaved(bulk), bulk.countLost(), state.calls]).toEqual([rowsInACommit, rowsInACommit, 3])
    await bulk.save(false)
    expect(bulk.getState()).toMatchObject({ error: undefined, saving: { saved: 3 * rowsInACommit } })
    expect([unsaved(bulk), bulk.countLost(), state.calls]).toEqual([0, 0, 4])
  })

  it('tells the scan batch which of its rows the ledger has', async () => {
    const { bulk } = setUp((_, lines) => ({ isRefused: true, without: rest(3, lines) }))
    const batch = origin()
    await openRows(bulk, 4, batch)
    await bulk.save(false)
    expect(batch.settle.mock.calls.flatMap(([lines]) => lines)).toEqual([2, 3])
    expect(batch.finish).not.toHaveBeenCalled()
  })

  it('still counts the rows saved before if it saves all rows anyway and is stopped', async () => {
    const { bulk, jobs } = setUp((_, lines, evenIfKnown) => {
      if (evenIfKnown) bulk.stop()
      return { without: evenIfKnown ? [] : lines.filter((line) => line === 5 || line === 900) }
    })
    await openRows(bulk, 10 * rowsInACommit)
    await bulk.save(false)
    expect(bulk.getState().saving).toMatchObject({ saved: 998, left: [{ line: 5 }, { line: 900 }] })
    await bulk.save(true)
    expect(jobs.size).toBe(999)
    expect(bulk.getState().saving).toMatchObject({ saved: 999, left: [], isOver: true })
    expect([unsaved(bulk), bulk.countLost()]).toEqual([1, 1])
  })

  it('keeps the rows with their reason that it left, also behind saved rows', async () => {
    const { bulk } = setUp((call, lines) => {
      if (call === 1) return { without: [2] }
      return call === 2 ? { isRefused: true, without: [...lines] } : {}
    })
    await openRows(bulk, 3 * rowsInACommit)
    await bulk.save(false)
    const saved = 2 * rowsInACommit - 1
    expect(bulk.getState().saving).toMatchObject({ saved, seen: saved + 1, left: [{ line: 2 }] })
    expect([unsaved(bulk), bulk.countLost()]).toEqual([rowsInACommit, rowsInACommit + 1])
  })

  it('shows the check again if no row was saved, and what the screen knew if the ledger cannot be read', async () => {
    const { bulk, state } = setUp((call, lines) => (call % 2 === 1 ? { isRefused: true, without: [...lines] } : {}))
    await openRows(bulk, 1)
    await bulk.save(false)
    expect(bulk.getState()).toMatchObject({ error: { code: 'too-much-unsent' }, saving: undefined })

    await openRows(bulk, 2 * rowsInACommit)
    Object.assign(state, { calls: 1, isLedgerGone: true })
    await bulk.save(false)
    expect(bulk.getState().saving).toMatchObject({ seen: rowsInACommit, saved: rowsInACommit, isOver: true })
  })

  it('does not count rows that became a job before: such a job may have other values, or be dropped', async () => {
    const dropped = [2, 3]
    const { bulk, jobs } = setUp((call, lines) =>
      call === 1 ? { isRefused: true, without: [...lines] } : { without: dropped },
    )
    for (const line of dropped) jobs.add(line)
    await openRows(bulk, 6)
    await bulk.save(false)
    expect(bulk.getState().saving).toBeUndefined()
    await bulk.save(false)
    expect(bulk.getState().saving).toMatchObject({ saved: 4, seen: 6, left: [{ line: 2 }, { line: 3 }] })
  })

  it('runs once if it is begun twice', async () => {
    const { bulk, state } = setUp(() => ({}))
    await openRows(bulk, 2 * rowsInACommit)
    await Promise.all([bulk.save(false), bulk.save(false)])
    expect(state.calls).toBe(2)
  })
})
