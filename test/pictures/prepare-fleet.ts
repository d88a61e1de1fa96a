import type { Page } from 'playwright'
import { call } from '../e2e/drive.ts'
import { createHubClient, startHubProcess } from '../fakes/hub/hub-process.ts'
import { enrolByCode, makeStatus } from '../fakes/hub/played-station.ts'
import { makeAuditEntries, makeJobId, makeWorkItem } from '../fakes/hub/test-fleet.ts'

const anHour = 3_600_000
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * anHour).toISOString()
const daysAgo = (days: number): string => hoursAgo(days * 24).slice(0, 10)

type Counts = Parameters<typeof makeStatus>[0]

/** Name, group, counts, and how many hours ago the oldest job was saved. */
const laptops: readonly (readonly [name: string, group: string, counts: Counts, oldest?: number])[] = [
  ['Van 12', 'North', { unsent: 3, sending: 1 }, 0.4],
  ['Van 7', 'North', { needsYou: 2, unsent: 1 }, 5],
  ['Counter Lille', 'Counters', {}],
  ['Van 3', 'South', { refused: 1 }, 26],
  ['Van 21', 'South', { unsent: 14 }, 31],
  ['Counter Lyon', 'Counters', { sending: 2 }, 0.1],
  ['Van 9', 'North', {}],
  ['Spare laptop', '', {}],
]

const people = ['A. Moreau', 'J. Weber', 'R. Marín', 'K. Adeyemi']
const products = ['Family', 'Basic', 'Sport weekend']

const totalsOf = (place: number) =>
  [0, 1, 2, 3].map((day) => ({
    day: daysAgo(day),
    technician: people[place % people.length] ?? '',
    product: products[(place + day) % products.length] ?? '',
    done: ((place * 7 + day * 3) % 9) + 2,
    refused: (place + day) % 4 === 0 ? 1 : 0,
  }))

/** Joins a fleet of a hub that runs for as long as the pictures are taken, with other computers in it. Gives what ends the hub. */
export async function prepareFleet(page: Page): Promise<() => Promise<void>> {
  const hub = await startHubProcess(['--try', '--port', '0'])
  const { url, code = '' } = hub.printed
  const client = createHubClient(url)
  await call(page, 'fleet.join', { hub: url, code, name: 'Office' })
  for (const [place, [name, group, counts, oldest]] of laptops.entries()) {
    const invited = await call(page, 'fleet.invite', { role: 'station', hours: 1, ...(group !== '' && { group }) })
    const station = await enrolByCode(client.ask, invited.code, name)
    const more = oldest === undefined ? {} : { oldestJobAt: hoursAgo(oldest) }
    await station.call('status.put', makeStatus(counts, { ...more, totals: totalsOf(place) }))
    const unfinished = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0)
    const items = Array.from({ length: unfinished }, () => makeWorkItem(makeJobId(), 0, 1))
    if (items.length > 0) await station.call('work.put', { items })
    await station.call('audit.append', { entries: makeAuditEntries(3) })
    // Other lines at the same places: somebody rewrote them.
    if (name === 'Van 9') await station.call('audit.append', { entries: makeAuditEntries(3) })
  }
  return async () => {
    client.close()
    await hub.kill()
  }
}
