import { expect, it } from 'vitest'
import { readHandouts } from '../../../../../src/renderer/src/features/bulk/panels/batch-handouts.tsx'
import type { Bridge } from '../../../../../src/shared/bridge/bridge.ts'
import { makeJob, northConnection } from '../../../../fakes/world.ts'

const ground = { connection: { settings: northConnection }, preferences: { stationName: '' } }

/** A bridge for a list of jobs. `isDone` says which lines are finished. */
function bridgeOf(
  lines: number,
  isDone: (line: number) => boolean,
  hasLogIn: (line: number) => boolean = () => true,
): Bridge {
  const one = makeJob('done', 1, 0)
  const { intent } = one
  if (intent.kind !== 'new-customer') throw new Error('another kind')
  const jobAt = (line: number) => ({
    ...one,
    intent: hasLogIn(line) ? intent : { ...intent, logIn: {} },
    summary: {
      ...one.summary,
      userid: hasLogIn(line) ? '1234567890' : undefined,
      id: String(line),
      state: isDone(line) ? ('done' as const) : ('saved' as const),
    },
  })
  const rows = Array.from({ length: lines }, (_, index) => ({ line: index + 1, job: jobAt(index + 1).summary }))
  const call = (channel: string, request: { readonly after: number; readonly limit: number; readonly id: string }) => {
    if (channel === 'job.read') return { ok: true, value: jobAt(Number(request.id)) }
    const from = rows.filter(({ line }) => line > request.after)
    return { ok: true, value: { rows: from.slice(0, request.limit), hasMore: from.length > request.limit } }
  }
  return { call: async (channel: string, request: never) => await Promise.resolve(call(channel, request)) } as never
}

const none = { seen: new Set<string>(), printed: 0 }

async function read(bridge: Bridge, before: { readonly seen: ReadonlySet<string>; readonly printed: number }) {
  const portion = await readHandouts(bridge, 'batch', before, ground)
  if ('error' in portion) throw new Error(portion.error.message)
  return portion
}

it('the handouts of a list come in runs of 200, and no finished job is left out or printed twice', async () => {
  const bridge = bridgeOf(450, () => true)
  const first = await read(bridge, none)
  const second = await read(bridge, first)
  const third = await read(bridge, second)
  expect([first, second, third].map(({ handouts }) => handouts.length)).toEqual([200, 200, 50])
  expect(third.seen).toEqual(new Set(Array.from({ length: 450 }, (_, index) => String(index + 1))))
})

it('a job that is finished only after its neighbours were printed is in the next run', async () => {
  const first = await read(
    bridgeOf(10, (line) => line !== 3),
    none,
  )
  expect(first.seen.size).toBe(9)
  const next = await read(
    bridgeOf(10, () => true),
    first,
  )
  expect(next.handouts).toHaveLength(1)
  expect(next.seen.has('3')).toBe(true)
})

it('finished jobs without a handout are not counted among the handouts', async () => {
  const bridge = bridgeOf(
    450,
    () => true,
    (line) => line % 2 === 0,
  )
  const first = await read(bridge, none)
  // The 25 jobs that are left have a handout each.
  expect(first.seen.size).toBe(425)
  const second = await read(bridge, first)
  expect([first, second].map(({ handouts, printed }) => [handouts.length, printed])).toEqual([
    [200, 200],
    [25, 225],
  ])
  expect(second.seen.size).toBe(450)
})
