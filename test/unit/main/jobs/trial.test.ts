import { describe, expect, test } from 'vitest'
import type { ClaimGuard } from '../../../../src/main/jobs/runner.ts'
import type { Exchange } from '../../../../src/platform/transport/exchange.ts'
import { newCustomer } from './make-job.ts'
import { answers, noAnswer, openRunner, type Fate } from './open-runner.ts'

const creation = 'addCustomerWithDevice'

/** Runs the jobs of five new customers at once. No creation is answered before `answer` is called. */
async function runFive(guard?: ClaimGuard) {
  const open = openRunner({}, guard)
  const held: { readonly answer: () => void; readonly say: (answer: Exchange) => void }[] = []
  const hold: Fate = async (_, carryOut) => {
    const { promise, resolve } = Promise.withResolvers<Exchange | undefined>()
    held.push({ answer: () => resolve(undefined), say: resolve })
    return (await promise) ?? carryOut()
  }
  open.always(creation, hold)
  const stopping = new AbortController()
  const jobs = Array.from({ length: 5 }, (_, number) => {
    const identifier = { kind: 'mac' as const, value: `001A7900000${number}` }
    const logIn = { userid: `other${number}`, password: 'kv7tm2xwpa' }
    return open.begin(newCustomer({ logIn, box: { identifier, raw: identifier.value, model: '' } })).job
  })
  const ends = jobs.map((job) => open.run(job, stopping.signal))
  const settle = () => open.clock.pass(0)
  await settle()
  return { ...open, held, jobs, ends, stopping, settle, sent: () => open.asked.filter((id) => id === creation).length }
}

describe('of five jobs that start at once,', () => {
  test('two send their changing calls first, and the others only read', async () => {
    const { asked, sent } = await runFive()
    expect(sent()).toBe(2)
    expect(asked.filter((id) => id === 'getCustomer')).toHaveLength(5)
  })

  test('the waiting ones send as soon as the first call is accepted', async () => {
    const { held, ends, settle, sent, effects } = await runFive()
    held[0]?.answer()
    await settle()
    expect(sent()).toBe(5)
    for (const { answer } of held) answer()
    await Promise.all(ends)
    expect(effects().filter(({ effect }) => effect === 'create')).toHaveLength(5)
  })

  test('the waiting ones send as soon as the first call is refused in words that Setdesk knows', async () => {
    const { held, settle, sent } = await runFive()
    held[0]?.say(answers(400, { Message: 'No such product.' }))
    await settle()
    expect(sent()).toBe(5)
  })

  test.each([
    ['an answer in unknown words', answers(200, { Message: 'On holiday.' })],
    ['no answer', noAnswer],
  ])('the next one sends only after the end of the job whose call got %s', async (_, answer) => {
    const { held, ends, settle, sent, next } = await runFive()
    const reading = Promise.withResolvers<undefined>()
    next('getCustomer', async (_request, carryOut) => {
      await reading.promise
      return carryOut()
    })
    held[0]?.say(answer)
    await settle()
    expect(sent()).toBe(2)
    reading.resolve(undefined)
    expect((await ends[0])?.end).toBe('waits')
    await settle()
    expect(sent()).toBe(3)
  })

  test('the end of a job whose call got an answer in unknown words names the words, so that such answers can halt sending', async () => {
    const { held, ends, settle } = await runFive()
    held[0]?.say(answers(200, { Message: 'On holiday.' }))
    await settle()
    expect(await ends[0]).toMatchObject({ end: 'waits', unknownWords: 'On holiday.', said: 'On holiday.' })
  })

  test('the hub of a fleet is asked only about the two that may send', async () => {
    const asked: string[] = []
    const noted: string[] = []
    const { jobs } = await runFive({
      judge: (_, { before, isAsked }) => ({ claim: before === 'send' && !isAsked ? 'ask' : 'free' }),
      ask: ({ id }) => {
        asked.push(id)
        return Promise.resolve(() => undefined)
      },
      noteSend: ({ id }) => void noted.push(id),
      noteReadBack: () => undefined,
    })
    const sending = jobs.slice(0, 2).map(({ id }) => id)
    expect([asked, noted]).toEqual([sending, sending])
  })

  test('those that waited long are read again before they send', async () => {
    const { clock, held, asked, settle, sent } = await runFive()
    await clock.pass(2000)
    held[0]?.answer()
    await settle()
    expect(sent()).toBe(5)
    // Five before, one of the job that was answered, and three of those that waited.
    expect(asked.filter((id) => id === 'getCustomer')).toHaveLength(9)
  })

  test('none of the waiting ones sends if the token of the first call is refused', async () => {
    const refused = answers(401, { Message: 'Invalid company token.' })
    const { held, ends, sent, always } = await runFive()
    always('GetCustomerStatusByReseller', refused)
    held[0]?.say(refused)
    expect((await ends[0])?.end).toBe('token-refused')
    expect((await Promise.all(ends.slice(2))).map(({ end }) => end)).toEqual(Array(3).fill('stopped'))
    expect(sent()).toBe(2)
  })

  test('the waiting ones send nothing if they are stopped, and stay as they were saved', async () => {
    const { stopping, ends, jobs, held, load, sent } = await runFive()
    stopping.abort()
    for (const { answer } of held) answer()
    expect((await Promise.all(ends)).map(({ end }) => end)).toEqual(Array(5).fill('stopped'))
    expect(sent()).toBe(2)
    expect(jobs.map(({ id }) => load(id).job.state)).toEqual(['checking', 'checking', 'saved', 'saved', 'saved'])
  })
})
