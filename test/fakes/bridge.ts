import type { Bridge, BridgeEvent } from '../../src/shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../../src/shared/bridge/contract.ts'
import type { BridgeError, ErrorCode } from '../../src/shared/bridge/errors.ts'
import type { Snapshot } from '../../src/shared/bridge/snapshot.ts'
import { connectionDefaults, connectionSchema, type Connection } from '../../src/shared/domain/connection/connection.ts'
import { identifierKey } from '../../src/shared/domain/device-identifier.ts'
import { boxOf, type Draft, type Intent, type IntentOf } from '../../src/shared/domain/activation.ts'
import type { BoxWork } from './intents.ts'
import type { JobDetail, JobState } from '../../src/shared/domain/job.ts'
import { makeActionJob } from './action-jobs.ts'
import { consoleAnswers } from './console.ts'
import { answerConnections } from './connections.ts'
import { customerAnswers } from './customers.ts'
import { fleetAnswers } from './fleet.ts'
import { hostnameAnswers } from './hostnames.ts'
import { listAnswers } from './lists.ts'
import { countJobs, makeJob, trainingConnection, type World } from './world.ts'

type Answers = { readonly [C in Channel]: (request: Request<C>) => Response<C> | BridgeError }

/** A bridge in memory. It answers from a world, records the calls, and pushes changes. */
export interface FakeBridge extends Bridge {
  readonly world: World
  readonly calls: readonly { readonly channel: Channel; readonly request: unknown }[]
  readonly emit: (event: BridgeEvent) => void
  /** Changes the snapshot and pushes it. */
  readonly change: (part: Partial<Snapshot>) => void
  /** Puts a job into another state and pushes the change. */
  readonly move: (id: string, state: JobState) => void
  /** Makes the next call of this channel fail with this error. */
  readonly failNext: (channel: Channel, error: BridgeError) => void
}

/** An error of the bridge. */
export function makeError(code: ErrorCode, more: Partial<BridgeError> = {}): BridgeError {
  return { code, message: `Test: ${code}`, retryable: false, ...more }
}

