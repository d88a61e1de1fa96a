import { onTestFinished } from 'vitest'
import { startApp, type AppProcess } from '../../faults/start-app.ts'
import type { PlatformProcess } from '../../faults/start-platform.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { openApp } from '../../fakes/test-app.ts'
import { asDesk, createLine, type Desk, type Hub } from './open-fleet.ts'

const passphrase = 'open the box, please'
const times = { longestProcessingSeconds: 1, timeoutSeconds: 5, concurrency: 4 }

/** The office, which is a supervisor's, on a platform in a process of its own. */
export async function openOffice(hub: Hub, platform: PlatformProcess): Promise<Desk> {
  const { line, transport } = createLine(hub.url)
  const app = await openApp(makeFolder(), { transport })
  await app.call('vault.protect', { passphrase })
  const { url, authToken, crmService, cmsService } = platform.address
  const form = { name: 'North', colour: 'teal' as const, baseUrl: url, crmService, cmsService }
  const { id } = await app.call('connection.add', { form, token: authToken })
  const { connections } = await app.call('app.snapshot', {})
  const settings = connections.find((one) => one.settings.id === id)?.settings
  if (settings === undefined) throw new Error('The connection was not added')
  await app.call('connection.save', { ...settings, ...times, hostnames: ['tv.coast.example', 'tv.north.example'] })
  await app.call('fleet.join', { code: await hub.firstCode(), hub: hub.url, name: 'Office' })
  return asDesk(app, line)
}

/** A laptop in a process of its own, which can be killed. It has joined, and its queue is paused. */
export async function openLaptop(
  folder: string,
  hub: Hub,
  office: Desk,
  platform: PlatformProcess,
): Promise<AppProcess> {
  const { code } = await office.call('fleet.invite', { role: 'station', hours: 1 })
  const laptop = startApp(folder)
  onTestFinished(async () => {
    laptop.kill()
    await laptop.ended
  })
  laptop.order({ order: 'open', passphrase, connect: { ...platform.address, ...times } })
  await laptop.next('ready')
  laptop.order({ order: 'pause' })
  await laptop.next('paused')
  laptop.order({ order: 'join', hub: hub.url, code, name: 'Van 12' })
  await laptop.next('joined')
  return laptop
}

/** The same laptop after it was killed. */
export async function wake(folder: string): Promise<AppProcess> {
  const laptop = startApp(folder)
  onTestFinished(async () => {
    laptop.kill()
    await laptop.ended
  })
  laptop.order({ order: 'open', passphrase })
  await laptop.next('ready')
  return laptop
}

export async function listJobs(laptop: AppProcess) {
  laptop.order({ order: 'list' })
  return (await laptop.next('jobs')).jobs
}

export async function readJob(laptop: AppProcess, id: string) {
  laptop.order({ order: 'read', id })
  return (await laptop.next('job')).job
}
