import { describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import {
  addFinding,
  FoundCustomers,
  Holders,
  mayBeName,
  readWanted,
} from '../../../../../src/renderer/src/features/fleet/find-part.tsx'
import {
  dayOf,
  Ranking,
  sumBy,
  sumParts,
  SumTable,
  type Total,
  totalsRows,
} from '../../../../../src/renderer/src/features/fleet/totals/totals-part.tsx'
import { writeCsv } from '../../../../../src/shared/domain/csv-cell.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'
import { renderWords } from '../../../../fakes/render-words.tsx'

const station = { id: '3f0b7c52-8a1d-4e6f-9c35-2d47e1a0b6c8', name: 'Van 12' }

const since = '2027-01-15T08:59:00+00:00'
const tell = (holders: Parameters<typeof Holders>[0]['holders'], known = [station]) =>
  renderWithServices(
    <Router ssrPath="/fleet/find">
      <Holders asked="SN1" holders={holders} stations={known} />
    </Router>,
  )

const tellNames = (finding: Parameters<typeof FoundCustomers>[0]['finding']) =>
  renderWithServices(
    <Router ssrPath="/fleet/find">
      <FoundCustomers name="rosa" finding={finding} isBusy={false} onGoOn={() => undefined} />
    </Router>,
  )

describe('the search over the fleet', () => {
  it('reads a MAC address as a box, and any other text as a serial number, a user ID or a mapping ID', () => {
    expect(readWanted(' 00:1a:79:4e:b2:10 ')).toEqual({ box: { kind: 'mac', value: '001A794EB210' } })
    expect(readWanted('4820913775')).toEqual({
      box: { kind: 'serial', value: '4820913775' },
      userid: '4820913775',
      mappingid: '4820913775',
    })
    expect(readWanted('SN12345', true)).toEqual({ box: { kind: 'serial', value: 'SN12345' } })
    expect(readWanted('  ')).toBeUndefined()
    expect(readWanted('Rosa Marin')).toBeUndefined()
  })

  it('reads a text with a letter as a name, if it is long enough', () => {
    expect(['Rosa Marin', 'Ng', 'محمد'].map(mayBeName)).toEqual([true, true, true])
    expect(['4820913775', 'R', ' R ', '  '].map(mayBeName)).toEqual([false, false, false, false])
  })

  it('adds the results of each further part to those found before', () => {
    const next = { station: '3f0b7c52-8a1d-4e6f-9c35-2d47e1a0b6c8' }
    const first = { jobs: [], opened: 1000, unreadable: 1, next }
    expect(addFinding(first, { jobs: [], opened: 40, unreadable: 2, next })).toEqual({
      ...first,
      opened: 1040,
      unreadable: 3,
    })
    expect(addFinding(first, { jobs: [], opened: 40, unreadable: 0 })).toEqual({
      jobs: [],
      opened: 1040,
      unreadable: 1,
    })
  })

  it('lists unfinished jobs by customer name, and counts the jobs that could not be searched', () => {
    const job = { id: 'a', state: 'saved', changedAt: 0, kind: 'renewal', customerName: 'Rosa Marin', station } as const
    const found = tellNames({ jobs: [job], opened: 6, unreadable: 1 })
    expect(found).toContain('Rosa Marin')
    expect(found).toContain(`/fleet/computers/${station.id}`)
    expect(found).toContain('6 unfinished jobs were searched.')
    expect(found).toContain('1 of them does not open')
    expect(found).toContain('Finished work is not found by name')
    expect(found).not.toContain('Search further')
    const more = tellNames({ jobs: [], opened: 1000, unreadable: 0, next: { station: station.id } })
    expect(more).toContain('No unfinished job for a customer with this name')
    expect(more).toContain('Search further')
  })

  it('shows when the hub got a job, whatever time the computer gave', () => {
    const changedAt = Date.UTC(2027, 0, 14, 12)
    const job = {
      id: 'a',
      state: 'saved',
      changedAt,
      createdAt: Date.UTC(2026, 0, 5, 12),
      kind: 'renewal',
      station,
    } as const
    const found = tellNames({ jobs: [job], opened: 1, unreadable: 0 })
    expect(found).toContain('5 Jan')
    expect(found).toMatch(/at the hub 14 Jan/)
  })

  it('names and links the computer that has a job for the searched box, and says if the job is finished', () => {
    expect(tell([{ station, since, state: 'held' }])).toContain('Van 12 has a job for it')
    expect(tell([{ station, since, state: 'done' }])).toContain('Van 12 finished a job for it')
    expect(tell([{ station, since, state: 'held' }])).toContain(`/fleet/computers/${station.id}`)
    expect(tell([{ station, since, state: 'held' }], [])).not.toContain('/fleet/computers/')
  })

  it('says if no computer has a job for the searched box', () => {
    expect(tell([])).toContain('No computer has SN1')
  })
})

const total = (changed: Partial<Total>): Total => ({
  station: 'a',
  day: '2027-01-15',
  technician: 'Ada',
  product: 'Family',
  done: 1,
  refused: 0,
  ...changed,
})

describe('the totals of the fleet', () => {
  const totals = [
    total({ done: 4 }),
    total({ technician: 'Ben', day: '2027-01-16', done: 2, refused: 5 }),
    total({ station: 'b', day: '2027-01-17', product: '', done: 1 }),
  ]

  it('are summed by name, the largest first', () => {
    expect(sumBy(totals, ({ technician }) => technician)).toEqual([
      { name: 'Ben', done: 2, refused: 5 },
      { name: 'Ada', done: 5, refused: 0 },
    ])
  })

  it('are summed for each part of a period, by its first day', () => {
    expect(sumParts(totals, ['2027-01-15', '2027-01-16', '2027-01-18'])).toEqual([
      { done: 4, refused: 0 },
      { done: 3, refused: 5 },
      { done: 0, refused: 0 },
    ])
    expect(sumParts(totals, ['2027-01-16'])).toEqual([{ done: 3, refused: 5 }])
  })

  it('use the days of this computer’s calendar', () => {
    expect(dayOf(new Date(2027, 0, 5).getTime())).toBe('2027-01-05')
    expect(dayOf(new Date(2027, 0, 5).getTime() - 1)).toBe('2027-01-04')
  })

  const sums = sumBy(totals, ({ product }) => product || 'Without a product')

  it('are shown as a table with the share of finished jobs', () => {
    const table = renderWords(<SumTable first="Product" rows={sums} />)
    for (const words of ['Family', 'Without a product', '55%', '100%']) expect(table).toContain(words)
  })

  it('show the ten highest as bars, and say how many more there are', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ name: `Van ${index}`, done: 20 - index, refused: 1 }))
    const series = [
      { name: 'Done', fill: 'green' },
      { name: 'Refused', fill: 'red' },
    ]
    const chart = renderWords(<Ranking title="By computer" sums={many} series={series} />)
    expect(chart).toContain('Van 9')
    expect(chart).not.toContain('Van 10')
    expect(chart).toContain('2 more in the table below')
    expect(chart).toContain('20 done, 1 refused')
  })

  it('are exported row by row, with no cell that is a formula', () => {
    const rows = totalsRows([total({ technician: '+1' })], new Map([['a', '@Van']]))
    expect(writeCsv(rows.slice(1))).toBe(`"2027-01-15","'@Van","'+1","Family","1","0"\r\n`)
  })
})
