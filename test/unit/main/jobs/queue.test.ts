import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeOut } from '../../../../src/main/jobs/ledger/records.ts'
import { createQueue, type Queue } from '../../../../src/main/jobs/queue.ts'
import { keysOf } from '../../../../src/main/jobs/ledger/job-keys.ts'
import { planSteps } from '../../../../src/main/jobs/plans.ts'
import { proxyKey } from '../../../../src/main/vault/tokens.ts'
import type { Exchange, PlatformRequest } from '../../../../src/platform/transport/exchange.ts'
import type { Connection } from '../../../../src/shared/domain/connection/connection.ts'
import { createDirectPlatform } from '../../../faults/inside/direct-platform.ts'
import { createFakeLog } from '../../../fakes/log.ts'
import { trulyRandom } from '../../../fakes/random.ts'
import { makeConnection, newCustomer, payloadOf } from './make-job.ts'
import { makeNewJob, openLedger, type OpenLedger } from './open-ledger.ts'

/** A queue over a real ledger and a platform without its wire; `before` is what an earlier process left. */
function openQueue(before: (open: OpenLedger) => void = () => undefined) {
  const open = openLedger()
  const platform = createDirectPlatform(open.clock.now)
  onTestFinished(() => platform.close())
  const { baseUrl, crmService, cmsService } = platform
  const connection = makeConnection({ baseUrl, allowsPlainHttp: true, crmService, cmsService, retrieval: 'query' })
  before(open)
  const log = createFakeLog()
  const requests: PlatformRequest[] = []
  const seen = { jobs: new Set<string>(), links: 0, full: 0 }
  const tokens = new Map([['north', platform.authToken]])
  let answer = (request: PlatformRequest, carryOut: typeof platform.carryOut): Exchange | Promise<Exchange> =>
    carryOut(request)
  const queue: Queue = createQueue({
    ports: {
      clock: open.clock,
      random: trulyRandom,
      log,
      transport: {
        exchange: (request) => {
          requests.push(request)
          return Promise.resolve(answer(request, platform.carryOut))
        },
      },
    },
    database: open.database,
    sealing: open.sealing,
    tokens: { read: (id: string) => tokens.get(id) },
    connections: () => [connection, { ...connection, id: 'south' }],
    isForbidden: () => false,
    jobChanged: (id) => seen.jobs.add(id),
    onLink: () => void (seen.links += 1),
    onDiskFull: () => void (seen.full += 1),
  })
  // Not awaited, because some tests never answer a request. The lanes stop at once, and so do not use the closed database.
  onTestFinished(() => void queue.stop())
  const enqueue = (changed: Partial<Connection> = {}): string => {
    const userid = randomBytes(6).toString('hex')
    const payload = payloadOf(newCustomer({ logIn: { userid, password: 'kv7tm2xwpa' } }))
    return open.save({ payload, steps: planSteps(payload, { ...connection, ...changed }) }).job.id
  }
  const enqueueRenewal = (connectionId: string, userid: string): string => {
    const payload = payloadOf({ kind: 'renewal', userid, months: 3, days: 0, from: 'end-date' })
    const keys = keysOf(open.sealing, { id: connectionId }, payload.intent)
    return open.save({ payload, connectionId, steps: planSteps(payload, connection), ...keys }).job.id
  }
  return {
    ...open,
    queue,
    connection,
    log,
    requests,
    seen,
    tokens,
    enqueue,
    enqueueRenewal,
    makeCustomer: platform.makeCustomer,
    state: (id: string) => open.load(id).job.state,
    effects: () => platform.ledger(),
    answerBy: (next: typeof answer) => void (answer = next),
    /** Lets a second pass, so that everything that can run has run. */
    work: async () => {
      for (let turn = 0; turn < 10; turn += 1) await open.clock.pass(100)
    },
  }
}

test('a saved job is sent once its connection is in the queue and woken', async () => {
  const { queue, enqueue, connection, work, state, seen, effects } = openQueue()
  const id = enqueue()
  expect(queue.link('north')).toBeUndefined()
  await queue.serve([connection])
  expect(queue.link('north')).toMatchObject({ state: 'unknown' })
  expect(effects()).toEqual([])
  queue.wake('north')
  await work()
  expect(state(id)).toBe('done')
  expect(queue.link('north')).toMatchObject({ state: 'reached' })
  expect(seen.jobs).toContain(id)
  expect(seen.links).toBeGreaterThan(0)
})