/** Creates the fake bridge. `passphrase` opens a locked vault. */
export function createFakeBridge(world: World, passphrase = 'correct horse'): FakeBridge {
  const listeners = new Set<(event: BridgeEvent) => void>()
  const calls: { readonly channel: Channel; readonly request: unknown }[] = []
  const failures = new Map<Channel, BridgeError>()
  let draft: Draft | undefined
  const scanBatches = new Map<string, string>()

  const emit = (event: BridgeEvent) => {
    for (const listener of listeners) listener(event)
  }
  const change = (part: Partial<Snapshot>) => {
    world.snapshot = { ...world.snapshot, ...part }
    emit({ name: 'snapshot', payload: world.snapshot })
  }
  const move = (id: string, state: JobState) => {
    world.jobs = world.jobs.map((job) => {
      if (job.summary.id !== id) return job
      const fresh = makeJob(state, 1000 - job.summary.sequence, job.summary.createdAt)
      const { why: _, ...summary } = job.summary
      const why = fresh.summary.why
      return { ...job, actions: fresh.actions, summary: { ...summary, state, ...(why === undefined ? {} : { why }) } }
    })
    emit({ name: 'job-changed', payload: { id } })
    change({ counts: countJobs(world.jobs) })
  }
  const saveConnection = (connection: Connection, hasToken: boolean) => {
    const others = world.snapshot.connections.filter(({ settings }) => settings.id !== connection.id)
    change({
      connections: [
        ...others,
        {
          settings: connection,
          hasToken,
          hasProxyLogIn: false,
          isPlainHttpStopped: false,
          link: { state: 'unknown', since: 0 },
        },
      ],
      activeConnectionId: connection.id,
    })
    return { id: connection.id }
  }
  const moveTo = (state: JobState) => (request: { readonly id: string }) => {
    move(request.id, state)
    return {}
  }

  const answers: Answers = {
    'app.snapshot': () => world.snapshot,
    'preferences.save': (part) => {
      const given = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined))
      change({ preferences: { ...world.snapshot.preferences, ...given } })
      return {}
    },
    'vault.protect': () => {
      change({ vault: { state: 'open', protection: 'passphrase' } })
      return {}
    },
    'vault.unlock': (request) => {
      if (request.passphrase !== passphrase) return makeError('wrong-passphrase')
      change({ vault: { ...world.snapshot.vault, state: 'open' } })
      return {}
    },
    'vault.change-passphrase': () => ({}),
    'who.sign-in': ({ id }) => {
      change({ who: { ...world.snapshot.who, state: 'signed-in', current: id } })
      return {}
    },
    'who.sign-out': () => {
      change({ who: { ...world.snapshot.who, state: 'signed-out' } })
      return {}
    },
    'who.active': () => ({}),
    'who.add': () => ({}),
    'who.rename': () => ({}),
    'who.remove': () => ({}),
    'who.set-pin': () => ({}),
    'connection.cut-training': ({ isCut }) => {
      const { isTrainingCut: _, ...whole } = world.snapshot
      world.snapshot = whole
      change(isCut ? { isTrainingCut: true } : {})
      return {}
    },
    'connection.start-training': () => {
      if (world.snapshot.vault.state === 'new') change({ vault: { state: 'open', protection: 'training-file' } })
      return saveConnection(trainingConnection, true)
    },
    'connection.test': ({ form }) =>
      form.baseUrl.includes('wrong')
        ? {
            usable: false,
            checks: [
              { subject: 'address', outcome: 'bad', finding: 'name-not-found' },
              { subject: 'token', outcome: 'not-checked', finding: 'not-reached-yet' },
            ],
          }
        : {
            usable: true,
            checks: [
              { subject: 'address', outcome: 'good', finding: 'reached' },
              {
                subject: 'certificate',
                outcome: form.baseUrl.startsWith('https:') ? 'good' : 'warning',
                finding: form.baseUrl.startsWith('https:') ? 'trusted' : 'plain-http',
              },
              { subject: 'token', outcome: 'good', finding: 'taken' },
              { subject: 'crm-service', outcome: 'good', finding: 'known' },
              { subject: 'cms-service', outcome: 'not-checked', finding: 'shows-with-first-activation' },
            ],
          },
    'connection.add': ({ form }) => {
      if (world.snapshot.host === 'loopback' && world.snapshot.vault.protection !== 'passphrase')
        return makeError('passphrase-needed')
      return saveConnection(
        {
          ...connectionDefaults,
          ...form,
          proxy: form.proxy ?? '',
          authority: form.authority ?? '',
          allowsPlainHttp: form.allowsPlainHttp ?? false,
          id: `c-${form.name}`,
          kind: 'platform',
        },
        true,
      )
    },
    'connection.save': (given) => {
      saveConnection(connectionSchema.parse(given), true)
      return {}
    },
    'connection.replace-token': ({ id }) => {
      change({
        connections: world.snapshot.connections.map((view) =>
          view.settings.id === id ? { ...view, hasToken: true, link: { state: 'reached', since: 0 } } : view,
        ),
      })
      return {}
    },
    'connection.select': ({ id }) => {
      change({ activeConnectionId: id })
      return {}
    },
    ...answerConnections(world, change),
    'draft.read': () => (draft === undefined ? {} : { draft }),
    'draft.save': (request) => {
      draft = request.draft
      return {}
    },
    'draft.discard': () => {
      draft = undefined
      return {}
    },
    'box.look-up': ({ identifier }) => ({
      jobs: world.jobs
        .map(({ summary }) => summary)
        .filter(({ box }) => box !== undefined && identifierKey(box) === identifierKey(identifier)),
      holders: [],
    }),
    'customer.look-up': ({ userid }) =>
      userid === '' || userid === 'nobody'
        ? {}
        : {
            customer: {
              userid,
              name: 'Rosa Marín',
              mobile: '+33698765432',
              status: 'Active',
              endDate: '2027-03-02',
              product: 'Family',
            },
          },
    ...customerAnswers,
    'job.save': ({ intent }) => {
      const number = 1000 - (world.jobs[0]?.summary.sequence ?? 1000) - 1
      const at = world.jobs[0]?.summary.createdAt ?? 0
      const job =
        intent.kind === 'console' || hasBox(intent)
          ? makeSavedJob(intent, number, at)
          : makeActionJob(intent, 'saved', number, at)
      world.jobs = [job, ...world.jobs]
      emit({ name: 'job-changed', payload: { id: job.summary.id } })
      change({ counts: countJobs(world.jobs) })
      return { id: job.summary.id }
    },
    ...hostnameAnswers,
    'bulk.find': () => ({ batch: '0'.repeat(32), saved: 0 }),
    'bulk.save': ({ rows }) => ({
      saved: (typeof rows === 'string' ? (JSON.parse(rows) as readonly unknown[]) : rows).length,
      left: [],
    }),
    'bulk.write-file': () => ({}),
    'bulk.progress': () => ({ counts: {}, withoutHostname: {} }),
    'bulk.results': () => ({ rows: [], hasMore: false }),
    'scan-batch.read': ({ place }) => ({ text: scanBatches.get(place) ?? '' }),
    'scan-batch.save': ({ place, text, was }) => {
      if (was !== undefined && was !== (scanBatches.get(place) ?? '')) return makeError('changed-meanwhile')
      scanBatches.set(place, text)
      return {}
    },
    ...listAnswers(),
    'task.list': () => ({ tasks: [] }),
    'task.tick': () => ({}),
    'job.list': ({ states, before, limit }) => {
      const rows = world.jobs
        .map(({ summary }) => summary)
        .filter(({ state }) => states === undefined || states.includes(state))
        .filter(({ sequence }) => before === undefined || sequence < before)
      return { jobs: rows.slice(0, limit), hasMore: rows.length > limit }
    },
    'job.read': ({ id }) => world.jobs.find(({ summary }) => summary.id === id) ?? makeError('not-found'),
    'job.subscription-status': () => ({ status: 'Pending', endDate: '2027-11-21', product: 'Family' }),
    'job.check-again': moveTo('checking'),
    'job.it-is-there': moveTo('done'),
    'job.send-again': moveTo('sending'),
    'job.correct': (request) => {
      world.jobs = world.jobs.map((job) =>
        job.summary.id === request.id ? { ...job, intent: request.intent, revision: job.revision + 1 } : job,
      )
      move(request.id, 'saved')
      return {}
    },
    'job.drop': moveTo('dropped'),
    'job.go-on-anyway': moveTo('checking'),
    'job.send-without-asking': moveTo('checking'),
    ...fleetAnswers,
    'queue.pause': () => {
      change({ paused: true })
      return {}
    },
    'queue.accept-answer': () => ({}),
    'queue.check-all-again': () => ({ jobs: world.snapshot.counts.needsYou + world.snapshot.counts.refused }),
    'queue.resume': () => {
      change({ paused: false })
      return {}
    },
    'maintenance.list-backups': () => ({ backups: [], folder: '/home/technician/.local/share/setdesk/backups' }),
    'maintenance.back-up': () => ({ name: 'setdesk-000001-20270115T090000.db' }),
    'maintenance.restore': () => ({ jobs: 0 }),
    'maintenance.start-afresh': () => {
      change({ storage: { ...world.snapshot.storage, state: 'ok' } })
      return {}
    },
    'maintenance.release': () => {
      change({ maintenance: { ...world.snapshot.maintenance, sendLocked: false } })
      return {}
    },
    'maintenance.clear-notices': () => {
      change({ maintenance: { ...world.snapshot.maintenance, notices: [] } })
      return {}
    },
    'maintenance.retention': () => ({ days: 30, longerDays: 60, count: 0 }),
    'maintenance.export-work': ({ jobIds }) => ({
      name: 'L14-to-K2F9QX.setdesk',
      file: 'AAAA',
      jobs: jobIds?.length ?? 1,
      left: 0,
      otherSettings: 0,
    }),
    'maintenance.check-records': () => ({ checked: 0, changed: [], removed: 0 }),
    'maintenance.count-unfinished': () => ({ jobs: 0, connectionIds: [] }),
    'maintenance.fingerprint': () => ({ fingerprint: '0000-1111-2222-3333-4444' }),
    'maintenance.forget-sender': () => ({}),
    'maintenance.read-work': () => ({
      digest: '0'.repeat(64),
      source: 'K2F9QX',
      kind: 'transfer',
      isChecked: true,
      sender: 'known',
      jobs: [{ id: 'a job', kind: 'renewal', state: 'saved', userid: '4820913775', sent: 0, isKnown: false }],
    }),
    'maintenance.import-work': () => ({ taken: 1, known: 0 }),
    'maintenance.diagnostics': () => ({ name: 'diagnostics-20270115T090000.json', text: '{ "version": "0.0.0" }' }),
    'maintenance.erase-everything': () => {
      change({ connections: [] })
      return { of: 'everything', at: 0, by: '', jobs: 0, files: ['key.json'], failed: [], left: [] }
    },
    'maintenance.save-text': () => ({}),
    ...consoleAnswers,
    'app.forget-link': () => ({}),
    'app.opened-file': () => ({ name: 'north.setdesk-connections' }),
    'app.forget-file': () => ({}),
    'app.restart': () => ({}),
    'update.check': () => {
      change({ update: { status: { state: 'checking' } } })
      return {}
    },
    'update.install': () => {
      const { status } = world.snapshot.update
      if (status.state === 'ready') change({ update: { status: { ...status, isAsked: true } } })
      return {}
    },
    'update.report-page': () => ({}),
    'page.save-pdf': () => ({ isSaved: true }),
    'clipboard.write': () => ({}),
    'handout.share': () => ({}),
  }

  return {
    get world() {
      return world
    },
    calls,
    emit,
    change,
    move,
    failNext: (channel, error) => {
      failures.set(channel, error)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    call: (channel, request) => {
      calls.push({ channel, request })
      const failure = failures.get(channel)
      failures.delete(channel)
      const answer = failure ?? answers[channel](request)
      return Promise.resolve(isError(answer) ? { ok: false, error: answer } : { ok: true, value: answer })
    },
  }
}

function isError(answer: object): answer is BridgeError {
  return 'code' in answer && 'retryable' in answer
}

const hasBox = (intent: Intent): intent is BoxWork => boxOf(intent) !== undefined

/** A job that was just saved from a form or from the console. */
function makeSavedJob(intent: BoxWork | IntentOf<'console'>, number: number, now: number): JobDetail {
  const made = makeJob('saved', number, now)
  if (intent.kind === 'console') return { ...made, intent, summary: { ...made.summary, kind: 'console' } }
  const { userid = '4820913775', password = 'kv7tm2xwpa' } = intent.kind === 'new-customer' ? intent.logIn : {}
  const named = intent.kind === 'new-customer' && `${intent.customer.firstname} ${intent.customer.lastname}`
  return {
    ...made,
    intent: intent.kind === 'new-customer' ? { ...intent, logIn: { userid, password } } : intent,
    summary: {
      ...made.summary,
      kind: intent.kind,
      box: intent.box.identifier,
      model: intent.box.model,
      ...(named !== false && { customerName: named }),
    },
  }
}
