import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPlatform } from '../../fakes/test-app.ts'
import { createHastyClock } from './hasty-clock.ts'
import { openComputer, startAgain } from './work.ts'

test('a damaged ledger that was last written long ago is kept for the retention period after it was set aside', async () => {
  const before = await openComputer(await openPlatform())
  await before.stop()
  const path = join(before.folder, 'setdesk.db')
  writeFileSync(path, readFileSync(path).fill(0x55, 4096))
  const longAgo = new Date(Date.now() - 40 * 86_400_000)
  for (const name of readdirSync(before.folder)) utimesSync(join(before.folder, name), longAgo, longAgo)
  const clock = createHastyClock()
  const app = await startAgain(before.folder, { clock })
  await app.call('maintenance.start-afresh', {})
  const setAside = () => readdirSync(app.folder).filter((name) => name.startsWith('setdesk.damaged-'))

  const sweeps = clock.hourlyWaits()
  await expect.poll(clock.hourlyWaits, { timeout: 8000 }).toBeGreaterThanOrEqual(sweeps + 2)
  expect(setAside()).not.toEqual([])

  clock.passDays(31)
  await expect.poll(setAside, { timeout: 8000 }).toEqual([])
})
