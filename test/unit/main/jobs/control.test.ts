import { describe, expect, test } from 'vitest'
import type { PlatformAccess } from '../../../../src/main/jobs/access.ts'
import { createFailedControls, type SearchPlace, verifyReadPath } from '../../../../src/main/jobs/look.ts'
import type { Answer, Json } from '../../../../src/platform/answer.ts'
import type { Connection } from '../../../../src/shared/domain/connection/connection.ts'
import { createFakeClock } from '../../../fakes/clock.ts'
import { makeAnswer, makeConnection } from './make-job.ts'

const box = makeAnswer({ data: ['00:1A:79:00:00:01'] })
const noBox = makeAnswer({ data: [] })
const gone = makeAnswer({ verdict: 'unclear', reach: 'not-sent', failure: 'connection-refused' })
const failing = makeAnswer({ verdict: 'unclear', status: 503 })

/** Makes a control whose reads are answered by the test. `asked`: the values of each read, as one text. */
async function control(
  read: 'devices' | 'getCustomer' | 'GetMacAddressesUnderHostname',
  answer: (subject: string, values: Readonly<Record<string, unknown>>) => Answer,
  { place, ...changed }: Partial<Connection> & { readonly place?: SearchPlace } = {},
) {
  const asked: string[] = []
  const access: Pick<PlatformAccess, 'read'> = {
    read: (id, values) => {
      const subject = String(id === 'getCustomers' ? 'page' : (values['userid'] ?? values['hostname']))
      asked.push(subject)
      return Promise.resolve(answer(subject, values))
    },
  }
  return { result: await verifyReadPath(read, access, makeConnection(changed), place), asked }
}

const customers = (...userids: string[]): readonly Json[] => userids.map((userid) => ({ userid, firstname: 'A' }))
const pageOf = (...userids: string[]): Answer => makeAnswer({ data: customers(...userids) })

describe('the positive control', () => {
  test('asks about forty hostnames at most', async () => {
    const hostnames = Array.from({ length: 41 }, (_, index) => `h${index}`)
    const { result, asked } = await control('GetMacAddressesUnderHostname', () => noBox, { hostnames })
    expect([result, asked]).toEqual(['nothing-to-show', hostnames.slice(0, 40)])
  })

  test('asks about no other customer once the network has failed', async () => {
    const { result, asked } = await control('getCustomer', (one) => (one === 'page' ? pageOf('1', '2') : gone))
    expect(result).toBe(gone)
    expect(asked).toEqual(['page', '1'])
  })

  test('finds nothing if the platform fails for one customer, but not for another', async () => {
    const answers: Readonly<Record<string, Answer>> = { page: pageOf('1', '2'), 1: failing, 2: noBox }
    expect((await control('devices', (one) => answers[one] ?? gone)).result).toBe('nothing-to-show')
  })

  test('finds nothing in an accepted answer without a customer', async () => {
    const { result } = await control('getCustomer', (one) => (one === 'page' ? pageOf('1') : makeAnswer()))
    expect(result).toBe('nothing-to-show')
  })
})

/** A list of customers in two pages: 1 to 3, and 4 to 6. Only one of them has a box. */
const twoPages =
  (withBox: string) =>
  (one: string, { last_customer_id: cursor }: Readonly<Record<string, unknown>>): Answer => {
    if (one !== 'page') return one === withBox ? box : noBox
    return cursor === undefined
      ? makeAnswer({ data: { customers: customers('1', '2', '3'), has_next: true, last_customer_id: '3' } })
      : makeAnswer({ data: { customers: customers('4', '5', '6'), has_next: false, last_customer_id: '6' } })
  }

