import type { Worker } from 'node:worker_threads'
import { assert, jsonValue, property } from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Answer, Json } from '../../../../src/platform/answer.ts'
import { cutJson, joinPieces, readAside, type ReadTask } from '../../../../src/platform/aside/read-aside.ts'
import { operation } from '../../../../src/platform/catalogue/catalogue.ts'
import { createClient, fetchProducts } from '../../../../src/platform/client.ts'
import { interpret } from '../../../../src/platform/interpret.ts'
import { createRedactor, redacted } from '../../../../src/platform/redact.ts'
import { createHttpTransport } from '../../../../src/platform/transport/transport.ts'
import { largestAnswer } from '../../../../src/shared/domain/answer-size.ts'
import { startHttpServer } from '../../../fakes/http-server.ts'

const token = 'a-token-of-this-platform'
const now = Date.parse('2026-03-01T12:00:00Z')
const redactor = createRedactor([token])

/** Counts the turns of the event loop, in which windows are moved and other work goes on. */
function countTurns() {
  let turns = 0
  let isOver = false
  const turn = (): void => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  onTestFinished(() => void (isOver = true))
  return () => turns
}

/** Counts the threads that start from now on. The task that takes too long first ends a thread of an earlier test. */
async function countWorkers() {
  await readAside(endlessTask, 1)
  let started = 0
  const count = () => void (started += 1)
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  return () => started
}

/** Serves a body over real HTTP and reads it with a client. Also returns how many turns passed during the reading. */
async function readWhole(body: string, turns: () => number = () => 0) {
  const server = await startHttpServer((response) => void response.writeHead(200).end(body))
  const real = createHttpTransport()
  onTestFinished(() => real.close())
  let atAnswer = 0
  const client = createClient({
    transport: {
      exchange: async (request) => {
        const exchange = await real.exchange(request)
        atAnswer = turns()
        return exchange
      },
    },
    clock: { now: () => now },
    connection: {
      baseUrl: server.url,
      crmService: 'crm',
      cmsService: 'cms',
      extraCustomerFilter: '',
      sendsCrmService: false,
      timeoutSeconds: 60,
    },
    token: () => token,
  })
  const result = await client.call('GetCustomerStatusByReseller', { reseller_id: '0', page: '1' }, { isWhole: true })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  // The answer of a real server also has its time.
  const { saidAt: _, ...answer } = result.value
  return { answer, turns: turns() - atAnswer }
}

const readHere = (text: string): Answer =>
  interpret({ reach: 'answered', status: 200, headers: {}, text }, operation('GetCustomerStatusByReseller'), {
    now,
    redactor,
    tokenRedactor: redactor,
    isWhole: true,
  })

const customer = (id: number) => ({
  userid: `u${id}`,
  password: `geheim-${id}`,
  note: `"${token}" <&>`,
  status: 'Active',
})
const listOf = (bytes: number): string =>
  JSON.stringify(Array.from({ length: Math.floor(bytes / 110) }, (_, id) => customer(id)))

const fill = (part: string): string => part.repeat(Math.floor(500_000 / part.length))

/** An answer that no thread can read within a millisecond. */
const endlessTask: ReadTask = {
  kind: 'answer',
  exchange: { reach: 'answered', status: 200, headers: {}, text: listOf(2_000_000) },
  operation: operation('GetCustomerStatusByReseller'),
  secrets: [token],
  tokens: [token],
  now,
}

