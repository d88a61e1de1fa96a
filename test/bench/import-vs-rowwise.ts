import { createListReader, type ListReader } from '../../src/renderer/src/features/bulk/list/list-reader.ts'
import { guessColumns } from '../../src/renderer/src/features/bulk/list/bulk-fields.ts'
import { type GoodRow, writeRows } from '../../src/renderer/src/features/bulk/list/read-row.ts'
import { saveRows } from '../../src/renderer/src/features/bulk/bulk-state.ts'
import { mostRowsSaved } from '../../src/shared/bridge/bulk-channels.ts'
import { succeed } from '../../src/shared/result.ts'
import { summarise, type Metric } from './metric.ts'
import { listRows as rows, makeList } from './customer-list.ts'
import { openApp, type OpenApp } from './open-app.ts'
import { inMs, inTurn, mustBe } from './paired.ts'
import { median } from './statistics.ts'

/** How many rows of each piece are saved one by one: the whole list would take too long. */
const sample = 80
const pairs = 15

export const importVsRowwise: Metric = {
  key: 'import_vs_rowwise',
  title: `bringing in a list of ${rows} rows, time a row: one commit a row / as the screen does it`,
  gate: { atLeast: 8 },
  async measure() {
    const list = new TextEncoder().encode(makeList())
    const figures = await inTurn(
      pairs,
      () => bringIn(list, saveAtOnce),
      () => bringIn(list, saveSampled),
    )
    const [ours, rowwise] = [median(figures.map(([our]) => our)), median(figures.map(([, their]) => their))]
    return summarise(
      figures.map(([our, their]) => their / our),
      [
        `the screen's way ${inMs(ours)} a row, ${((ours * rows) / 1000).toFixed(1)} s in all; one commit a row ${inMs(rowwise)}, of the first ${sample} in each ${mostRowsSaved}`,
        'either reads the whole list, and every row of either is a job',
      ],
    )
  },
}

interface CheckedList {
  readonly app: OpenApp
  readonly batch: string
  readonly reader: ListReader
}
type TimeSaving = (list: CheckedList) => Promise<number>

/** Milliseconds per row: to open and check the whole list, and to save it with `timeSaving`. */
async function bringIn(list: Uint8Array<ArrayBuffer>, timeSaving: TimeSaving): Promise<number> {
  const app = await openApp()
  try {
    const started = performance.now()
    const { reader, digest } = await check(app, list, rows)
    const read = performance.now() - started
    const { batch } = await app.call('bulk.find', { connectionId: app.connection.id, digest })
    const saving = await timeSaving({ app, batch, reader })
    mustBe('jobs', (await app.call('app.snapshot', {})).counts.saved, rows)
    mustBe('rows of the list', (await app.call('bulk.find', { connectionId: app.connection.id, digest })).saved, rows)
    return read / rows + saving
  } finally {
    await app.close()
  }
}

/** Saves with the screen's own function. */
async function saveAtOnce({ app, batch, reader }: CheckedList): Promise<number> {
  const started = performance.now()
  const begun = { batch, total: rows, seen: 0, saved: 0, left: [], isOver: false }
  const error = await saveRows(begun, {
    goodRows: (from, count) => Promise.resolve(writeRows(reader.goodRows(from, count))),
    save: async ({ text }) => succeed(await saveAll(app, batch, text)),
    isStopped: () => false,
    show: () => undefined,
    settle: () => undefined,
  })
  mustBe('an error', error, undefined)
  return (performance.now() - started) / rows
}

/** Measures the first rows of each piece one by one, then saves the rest at once, because a longer ledger is slower. */
async function saveSampled({ app, batch, reader }: CheckedList): Promise<number> {
  const save = async (from: number, count: number): Promise<void> => {
    const wanted = [...reader.goodRows(from, count)]
    mustBe('rows saved at once', (await saveAll(app, batch, wanted)).saved, wanted.length)
  }
  let took = 0
  let count = 0
  for (let from = 0; from < rows; from += mostRowsSaved) {
    const started = performance.now()
    for (let row = from; row < from + sample; row += 1) await save(row, 1)
    took += performance.now() - started
    count += sample
    await save(from + sample, mostRowsSaved - sample)
  }
  return took / count
}

async function check(app: OpenApp, bytes: Uint8Array<ArrayBuffer>, count: number) {
  const reader = createListReader()
  const opened = await reader.open(bytes)
  if (!opened.ok) throw new Error('The list was not opened')
  const kind = 'new-customer'
  const rules = { kind, columns: guessColumns(opened.header, kind), common: {}, completesMobiles: false } as const
  const { good } = await reader.check(rules, app.connection, () => undefined)
  mustBe('good rows', good, count)
  return { reader, digest: opened.digest }
}

const saveAll = (app: OpenApp, batch: string, rows: GoodRow[] | string) =>
  app.call('bulk.save', { connectionId: app.connection.id, batch, rows, evenIfKnown: false })