test('waking a connection that is not in the queue does nothing', () => {
  const { queue } = openQueue()
  queue.wake('elsewhere')
  queue.tryNow('elsewhere')
  expect(queue.access('elsewhere')).toBeUndefined()
})

test('a job that is saved later is sent as soon as its connection is woken', async () => {
  const { queue, enqueue, connection, work, state } = openQueue()
  await queue.serve([connection])
  await work()
  const id = enqueue()
  expect(state(id)).toBe('saved')
  queue.wake('north')
  await work()
  expect(state(id)).toBe('done')
})

test('a connection starts two jobs at most while a list is being saved, and the full number afterwards', async () => {
  const { queue, connection, enqueue, work, requests, answerBy, sealing, clock } = openQueue()
  await queue.serve([connection])
  for (let number = 0; number < 8; number += 1) enqueue()
  queue.wake('north')
  await work()
  const before = requests.length
  answerBy(() => new Promise<never>(() => undefined))
  for (let number = 0; number < 20; number += 1) enqueue()
  const list = [{ job: writeOut(makeNewJob(sealing), clock.now()), isNew: { customer: true, box: true } }]
  const writing = queue.aside.write('north', list)
  queue.wake('north')
  await work()
  expect(requests.length - before).toBe(2)
  expect(await writing).toEqual(['saved'])
  queue.wake('north')
  expect(requests.length - before).toBe(2)
  await clock.pass(1000)
  await vi.waitUntil(() => !queue.aside.isOpen())
  await work()
  expect(requests.length - before).toBe(connection.concurrency)
})

test('a connection counts as sending while its platform is reached and sending is not paused', async () => {
  const { queue, connection, work, answerBy } = openQueue()
  expect(queue.isSending('north')).toBe(false)
  await queue.serve([connection])
  await work()
  expect([queue.isSending('north'), queue.isSending('south')]).toEqual([true, false])
  queue.setPaused(true)
  expect(queue.isSending('north')).toBe(false)
  queue.setPaused(false)
  answerBy(() => ({ reach: 'not-sent', failure: 'connection-refused' }))
  await queue.serve([{ ...connection, concurrency: 2 }])
  await work()
  expect(queue.isSending('north')).toBe(false)
})

describe('after a restart', () => {
  test('an attempt without a verdict becomes unknown, and is read back before it is sent again', async () => {
    let id = ''
    const { queue, connection, work, requests, log, ledger, load } = openQueue(({ save, ledger }) => {
      const { job, steps } = save()
      const [creation] = steps
      if (creation === undefined) throw new Error('a step')
      ledger.beginAttempt(job, creation, new Uint8Array(32), {})
      id = job.id
    })
    expect(log.lines).toEqual([{ level: 'info', event: 'attempts-left-open', facts: { count: 1 } }])
    const [creation] = load(id).steps
    expect(creation && ledger.history(creation, 1).at(-1)).toMatchObject({ type: 'verdict', result: 'unknown' })
    expect(load(id).job).toMatchObject({ state: 'waiting', why: 'network' })
    await queue.serve([connection])
    queue.wake('north')
    await work()
    expect(requests.some(({ changes }) => changes)).toBe(false)
    expect(load(id).job).toMatchObject({ state: 'waiting', why: 'processing-time' })
  })

  test('nothing is logged if every attempt has its verdict', () => {
    const { log } = openQueue(({ save }) => void save())
    expect(log.lines).toEqual([])
  })

  test('a job no longer waits for the time that the earlier process set', () => {
    let id = ''
    const { load } = openQueue(({ save, ledger }) => {
      const { job } = save()
      ledger.standJob(job, { state: 'waiting', why: 'platform-busy', waitsUntil: 9_000_000 })
      id = job.id
    })
    expect(load(id).job).toMatchObject({ state: 'waiting', waitsUntil: undefined })
  })
})

describe('a pause of sending', () => {
  test('also stops a connection that is added to the queue during the pause', async () => {
    const { queue, enqueue, connection, work, state, requests } = openQueue()
    const id = enqueue()
    queue.setPaused(true)
    await queue.serve([connection])
    queue.wake('north')
    await work()
    expect(state(id)).toBe('saved')
    expect(requests.every(({ changes }) => !changes)).toBe(true)
    queue.setPaused(false)
    await work()
    expect(state(id)).toBe('done')
  })
})

