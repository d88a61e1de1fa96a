import type { Request, Response } from '../../src/shared/bridge/contract.ts'
import type { ActivityRow } from '../../src/shared/domain/activity/activity.ts'
import { formatMac } from '../../src/shared/domain/device-identifier.ts'

const toldAt = Date.UTC(2026, 10, 21, 12)

/** A box in a platform's list of a hostname. */
export const makeListedBox = (number: number): Response<'hostname.read'>['boxes'][number] => {
  const value = `001A79${number.toString(16).toUpperCase().padStart(6, '0')}`
  return { text: formatMac(value, 'colon'), identifier: { kind: 'mac', value } }
}

/** A platform's list of a hostname. */
export const makeHostnameList = (count: number): Response<'hostname.read'> => ({
  at: toldAt,
  boxes: Array.from({ length: count }, (_, index) => makeListedBox(index)),
})

/** An audit event on a job. */
export const makeActivityRow = (number: number, more: Partial<ActivityRow> = {}): ActivityRow => ({
  key: `job-${String(number)}`,
  at: toldAt - number * 60_000,
  action: 'saved',
  by: 'A. Moreau',
  job: { id: `job-${String(number)}`, kind: 'new-customer', state: 'done' },
  box: { kind: 'mac', value: '001A794EB210' },
  model: 'MAG 540',
  customerName: 'Rosa Marín',
  userid: '4021770010',
  ...more,
})

const noTally = { jobs: 0, done: 0, underWay: 0, needsYou: 0, dropped: 0, firstTimeRight: 0 }

/** The fake bridge's answers about hostnames and activity. */
export const hostnameAnswers = {
  'hostname.cached': (): Response<'hostname.cached'> => ({}),
  'hostname.read': () => makeHostnameList(3),
  'hostname.in-work': (): Response<'hostname.in-work'> => ({ found: [] }),
  'hostname.add': ({ boxes }: Request<'hostname.add'>) => ({
    ids: boxes.map((_, index) => `job-${String(index)}`),
    left: [],
  }),
  'activity.list': ({ limit }: Request<'activity.list'>) => ({
    rows: Array.from({ length: Math.min(limit, 3) }, (_, index) => makeActivityRow(index)),
  }),
  'activity.statistics': ({ edges }: Request<'activity.statistics'>) => ({
    total: noTally,
    periods: edges.slice(1).map(() => noTally),
    technicians: [],
    reasons: [],
    waits: [0, 0, 0, 0, 0],
    isCut: false,
  }),
  'activity.export-trail': () => ({ name: 'audit-trail-20261121T120000.jsonl', text: '', events: 0 }),
  'activity.export': () => ({ name: 'activity-20261121T120000.csv', text: '', rows: 0 }),
}