describe('a large answer', () => {
  test('is read in another thread, with the same result, while the main thread goes on', async () => {
    const text = listOf(1_000_000)
    const workers = await countWorkers()

    const { answer, turns } = await readWhole(text, countTurns())

    expect(turns).toBeGreaterThan(20)
    expect(workers()).toBe(1)
    expect(answer).toEqual(readHere(text))
    expect(answer.verdict).toBe('accepted')
    expect(answer.raw).not.toMatch(/geheim|a-token-of/)
  })

  test.each([
    ['quotes', fill('"')],
    ['lists', `[${fill('[],')}[]]`],
    ['lines', fill('{}\n').slice(0, 100_000)],
    ['open elements', fill('<a>')],
    ['open attributes', fill('<a b="')],
    ['entities in entities', `<a>${fill('&amp;amp;')}</a>`],
    ['backslashes', `{"a":"${fill('\\\\')}"}`],
    ['passwords without an end', fill('"password":"a')],
  ])('that consists only of %s is judged as unclear, and the main thread goes on meanwhile', async (_, text) => {
    const { answer, turns } = await readWhole(text, countTurns())

    expect(answer.verdict).toBe('unclear')
    expect(turns).toBeGreaterThan(20)
  })

  test('of the maximum size is read in another thread', async () => {
    const { answer, turns } = await readWhole('"'.repeat(largestAnswer), countTurns())

    expect(answer.verdict).toBe('unclear')
    expect(turns).toBeGreaterThan(20)
  })

  test('is judged as unclear if reading takes too long', async () => {
    await expect(readAside(endlessTask, 1)).resolves.toMatchObject({ verdict: 'unclear', reach: 'answered', raw: '' })
  })

  test('is read by the same thread as the previous large answer', async () => {
    const workers = await countWorkers()
    const [first, second] = [listOf(200_000), listOf(300_000)]

    expect((await readWhole(first)).answer).toEqual(readHere(first))
    expect((await readWhole(second)).answer).toEqual(readHere(second))
    expect((await readWhole(fill('<a>'))).answer.verdict).toBe('unclear')
    expect(workers()).toBe(1)
  })

  test('of more than a megabyte is read in a thread that is not used again', async () => {
    const workers = await countWorkers()

    await readWhole(listOf(1_200_000))
    await readWhole(listOf(200_000))

    expect(workers()).toBe(2)
  })

  test('is read in a thread whose memory for new objects is limited to 4 MB', async () => {
    const limits: unknown[] = []
    const note = (worker: Worker) => void limits.push(worker.resourceLimits?.maxYoungGenerationSizeMb)
    await readAside(endlessTask, 1)
    process.once('worker', note)

    await readWhole(listOf(200_000))

    expect(limits).toEqual([4])
  })

  test('with products is read in another thread, too', async () => {
    const products = Array.from({ length: 900 }, (_, id) => ({ productid: id, productname: 'x'.repeat(90) + token }))
    const server = await startHttpServer((response) => void response.end(JSON.stringify(products)))
    const transport = createHttpTransport()
    onTestFinished(() => transport.close())
    const workers = await countWorkers()

    const connection = { baseUrl: server.url, crmService: 'crm', timeoutSeconds: 10 }
    const list = await fetchProducts({ transport, connection, token, route: {} })

    expect(workers()).toBe(1)
    expect(list.kind === 'listed' && list.products[899]).toEqual({
      productid: '899',
      name: 'x'.repeat(90) + redacted,
    })
  })
})

test('an answer of ordinary size starts no thread', async () => {
  const workers = await countWorkers()
  const text = listOf(20_000)

  const { answer } = await readWhole(text)

  expect(answer).toEqual(readHere(text))
  expect(workers()).toBe(0)
})

test('JSON data that was cut into pieces is the same after joining, whatever its field names are', () => {
  assert(
    property(jsonValue({ noUnicodeString: false }), (value) => {
      const data = JSON.parse(JSON.stringify([value, { ['__proto__']: value }])) as Json
      const join = joinPieces()
      for (const piece of cutJson(data, 3)) join.add(structuredClone(piece))
      expect(JSON.stringify(join.data())).toBe(JSON.stringify(data))
    }),
    { seed: 20260301, numRuns: 300 },
  )
})

test('a large list is cut into small pieces', () => {
  const data = Array.from({ length: 10_000 }, (_, id) => ({ id, names: ['a', 'b'] }))
  for (const { entries } of cutJson({ list: data }, 100)) expect(JSON.stringify(entries).length).toBeLessThan(5000)
})
