import { describe, expect, it, vi } from 'vitest'
import { piecesAtOnce, saveRows, type Saving } from '../../../../../src/renderer/src/features/bulk/bulk-state.ts'
import type { WrittenRows } from '../../../../../src/renderer/src/features/bulk/list/read-row.ts'
import { type LeftRow, rowsInACommit } from '../../../../../src/shared/bridge/bulk-channels.ts'
import { makeError } from '../../../../fakes/bridge.ts'

const begun = (total: number, from: Partial<Saving> = {}): Saving => ({
  batch: '0'.repeat(32),
  total,
  seen: 0,
  saved: 0,
  left: [],
  isOver: false,
  ...from,
})

/** A list of good rows. The line of each row is its index plus 1. */
function setUp(
  options: { readonly stopAfter?: number; readonly failAfter?: number; readonly left?: readonly LeftRow[] } = {},
) {
  const shown: Saving[] = []
  const settled: number[] = []
  const brought: number[] = []
  const isAt = (limit: number | undefined): boolean => limit !== undefined && brought.length >= limit
  return {
    shown,
    settled,
    brought,
    deps: {
      goodRows: async (from: number, count: number) => ({
        lines: Array.from({ length: count }, (_, index) => from + index + 1),
        text: '',
      }),
      save: async ({ lines }: WrittenRows) => {
        if (isAt(options.failAfter)) return { ok: false as const, error: makeError('storage-full') }
        brought.push(...lines)
        const left = (options.left ?? []).filter(({ line }) => lines.includes(line))
        return { ok: true as const, value: { saved: lines.length - left.length, left: [...left] } }
      },
      isStopped: () => isAt(options.stopAfter),
      show: (saving: Saving) => shown.push(saving),
      settle: (lines: readonly number[]) => settled.push(...lines),
    },
  }
}

describe('saving a list', () => {
  it('covers every row once, in pieces, and reports progress after each piece', async () => {
    const { deps, shown, brought, settled } = setUp()
    const total = rowsInACommit * 2 + 7
    expect(await saveRows(begun(total), deps)).toBeUndefined()
    expect(brought).toEqual(Array.from({ length: total }, (_, index) => index + 1))
    expect(settled).toEqual(brought)
    expect(shown.map(({ saved, isOver }) => [saved, isOver])).toEqual([
      [0, false],
      [rowsInACommit, false],
      [rowsInACommit * 2, false],
      [total, false],
      [total, true],
    ])
  })

  it('can be stopped by the technician and continued later', async () => {
    const total = rowsInACommit * (piecesAtOnce + 2)
    const stopped = setUp({ stopAfter: rowsInACommit * 2 })
    await saveRows(begun(total), stopped.deps)
    const last = stopped.shown.at(-1) ?? begun(0)
    expect(last).toMatchObject({ seen: rowsInACommit * 2, saved: rowsInACommit * 2, total, isOver: true })

    const further = setUp()
    await saveRows(last, further.deps)
    expect(further.brought[0]).toBe(rowsInACommit * 2 + 1)
    expect(further.shown.at(-1)).toMatchObject({ seen: total, saved: total, isOver: true })
  })

  it('sends several pieces at the same time, in order, and ends only when all are answered', async () => {
    const { deps, shown } = setUp()
    const replies: (() => void)[] = []
    const asked: number[] = []
    const saving = saveRows(begun(rowsInACommit * (piecesAtOnce + 1)), {
      ...deps,
      save: async (rows) => {
        const isLast = asked.push(rows.lines[0] ?? 0) > piecesAtOnce
        await new Promise<void>((resolve) => replies.push(resolve))
        return isLast ? { ok: false, error: makeError('storage-full') } : await deps.save(rows)
      },
    })
    await vi.waitUntil(() => asked.length === piecesAtOnce)
    expect(asked).toEqual(Array.from({ length: piecesAtOnce }, (_, piece) => piece * rowsInACommit + 1))
    replies[0]?.()
    await vi.waitUntil(() => asked.length === piecesAtOnce + 1)
    expect(shown.at(-1)?.seen).toBe(rowsInACommit)
    for (const answer of replies.slice(1)) answer()
    expect(await saving).toMatchObject({ code: 'storage-full' })
    expect(shown.at(-1)).toMatchObject({ seen: rowsInACommit * piecesAtOnce, isOver: true })
  })

  it('settles the rows of pieces that were saved after a failed piece, but does not count them', async () => {
    const { deps, shown, settled } = setUp()
    const save: typeof deps.save = async (rows) =>
      rows.lines[0] === 1 ? { ok: false, error: makeError('storage-full') } : await deps.save(rows)
    expect(await saveRows(begun(rowsInACommit * 2), { ...deps, save })).toMatchObject({ code: 'storage-full' })
    expect(settled).toEqual(Array.from({ length: rowsInACommit }, (_, index) => rowsInACommit + index + 1))
    expect(shown.at(-1)).toMatchObject({ seen: 0, saved: 0, isOver: true })
  })

  it('reports why it failed, and how many rows were saved before', async () => {
    const { deps, shown } = setUp({ failAfter: rowsInACommit })
    expect(await saveRows(begun(rowsInACommit * 2), deps)).toMatchObject({ code: 'storage-full' })
    expect(shown.at(-1)).toMatchObject({ seen: rowsInACommit, saved: rowsInACommit, isOver: true })
  })

  it('reports the rows that were not saved, and settles a row whose box is in a job already', async () => {
    const left: LeftRow[] = [
      { line: 2, code: 'box-in-job', jobId: 'a' },
      { line: 3, code: 'bad-request' },
    ]
    const { deps, shown, settled } = setUp({ left })
    await saveRows(begun(4), deps)
    expect(shown.at(-1)).toMatchObject({ saved: 2, left, isOver: true })
    expect(settled).toEqual([1, 2, 4])
  })
})
