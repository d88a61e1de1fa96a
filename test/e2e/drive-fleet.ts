import type { Page } from 'playwright'
import { afterAll } from 'vitest'
import { createHubClient, startHubProcess } from '../fakes/hub/hub-process.ts'
import { enrolByCode, makeStatus, type PlayedStation } from '../fakes/hub/played-station.ts'
import { call, field, press, sees } from './drive.ts'

/** The real hub on PGlite, with the code of its first supervisor, for all tests of a file. */
export async function openHubForFile() {
  const hub = await startHubProcess(['--try', '--port', '0', '--address-rate', '1000'])
  const { url, code = '' } = hub.printed
  const client = createHubClient(url)
  afterAll(async () => {
    client.close()
    await hub.kill()
  })
  return { url, code, ask: client.ask, kill: () => hub.kill() }
}

export type OpenHub = Awaited<ReturnType<typeof openHubForFile>>

/** Opens a place by its path, as a link does. */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = `#${to}`
  }, path)
}

/** Joins the fleet on the page of the settings. */
export async function joinFleet(page: Page, hub: string, code: string, name: string): Promise<void> {
  await openPath(page, '/settings/fleet')
  await field(page, 'Address of the hub').fill(hub)
  await field(page, 'One-time code').fill(code)
  await field(page, 'Name of this computer').fill(name)
  await press(page, 'Join the fleet')
  await page.locator('[data-link="reached"]').waitFor()
  await sees(page, /The hub was reached/)
}

/** Makes a code as the supervisor and plays a station that joins with it. */
export async function enrolPlayed(page: Page, hub: OpenHub, name: string, group?: string): Promise<PlayedStation> {
  const { code } = await call(page, 'fleet.invite', {
    role: 'station',
    hours: 1,
    ...(group !== undefined && { group }),
  })
  const station = await enrolByCode(hub.ask, code, name)
  await station.call('status.put', makeStatus())
  return station
}

/** The row of a computer on the board. */
export const rowOf = (page: Page, name: string) => page.locator(`[data-station="${name}"]`)
