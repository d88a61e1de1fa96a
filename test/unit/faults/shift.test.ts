import { describe, expect, it } from 'vitest'
import { measureSnapshot } from '../../faults/shift/count-page.ts'
import { judgeHours } from '../../faults/shift/judge-shift.ts'
import { planShift } from '../../faults/shift/plan-shift.ts'
import type { HourFigures } from '../../faults/shift/play-hour.ts'

const host = {
  heap: 40_000_000,
  resident: 90_000_000,
  atWork: 110_000_000,
  handles: { TCPServerWrap: 1, TCPSocketWrap: 1 },
  open: { socket: 3, 'setdesk.db': 1 },
  threads: 11,
  timers: 2,
  listeners: 24,
}
const page = { heap: 9_000_000, documents: 1, shownNodes: 700, looseNodes: 200, listeners: 200, workers: 0 }
const files = { database: 1_000_000, wal: 8_000_000, log: 2000, backups: 3_000_000, backupCount: 3 }

/** An hour with the figures of the first one, except for the given changes. */
const anHour = (number: number, changed: Partial<HourFigures> = {}): HourFigures => ({
  at: number * 3_600_000,
  jobs: number * 250,
  host,
  page,
  files,
  ...changed,
})
const afterwards = (changed: Partial<HourFigures>): readonly string[] =>
  judgeHours([anHour(1), anHour(2), anHour(3, changed)])

/** Hours that differ only in their number of timers. */
const withTimers = (...timers: readonly number[]): readonly string[] =>
  judgeHours(timers.map((count, index) => anHour(index + 1, { host: { ...host, timers: count } })))

describe('the evaluation of a shift', () => {
  it('accepts a figure that rises in one hour and falls in the next', () => {
    expect(judgeHours([anHour(1), anHour(2, { host: { ...host, timers: 9 } }), anHour(3)])).toEqual([])
    expect(afterwards({ host: { ...host, heap: host.heap * 1.09 } })).toEqual([])
  })

  it('accepts a count that goes up and down, and reports one that grows slowly', () => {
    expect(withTimers(2, 3, 2, 3, 3, 2, 3, 3)).toEqual([])
    expect(withTimers(2, 2, 2, 2, 3, 3, 3, 4)).toHaveLength(1)
  })

  it('reports an hour in which a figure was not measured', () => {
    expect(afterwards({ host: { ...host, resident: Number.NaN } })).toHaveLength(1)
  })

  it('allows more growth if a shift has had few jobs', () => {
    const larger = { ...host, heap: host.heap * 1.25 }
    expect(judgeHours([anHour(1, { jobs: 50 }), anHour(2, { host: larger })])).toEqual([])
    expect(
      judgeHours([anHour(1, { jobs: 50 }), anHour(2, { host: { ...host, heap: host.heap * 1.31 } })]),
    ).toHaveLength(1)
  })

  it.each([
    ['heap of the main process', { host: { ...host, heap: host.heap * 1.11 } }],
    ['resident memory of the main process', { host: { ...host, resident: host.resident * 1.11 } }],
    ['heap of the page', { page: { ...page, heap: page.heap * 1.11 } }],
    ['loose nodes of the page', { page: { ...page, looseNodes: 201 } }],
    ['handles of TCPSocketWrap', { host: { ...host, handles: { ...host.handles, TCPSocketWrap: 2 } } }],
    ['handles of MessagePort', { host: { ...host, handles: { ...host.handles, MessagePort: 1 } } }],
    ['open setdesk.db', { host: { ...host, open: { ...host.open, 'setdesk.db': 2 } } }],
    ['threads', { host: { ...host, threads: 12 } }],
    ['timers', { host: { ...host, timers: 3 } }],
    ['listeners of the main process', { host: { ...host, listeners: 25 } }],
    ['documents of the page', { page: { ...page, documents: 2 } }],
    ['listeners of the page', { page: { ...page, listeners: 201 } }],
    ['workers of the page', { page: { ...page, workers: 1 } }],
    ['the database', { files: { ...files, database: 100_000_000 } }],
    ['write-ahead log', { files: { ...files, wal: 80_000_000 } }],
    ['log', { files: { ...files, log: 3_000_000 } }],
    ['backups', { files: { ...files, backupCount: 6 } }],
  ])('reports that %s grew, and nothing else', (name, changed) => {
    const found = afterwards(changed)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(name)
  })
})

describe('the plan of a shift', () => {
  const plan = planShift({ seed: 7, activations: 200, hours: 4 })

  it('assigns every activation to one hour: at the counter, in a list or on the page', () => {
    const sizes = plan.map(({ works, list, onPage }) => [works.length, list.length, onPage.length])
    expect(sizes.flat().reduce((sum, size) => sum + size, 0)).toBe(200)
    for (const hour of sizes) expect(Math.min(...hour)).toBeGreaterThan(0)
    const boxes = plan.flatMap(({ onPage }) => onPage.map(({ mac }) => mac))
    expect(new Set(boxes).size).toBe(boxes.length)
  })

  it('is the same for the same seed, and different for another one', () => {
    expect(planShift({ seed: 7, activations: 200, hours: 4 })).toEqual(plan)
    expect(planShift({ seed: 8, activations: 200, hours: 4 })).not.toEqual(plan)
  })
})

it('the measured heap of a page does not include compiled code and records of the debugger', () => {
  const snapshot = {
    snapshot: {
      meta: { node_fields: ['type', 'name', 'id', 'self_size'], node_types: [['object', 'code', 'native']] },
    },
    strings: ['Job', 'render', 'blink::NetworkResourcesData::ResourceData', 'blink::Element'],
    nodes: [0, 0, 1, 10, 1, 1, 2, 200, 2, 2, 3, 3000, 2, 3, 4, 40_000],
  } as const
  expect(measureSnapshot(snapshot)).toBe(40_010)
})
