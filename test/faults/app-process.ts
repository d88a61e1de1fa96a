/**
 * The app on a data folder (first argument), as a host runs it. Can be killed at any moment; takes its orders as lines. With
 * `--points` it can be struck at a named point.
 */
import { createDispatch } from '../../src/main/bridge/dispatch.ts'
import { compose } from '../../src/main/compose.ts'
import { ownFolder } from '../../src/main/host/folder-owner.ts'
import { openConfFile } from '../../src/main/host/settings.ts'
import { createHostPorts } from '../../src/main/host/host-ports.ts'
import type { Channel, Request, Response } from '../../src/shared/bridge/contract.ts'
import type { Counts } from '../../src/shared/bridge/snapshot.ts'
import type { JobSummary } from '../../src/shared/domain/job.ts'
import { giveLine, takeLines } from './json-lines.ts'
import type { AppPlatform, AppTimes, Order, Strike, Told } from './orders.ts'
import { watchPoints } from './watch-points.ts'

const tell = (told: Told): void => giveLine(process.stdout, told)

const dataFolder = process.argv[2] ?? ''
const owned = ownFolder(dataFolder, Date.now())
if (!owned.ok) throw new Error(`The folder cannot be owned: ${owned.error.reason}`)

let strike: Strike | undefined
const passed = new Map<string, number>()
/** Kills itself at the ordered point, with the same signal that is used from outside. */
const passBy = (point: string): void => {
  const nth = (passed.get(point) ?? 0) + 1
  passed.set(point, nth)
  if (nth === 1) tell({ told: 'passed', point })
  if (point === strike?.point && nth === strike.nth) process.kill(process.pid, 'SIGKILL')
}

const ports = createHostPorts({
  host: 'loopback',
  version: '0.0.0',
  dataFolder,
  keyStore: { kind: 'passphrase' },
  openFile: openConfFile,
})
const hasPoints = process.argv.includes('--points')
const app = compose(hasPoints ? { ...ports, transport: watchPoints(ports.transport, passBy) } : ports)
const dispatch = createDispatch(app.handlers, ports.log)
app.listen((event) => {
  if (event.name === 'snapshot') tell({ told: 'unfinished', count: unfinished(event.payload.counts) })
})

let opened = Promise.resolve()
takeLines(process.stdin, (line) => {
  const order = line as Order
  if (order.order === 'open') opened = open(order)
  else void opened.then(() => obey(order))
})
process.stdin.on('end', () => process.exit(0))

async function open(order: Extract<Order, { readonly order: 'open' }>): Promise<void> {
  const { passphrase, connect } = order
  strike = order.strike
  await app.start()
  if (connect === undefined) {
    await call('vault.unlock', { passphrase })
  } else {
    await call('vault.protect', { passphrase })
    await settleConnection(connect)
  }
  tell({ told: 'ready' })
}

async function settleConnection(settings: AppPlatform & AppTimes): Promise<void> {
  const { url, authToken, crmService, cmsService, ...times } = settings
  const form = { name: 'North', colour: 'teal' as const, baseUrl: url, crmService, cmsService }
  const { id } = await call('connection.add', { form, token: authToken })
  const { connections } = await call('app.snapshot', {})
  const added = connections.find(({ settings }) => settings.id === id)
  if (added === undefined) throw new Error('The connection was not added')
  const hostnames = ['tv.coast.example', 'tv.north.example']
  await call('connection.save', { ...added.settings, ...times, hostnames })
}

async function obey(order: Exclude<Order, { readonly order: 'open' }>): Promise<void> {
  switch (order.order) {
    case 'save': {
      const { draftId, intent } = order
      const reply = await dispatch('job.save', { draftId, intent, evenIfKnown: true })
      if (reply.ok) return tell({ told: 'saved', draftId, id: (reply.value as { readonly id: string }).id })
      return tell({ told: 'not-saved', draftId, code: reply.error.code })
    }
    case 'join': {
      const { hub, code, name } = order
      await call('fleet.join', { hub, code, name })
      return tell({ told: 'joined' })
    }
    case 'list':
      return tell({ told: 'jobs', jobs: await listAll() })
    case 'read':
      return tell({ told: 'job', job: await call('job.read', { id: order.id }) })
    case 'pause':
      await call('queue.pause', {})
      return tell({ told: 'paused' })
    case 'resume':
      await call('queue.resume', {})
      return tell({ told: 'resumed' })
    case 'end':
      await app.stop()
      process.exit(0)
  }
}

async function listAll(): Promise<readonly JobSummary[]> {
  const all: JobSummary[] = []
  for (;;) {
    const before = all.at(-1)?.sequence
    const page = await call('job.list', { limit: 200, ...(before !== undefined && { before }) })
    all.push(...page.jobs)
    if (!page.hasMore) return all
  }
}

async function call<C extends Channel>(channel: C, request: Request<C>): Promise<Response<C>> {
  const reply = await dispatch(channel, request)
  if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply.error)}`)
  return reply.value as Response<C>
}

function unfinished({ saved, sending, checking, waiting }: Counts): number {
  return saved + sending + checking + waiting
}
