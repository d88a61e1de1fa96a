import { expect, it } from 'vitest'
import { readHandouts } from '../../../../../src/renderer/src/features/bulk/panels/batch-handouts.tsx'
import type { Bridge } from '../../../../../src/shared/bridge/bridge.ts'
import { makeJob, northConnection } from '../../../../fakes/world.ts'

const ground = { connection: { settings: northConnection }, preferences: { stationName: '' } }

/** A bridge for a list of jobs. `isDone` says which lines are finished. */
function bridgeOf(lines: number, isDone: (line: number) => boolean): Bridge {
  const one = makeJob('done', 1, 0)
  const jobAt = (line: number) => ({
    ...one,
    summary: { ...one.summary, id: String(line), state: isDone(line) ? ('done' as const) : ('saved' as const) },
  })
  const rows = Array.from({ length: lines }, (_, index) => ({ line: index + 1, job: jobAt(index + 1).summary }))
  const call = (channel: string, request: { readonly after: number; readonly limit: number; readonly id: string }) => {
    if (channel === 'job.read') return { ok: true, value: jobAt(Number(request.id)) }
    const from = rows.filter(({ line }) => line > request.after)
    return { ok: true, value: { rows: from.slice(0, request.limit), hasMore: from.length > request.limit } }
  }
  return { call: async (channel: string, request: never) => await Promise.resolve(call(channel, request)) } as never
}

async function read(bridge: Bridge, before: ReadonlySet<string>) {
  const portion = await readHandouts(bridge, 'batch', before, ground)
  if ('error' in portion) throw new Error(portion.error.message)
  return portion
}

it('the handouts of a list come in runs of 200, and no finished job is left out or printed twice', async () => {
  const bridge = bridgeOf(450, () => true)
  const first = await read(bridge, new Set())
  const second = await read(bridge, first.seen)
  const third = await read(bridge, second.seen)
  expect([first, second, third].map(({ handouts }) => handouts.length)).toEqual([200, 200, 50])
  expect(third.seen).toEqual(new Set(Array.from({ length: 450 }, (_, index) => String(index + 1))))
})

it('a job that is finished only after its neighbours were printed is in the next run', async () => {
  const { seen } = await read(
    bridgeOf(10, (line) => line !== 3),
    new Set(),
  )
  expect(seen.size).toBe(9)
  const next = await read(
    bridgeOf(10, () => true),
    seen,
  )
  expect(next.handouts).toHaveLength(1)
  expect(next.seen.has('3')).toBe(true)
})
