import type { App, Handlers } from '../../src/main/app.ts'
import type { Channel } from '../../src/shared/bridge/contract.ts'
import type { BridgeEvent } from '../../src/shared/bridge/bridge.ts'
import { channels } from '../../src/shared/bridge/contract.ts'
import type { Snapshot } from '../../src/shared/bridge/snapshot.ts'
import { openPolicy } from '../../src/shared/domain/policy.ts'
import { fail, succeed } from '../../src/shared/result.ts'

/** The snapshot of an app that was never used. */
export const emptySnapshot: Snapshot = {
  host: 'loopback',
  version: '0.0.0',
  installation: 'test',
  vault: { state: 'new', protection: 'none' },
  who: { state: 'nobody', technicians: [] },
  policy: { state: 'none', rules: openPolicy },
  storage: { state: 'ok', folder: '/nowhere' },
  preferences: {
    technician: '',
    stationName: '',
    appearance: 'system',
    language: 'system',
    scannerPrefix: '',
    scannerSuffix: '',
    scannerLearnt: null,
    serialPatterns: [],
    labelHabits: [],
    handoutPaper: 'a5',
    handoutLanguage: 'screen',
    retentionDays: 30,
    lockAfterMinutes: 5,
    sounds: true,
    notifications: false,
    missions: { done: [] },
  },
  connections: [],
  counts: {
    saved: 0,
    sending: 0,
    checking: 0,
    waiting: 0,
    needsYou: 0,
    refused: 0,
    unconfirmed: 0,
    done: 0,
    dropped: 0,
  },
  paused: false,
  maintenance: { quarantined: 0, notices: [], sendLocked: false },
  update: { status: { state: 'elsewhere', by: 'browser' } },
}

/** An app that records each call, answers every channel with a minimal valid response, and pushes events on request. */
export interface FakeApp extends App {
  readonly calls: readonly { readonly channel: Channel; readonly request: unknown }[]
  readonly push: (event: BridgeEvent) => void
  readonly listeners: () => number
  readonly running: () => boolean
  readonly leaveUnsent: (jobs: number) => void
}

/** A new fake app. `replaced` handlers are used instead of its own. */
export function createFakeApp(replaced: Partial<Handlers> = {}): FakeApp {
  const calls: { channel: Channel; request: unknown }[] = []
  const listeners = new Set<(event: BridgeEvent) => void>()
  let running = false
  let unsent = 0
  const plain: Partial<Record<Channel, unknown>> = {
    'app.snapshot': emptySnapshot,
    'connection.start-training': { id: 'training' },
    'connection.test': { checks: [], usable: false },
    'connection.add': { id: 'added' },
    'connection.read-authority': { pem: '', certificates: [] },
    'connection.fetch-products': { kind: 'listed', products: [] },
    'connection.write-file': { name: 'operator.setdesk-connections', folder: '/nowhere', text: '' },
    'connection.read-file': { ok: true, connections: [], stamp: '' },
    'connection.take-file': { added: 0, changed: 0 },
    'app.opened-file': { name: 'north.setdesk-connections' },
    'draft.read': {},
    'box.look-up': { jobs: [], holders: [] },
    'customer.look-up': {},
    'job.save': { id: 'job' },
    'job.list': { jobs: [], hasMore: false },
    'maintenance.list-backups': { backups: [], folder: '/nowhere' },
    'maintenance.back-up': { name: 'backup.db' },
    'maintenance.restore': { jobs: 0 },
    'maintenance.export-work': { name: 'work.setdesk', file: '', jobs: 1, left: 0, otherSettings: 0 },
    'maintenance.check-records': { checked: 0, changed: [], removed: 0 },
    'maintenance.count-unfinished': { jobs: 0, connectionIds: [] },
    'maintenance.fingerprint': { fingerprint: '0000-1111-2222-3333-4444' },
    'maintenance.read-work': {
      digest: '0'.repeat(64),
      source: 'AB23CD',
      kind: 'transfer',
      isChecked: true,
      sender: 'known',
      jobs: [],
    },
    'maintenance.import-work': { taken: 0, known: 0 },
  }
  const missing = fail({ code: 'not-found', message: 'There is no such job.', retryable: false } as const)
  const counted = (Object.keys(channels) as Channel[]).map((channel) => [
    channel,
    async (request: never) => {
      calls.push({ channel, request })
      const own = replaced[channel] as ((request: never) => Promise<unknown>) | undefined
      if (own !== undefined) return await own(request)
      return channel === 'job.read' ? missing : succeed(plain[channel] ?? {})
    },
  ])

  return {
    handlers: Object.fromEntries(counted) as Handlers,
    offerBox: () => undefined,
    offerFile: () => undefined,
    offered: () => ({ box: undefined, file: undefined }),
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: async () => void (running = true),
    stop: async () => void (running = false),
    lock: () => undefined,
    unsent: () => unsent,
    readyUpdate: () => undefined,
    calls,
    push: (event) => listeners.forEach((listener) => listener(event)),
    listeners: () => listeners.size,
    running: () => running,
    leaveUnsent: (jobs) => void (unsent = jobs),
  }
}