test.each([
  ['their first reads', 2, /getCustomer$/i, 0],
  ['their first reads', 8, /getCustomer$/i, 0],
  ['the first answer to a changing call', 8, /addCustomer/i, 2],
])(
  'jobs that wait for %s when sending is paused are not sent before it is resumed (%i at once)',
  async (_, concurrency, waitsFor, sent) => {
    const { queue, enqueue, connection, work, state, requests, answerBy } = openQueue()
    const ids = Array.from({ length: 12 }, () => enqueue({ concurrency }))
    const paused = Promise.withResolvers<undefined>()
    answerBy(async (request, carryOut) => {
      if (waitsFor.test(request.url.pathname)) await paused.promise
      return carryOut(request)
    })
    const calls = () => requests.filter(({ changes }) => changes)
    await queue.serve([{ ...connection, concurrency }])
    queue.wake('north')
    await work()
    expect(calls()).toHaveLength(sent)
    queue.setPaused(true)
    paused.resolve(undefined)
    for (let turn = 0; turn < 10; turn += 1) {
      await work()
      await nextTurn()
    }
    expect(ids.map(state)).toEqual(ids.map((_id, index) => (index < sent ? 'done' : 'saved')))
    expect(queue.isWorking()).toBe(false)
    queue.setPaused(false)
    for (let turn = 0; turn < 10; turn += 1) {
      await work()
      await nextTurn()
    }
    expect(ids.map(state)).toEqual(ids.map(() => 'done'))
  },
)

test('a job that is being sent when sending is paused is finished, so that no customer is left half set up', async () => {
  const { queue, enqueue, connection, work, state, answerBy, effects } = openQueue()
  answerBy((request, carryOut) => {
    if (request.changes) queue.setPaused(true)
    return carryOut(request)
  })
  const [sent, kept] = [enqueue(), enqueue()] as const
  await queue.serve([{ ...connection, concurrency: 1 }])
  queue.wake('north')
  await work()
  expect([state(sent), state(kept)]).toEqual(['done', 'saved'])
  expect(effects().map(({ effect }) => effect)).toEqual(['create', 'bind-user'])
})