describe('the search for a customer with a box', () => {
  test('asks about each customer once if it began with the first', async () => {
    const { result, asked } = await control('devices', twoPages('nobody'))
    expect([result, asked]).toEqual(['nothing-to-show', ['page', '1', '2', '3', 'page', '4', '5', '6']])
  })

  test.each<[string, SearchPlace, readonly string[]]>([
    ['on the first page', { asked: 2 }, ['3', 'page', '4', '5', '6', 'page', '1']],
    ['at the beginning of the second page', { cursor: '3', asked: 0 }, ['4', '5', '6', 'page', '1']],
    ['on the second page', { cursor: '3', asked: 2 }, ['6', 'page', '1']],
  ])('goes on with the first customer after the last if it began %s', async (_, place, expected) => {
    const { result, asked } = await control('devices', twoPages('1'), { place })
    expect([result, asked]).toEqual(['shown', ['page', ...expected]])
  })

  test('ends with the last customer once it has started again', async () => {
    const { result, asked } = await control('devices', twoPages('nobody'), { place: { cursor: '3', asked: 2 } })
    expect(result).toBe('nothing-to-show')
    expect(asked).toEqual(['page', '6', 'page', '1', '2', '3', 'page', '4', '5', '6'])
  })

  test.each(['page', '6'])(
    'begins with the first customer after a search in which the network failed (%s)',
    async (at) => {
      const place = { cursor: '3', asked: 1 }
      const { result } = await control('devices', (one, values) => (one === at ? gone : twoPages('1')(one, values)), {
        place,
      })
      expect(result).toBe(gone)
      expect(place).toEqual({ cursor: undefined, asked: 0 })
    },
  )

  test('asks for the first page without a cursor', async () => {
    const pages: unknown[] = []
    await control('devices', (one, values) => (one === 'page' && pages.push(values), twoPages('4')(one, values)))
    expect(pages).toStrictEqual([{}, { last_customer_id: '3' }])
  })

  test.each<[string, number, Json]>([
    ['has a next page, but does not say where', 1, { customers: customers('1'), has_next: true }],
    ['names itself as the next', 2, { customers: customers('1'), has_next: true, last_customer_id: '3' }],
  ])('ends with a page that %s', async (_, pages, data) => {
    const { result, asked } = await control('devices', (one) => (one === 'page' ? makeAnswer({ data }) : noBox))
    expect(result).toBe('nothing-to-show')
    expect(asked.filter((one) => one === 'page')).toHaveLength(pages)
  })

  test('starts again once after a later page that has a next page, but does not say where', async () => {
    const page = makeAnswer({ data: { customers: customers('1'), has_next: true } })
    const place = { cursor: '3', asked: 0 }
    const { asked } = await control('devices', (one) => (one === 'page' ? page : noBox), { place })
    expect(asked).toEqual(['page', '1', 'page', '1'])
  })

  test('finds nothing if the list of customers is not understood', async () => {
    const { result } = await control('devices', () => makeAnswer({ verdict: 'unclear', data: { what: 'ever' } }))
    expect(result).toBe('nothing-to-show')
  })
})

/** Counts failed controls of one read. `fail` notes failures, each after the pause of the one before, and returns the pauses. */
function openControls() {
  const clock = createFakeClock()
  let wellAt: number | undefined
  const controls = createFailedControls({ answeredWellAt: () => wellAt }, clock)
  const note = (answer: Answer) => controls.note('devices', answer) - clock.elapsed()
  return {
    clock,
    note,
    fail: async (times: number, answer = failing) => {
      const pauses: number[] = []
      for (let time = 0; time < times; time += 1) {
        const pause = note(answer)
        pauses.push(pause)
        await clock.pass(pause)
      }
      return pauses
    },
    answerWell: (at = clock.elapsed()) => (wellAt = at),
    isGivenUp: () => controls.isGivenUp('devices'),
    forget: () => controls.forget('devices'),
  }
}

describe('a control that fails', () => {
  test('is repeated after growing pauses, and given up after six times if the platform answers other reads', async () => {
    const { fail, answerWell, isGivenUp } = openControls()
    expect(await fail(5)).toEqual([1000, 2000, 4000, 8000, 16_000])
    answerWell()
    expect(isGivenUp()).toBe(false)
    expect(await fail(3)).toEqual([32_000, 60_000, 60_000])
    expect(isGivenUp()).toBe(true)
  })

  test('is not given up if the platform last answered well before the failures, or never', async () => {
    const { clock, fail, answerWell, isGivenUp } = openControls()
    await clock.pass(1000)
    await fail(6)
    expect(isGivenUp()).toBe(false)
    answerWell(1000)
    expect(isGivenUp()).toBe(false)
    answerWell(1001)
    expect(isGivenUp()).toBe(true)
  })

  test('counts only a quarter if no answer came', async () => {
    const { fail, answerWell, isGivenUp } = openControls()
    await fail(23, gone)
    answerWell()
    expect(isGivenUp()).toBe(false)
    await fail(1, gone)
    expect(isGivenUp()).toBe(true)
  })

  test('counts once if several jobs asked at the same time', async () => {
    const { clock, note, fail } = openControls()
    expect([note(failing), note(failing)]).toEqual([1000, 1000])
    await clock.pass(1000)
    expect(await fail(1)).toEqual([2000])
  })

  test('is forgotten after a control that works', async () => {
    const { fail, answerWell, isGivenUp, forget } = openControls()
    await fail(6)
    answerWell()
    forget()
    expect(isGivenUp()).toBe(false)
    expect(await fail(1)).toEqual([1000])
  })
})