describe('a connection in the queue', () => {
  test('gets a new access object only if the connection has changed', async () => {
    const { queue, connection } = openQueue()
    await queue.serve([connection])
    const first = queue.access('north')
    await queue.serve([{ ...connection }])
    expect(queue.access('north')).toBe(first)
    await queue.serve([{ ...connection, concurrency: 2 }])
    expect(queue.access('north')).not.toBe(first)
  })

  test('sends the current token, and reports a token that the platform refuses', async () => {
    const { queue, connection, tokens, requests, work } = openQueue()
    tokens.set('north', 'another-token')
    await queue.serve([connection])
    await work()
    expect(requests.at(-1)?.url.searchParams.get('authToken')).toBe('another-token')
    expect(queue.link('north')).toMatchObject({ state: 'token-refused' })
  })

  test('sends nothing if it has no token', async () => {
    const { queue, connection, tokens, enqueue, requests, state, work } = openQueue()
    tokens.delete('north')
    const id = enqueue()
    await queue.serve([connection])
    queue.wake('north')
    await work()
    expect([requests, state(id)]).toEqual([[], 'saved'])
  })

  test('sends no call again because of a read that was asked with the former token', async () => {
    const { queue, connection, enqueue, load, state, work, requests, answerBy, clock } = openQueue()
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
    const [seen, lost] = [enqueue(), enqueue()] as const
    const useridOf = (id: string) => load(id).steps[0]?.payload.send['userid']
    const creations = () =>
      requests.filter(({ changes, url }) => changes && url.searchParams.get('userid') === useridOf(lost))
    let isOtherCompany = false
    answerBy(async ({ changes, ...request }, carryOut) => {
      const userid = request.url.searchParams.get('userid')
      const [isRead, isSent] = [request.url.pathname.endsWith('/getCustomer'), creations().length > 0]
      if (isOtherCompany && !changes)
        return { reach: 'answered', status: isRead ? 404 : 200, headers: {}, text: isRead ? '' : '[]' }
      const exchange = carryOut({ changes, ...request })
      if (isRead && userid === useridOf(seen) && load(seen).job.state === 'checking') await held
      return isSent && userid === useridOf(lost) ? { reach: 'maybe-sent', failure: 'connection-reset' } : exchange
    })
    await queue.serve([connection])
    queue.wake('north')
    await work()
    expect([state(seen), creations().length]).toEqual(['checking', 1])
    queue.knowledge.forgetShown('north')
    queue.tryNow('north')
    isOtherCompany = true
    release(undefined)
    for (let minute = 0; minute < 10; minute += 1) {
      await clock.pass(60_000)
      await work()
    }
    expect(creations()).toHaveLength(1)
    expect(load(lost).job).toMatchObject({ state: 'needs-you', why: 'reply-lost-absent' })
  })

  test('uses its proxy with the stored credentials of the proxy', async () => {
    const { queue, connection, tokens, requests, work } = openQueue()
    const proxyLogIn = { user: 'desk', password: 'p' }
    tokens.set(proxyKey('north'), JSON.stringify(proxyLogIn))
    await queue.serve([{ ...connection, proxy: 'http://proxy.example:3128' }])
    await work()
    expect(requests.at(-1)?.route).toMatchObject({ proxy: 'http://proxy.example:3128', proxyLogIn })
  })

  test('whose token was refused goes on only after "Try now"', async () => {
    const { queue, connection, tokens, enqueue, state, work } = openQueue()
    const token = tokens.get('north') ?? ''
    tokens.set('north', 'wrong')
    const id = enqueue()
    await queue.serve([connection])
    queue.wake('north')
    await work()
    expect(state(id)).toBe('saved')
    tokens.set('north', token)
    queue.wake('north')
    await work()
    expect(state(id)).toBe('saved')
    queue.tryNow('north')
    await work()
    expect(state(id)).toBe('done')
  })

  test('that is removed from the queue stops, while the others go on', async () => {
    const { queue, connection, enqueue, work, state } = openQueue()
    const south = { ...connection, id: 'south' }
    await queue.serve([connection, south])
    await work()
    const kept = queue.access('south')
    await queue.serve([south])
    expect([queue.access('north'), queue.access('south')]).toEqual([undefined, kept])
    const id = enqueue()
    queue.wake('north')
    await work()
    expect(state(id)).toBe('saved')
    await queue.serve([connection, south])
    await work()
    expect([state(id), queue.access('south')]).toEqual(['done', kept])
  })

  test('that is added several times at once still sends each job once', async () => {
    const { queue, connection, enqueue, work, effects, state } = openQueue()
    const id = enqueue()
    const other = { ...connection, concurrency: 3 }
    await Promise.all([queue.serve([connection]), queue.serve([other]), queue.serve([other])])
    queue.wake('north')
    await work()
    expect(state(id)).toBe('done')
    expect(effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
  })
})

test('a lost renewal does not count as done if a renewal through another connection to the same customers has moved the end date', async () => {
  const { queue, connection, tokens, enqueueRenewal, makeCustomer, answerBy, effects, load, clock, work } = openQueue()
  makeCustomer('rosa.marin')
  tokens.set('south', tokens.get('north') ?? '')
  await queue.serve([connection, { ...connection, id: 'south' }])
  let isLost = true
  answerBy((request, carryOut) => {
    if (!isLost || !request.url.pathname.endsWith('renewCustomerV2')) return carryOut(request)
    isLost = false
    return { reach: 'maybe-sent', failure: 'connection-reset' }
  })
  const lost = enqueueRenewal('north', 'rosa.marin')
  queue.wake('north')
  await work()
  expect(load(lost).job.state).toBe('waiting')
  const other = enqueueRenewal('south', 'rosa.marin')
  queue.wake('south')
  await work()
  expect(load(other).job.state).toBe('done')
  await clock.pass(2 * connection.longestProcessingSeconds * 1000)
  await work()
  expect(load(lost).job).toMatchObject({ state: 'needs-you', why: 'cannot-tell' })
  expect(effects().filter(({ effect }) => effect === 'renew')).toHaveLength(1)
})

test('a job whose record cannot be opened is set aside for the technician, and the others go on', async () => {
  const { queue, connection, enqueue, database, work, state, log, seen } = openQueue()
  const broken = enqueue()
  const sound = enqueue()
  database.prepare('UPDATE job SET sealed = zeroblob(60) WHERE id = ?').run(broken)
  await queue.serve([connection])
  queue.wake('north')
  await work()
  expect(state(sound)).toBe('done')
  const row = database.prepare('SELECT state, why FROM job WHERE id = ?').get(broken)
  expect(row).toMatchObject({ state: 'needs-you', why: 'unreadable-record' })
  expect(log.lines).toContainEqual(expect.objectContaining({ event: 'job-broken' }))
  // One event for the reached platform, and one for the job that was set aside.
  expect(seen.links).toBe(2)
})

test('a job that a busy platform put off for a long time is tried again when a technician tries the network', async () => {
  const { queue, connection, enqueue, clock, work, state, load, answerBy, effects } = openQueue()
  let isBusy = true
  answerBy((request, carryOut) =>
    isBusy && request.changes
      ? { reach: 'answered', status: 503, headers: { 'retry-after': '99999999' }, text: '' }
      : carryOut(request),
  )
  const id = enqueue()
  await queue.serve([connection])
  queue.wake('north')
  await work()
  const { why, waitsUntil = 0 } = load(id).job
  expect(why).toBe('platform-busy')
  expect(waitsUntil - clock.elapsed()).toBeLessThanOrEqual(60 * 60_000)
  isBusy = false
  await work()
  // The line holds back requests for one turn of the event loop after an answer that asks for a pause.
  await nextTurn()
  expect(effects()).toEqual([])
  queue.tryNetwork('north')
  await work()
  // The call may have arrived in spite of the answer, so its absence is only believed after the processing time.
  for (let minute = 0; minute < 10; minute += 1) {
    await clock.pass(60_000)
    await work()
  }
  expect(state(id)).toBe('done')
})

describe('after the queue has stopped', () => {
  test('nothing is sent any more, even if a connection is woken', async () => {
    const { queue, connection, enqueue, work, requests } = openQueue()
    await queue.serve([connection])
    await work()
    await queue.stop()
    const { length } = requests
    enqueue()
    queue.wake('north')
    queue.tryNow('north')
    await work()
    expect(requests).toHaveLength(length)
  })

  test('a changed connection does not start the queue again', async () => {
    const { queue, connection, enqueue, work, requests } = openQueue()
    await queue.serve([connection])
    await work()
    await queue.stop()
    const { length } = requests
    enqueue()
    await queue.serve([{ ...connection, concurrency: 2 }])
    queue.wake('north')
    await work()
    expect(requests).toHaveLength(length)
  })

  test('the answer to a call that was under way is in the ledger', async () => {
    const { queue, connection, enqueue, clock, ledger, load, answerBy } = openQueue()
    const id = enqueue()
    let stopped: Promise<void> | undefined
    answerBy((request) => {
      if (request.changes) stopped = queue.stop()
      return request.url.pathname.endsWith('/getCustomer')
        ? { reach: 'answered', status: 404, headers: {}, text: '{"Message":"Customer not found."}' }
        : { reach: 'answered', status: 200, headers: {}, text: '{"loginid":"a","password":"b"}' }
    })
    await queue.serve([connection])
    queue.wake('north')
    await clock.pass(1000)
    await stopped
    const [creation] = load(id).steps
    expect(creation && ledger.history(creation, 1).at(-1)).toMatchObject({ type: 'verdict', result: 'accepted' })
  })
})

test('a shared reading from before a pause is not used after the pause', async () => {
  const { queue, save, connection, work, requests, answerBy, effects } = openQueue()
  const operations = () => requests.map(({ url }) => url.pathname.split('/').at(-1))
  for (let number = 1; number <= 4; number += 1) {
    const logIn = { userid: String(5_000_000_000 + number), password: 'kv7tm2xwpa' }
    const payload = payloadOf(newCustomer({ logIn }))
    save({ payload, steps: planSteps(payload, connection) })
  }
  answerBy((request, carryOut) => {
    if (request.url.searchParams.get('userid') === '5000000003') queue.setPaused(true)
    return carryOut(request)
  })
  await queue.serve([{ ...connection, concurrency: 1 }])
  queue.wake('north')
  await work()
  expect(operations().filter((one) => one === 'GetCustomerStatusByIds')).toHaveLength(1)
  const asked = requests.length
  queue.setPaused(false)
  await work()
  expect(operations().slice(asked)).toEqual(['getCustomer', 'addCustomerWithDevice', 'getCustomer', 'devices'])
  expect(new Set(effects().map(({ userid }) => userid)).size).toBe(4)
})

test('a call that the platform refused for a token that was replaced meanwhile is sent again with the new token', async () => {
  const { queue, connection, enqueue, state, work, requests, answerBy, effects } = openQueue()
  const id = enqueue()
  const refused = Promise.withResolvers<Exchange>()
  let isReplaced = false
  answerBy((request, carryOut) => (request.changes && !isReplaced ? refused.promise : carryOut(request)))
  await queue.serve([connection])
  queue.wake('north')
  await work()
  expect(requests.filter(({ changes }) => changes)).toHaveLength(1)

  isReplaced = true
  queue.knowledge.forgetShown('north')
  queue.tryNow('north')
  refused.resolve({ reach: 'answered', status: 401, headers: {}, text: '{"Message":"Invalid token"}' })
  await work()
  expect(state(id)).toBe('done')
  expect(effects().filter(({ effect }) => effect === 'create')).toHaveLength(1)
})
