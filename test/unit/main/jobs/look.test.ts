import { describe, expect, test } from 'vitest'
import type { PlatformAccess } from '../../../../src/main/jobs/access.ts'
import { look, verifyReadPath } from '../../../../src/main/jobs/look.ts'
import type { StepKnowledge } from '../../../../src/main/jobs/steps/step-parts.ts'
import type { Answer } from '../../../../src/platform/answer.ts'
import { existingCustomer, hostnameOnly, makeAnswer, makeConnection, newCustomer, payloadOf } from './make-job.ts'

const ours = 'AB23CD-01JZZZZZZZZZZZZZZZZZZZZZZZ'
const unnamed: StepKnowledge = {
  payload: payloadOf(newCustomer({ logIn: {} })),
  mayHaveArrived: true,
  isAccepted: false,
  tries: [],
}
const notFound = makeAnswer({ verdict: 'absent', status: 404 })

const newest = (userid: string) =>
  makeAnswer({
    data: {
      customers: [
        { userid: '1', firstname: 'Nell' },
        { userid, customermappingid: ours },
      ],
    },
  })
/** Looks for a creation whose answers are these, one for each question. */
async function lookFor(knowledge: StepKnowledge, ...answers: readonly Answer[]) {
  const asked: string[] = []
  const read: PlatformAccess['read'] = (id, values, signal) => {
    asked.push(`${id} ${JSON.stringify(values)} ${signal?.aborted === false}`)
    return Promise.resolve(answers[asked.length - 1] ?? makeAnswer())
  }
  const step = { kind: 'create-customer', payload: { send: {}, read: { userid: '' } } } as const
  const { answer, found } = await look(step, { read }, knowledge, new AbortController().signal)
  return { asked, answer, found }
}

describe('a customer whose user ID is not known', () => {
  test('is also looked for among the newest customers, and found there', async () => {
    const newest = makeAnswer({ data: [{ userid: '7', customermappingid: ours }] })
    const { asked, answer, found } = await lookFor(unnamed, notFound, newest)
    expect(asked).toEqual(['getCustomer {"userid":""} true', 'getCustomers {} true'])
    expect(answer).toBe(newest)
    expect(found).toMatchObject({ finding: 'present', customer: { userid: '7' } })
  })

  test('is not looked for among the newest customers if the first question got no answer', async () => {
    for (const trouble of [
      makeAnswer({ verdict: 'unclear', reach: 'maybe-sent' }),
      makeAnswer({ verdict: 'refused', status: 401, credentials: true, asksPassword: true }),
    ]) {
      const { asked, answer } = await lookFor(unnamed, trouble)
      expect(asked).toHaveLength(1)
      expect(answer).toBe(trouble)
    }
  })

  test('counts as "unreached" if the question for the newest customers got no answer', async () => {
    const lost = makeAnswer({ verdict: 'unclear', reach: 'maybe-sent', failure: 'timed-out' })
    const { answer, found } = await lookFor(unnamed, notFound, lost)
    expect(answer).toBe(lost)
    expect(found).toEqual({ finding: 'unreached', provesRead: false })
  })

  test('is found by the first question even if the list of the newest customers is not understood', async () => {
    const shown = makeAnswer({ data: { userid: '7', customermappingid: ours } })
    const { found } = await lookFor(unnamed, shown, makeAnswer({ verdict: 'unclear', raw: 'hm' }))
    expect(found).toMatchObject({ finding: 'present', customer: { userid: '7' } })
  })

  test('is not looked for among the newest customers before anything was sent', async () => {
    const { asked } = await lookFor({ ...unnamed, mayHaveArrived: false }, notFound)
    expect(asked).toHaveLength(1)
  })
})

describe('a customer whose user ID the job has chosen', () => {
  const named = {
    ...unnamed,
    payload: payloadOf(newCustomer({ logIn: { userid: '4820913775', password: 'kv7tm2xwpa' } })),
  }

  test('is read with a single call before anything was sent, and whenever the platform shows somebody', async () => {
    const before = await lookFor({ ...named, mayHaveArrived: false }, notFound)
    expect(before.asked).toEqual(['getCustomer {"userid":""} true'])
    expect(before.found.finding).toBe('absent')
    const shown = await lookFor(named, makeAnswer({ data: { userid: '4820913775', customermappingid: ours } }))
    expect(shown.asked).toHaveLength(1)
    expect(shown.found.finding).toBe('present')
  })

  test('is looked for among the newest customers if nobody has the user ID after a call', async () => {
    expect((await lookFor(named, notFound, newest('7'))).found.finding).toBe('other-user-id')
    expect((await lookFor(named, notFound, newest('4820913775'))).found.finding).toBe('present')
    const nowhere = await lookFor(
      named,
      notFound,
      makeAnswer({ data: { customers: [{ userid: '1', firstname: 'Nell' }] } }),
    )
    expect(nowhere.found.finding).toBe('absent')
    expect(nowhere.answer).toBe(notFound)
  })

  test('is read with a single call after a refusal, which creates nobody', async () => {
    const { asked, found } = await lookFor({ ...named, isRefused: true }, notFound)
    expect([asked.length, found.finding]).toEqual([1, 'absent'])
  })

  test('is not taken for another person who has the mapping id', async () => {
    const other = { userid: '7', customermappingid: ours, firstname: 'Zoe', lastname: 'Quite-Other', mobile: '+499' }
    expect((await lookFor(named, notFound, makeAnswer({ data: [other] }))).found.finding).toBe('absent')
  })

  test('counts as unclear if the list of the newest customers fails, or as unreached if the platform asks for a pause', async () => {
    const failing = makeAnswer({ verdict: 'unclear', status: 503 })
    expect(await lookFor(named, notFound, failing)).toMatchObject({ answer: failing, found: { finding: 'unclear' } })
    const busy = { ...failing, retryAfterMs: 60_000 }
    expect(await lookFor(named, notFound, busy)).toMatchObject({ answer: busy, found: { finding: 'unreached' } })
  })

  test('counts as absent if the list of the newest customers fails after an accepted call, which is not repeated', async () => {
    const failing = makeAnswer({ verdict: 'unclear', status: 503 })
    const accepted = { ...named, isAccepted: true }
    expect(await lookFor(accepted, notFound, failing)).toMatchObject({ answer: notFound, found: { finding: 'absent' } })
    expect((await lookFor({ ...unnamed, isAccepted: true }, notFound, failing)).found.finding).toBe('unreached')
    const busy = { ...failing, retryAfterMs: 60_000 }
    expect((await lookFor(accepted, notFound, busy)).found.finding).toBe('unreached')
  })
})

test.each([
  ['bind-user', 'devices', existingCustomer(), 'Sn-0042/x'],
  ['bind-hostname', 'GetMacAddressesUnderHostname', hostnameOnly(), '00:1A:79:AB:12:CD'],
] as const)(
  'the box of a %s step is looked for with a single read, %s, which proves that the read works if a box is listed',
  async (kind, list, intent, box) => {
    const step = { kind, payload: { send: {}, read: { hostname: 'tv.north.example' } } } as const
    const knowledge = { ...unnamed, payload: payloadOf(intent) }
    const lookIn = async (data: readonly string[]) => {
      const asked: unknown[] = []
      const read: PlatformAccess['read'] = (...question) => {
        asked.push(question.slice(0, 2))
        return Promise.resolve(makeAnswer({ data: [...data] }))
      }
      const { found } = await look(step, { read }, knowledge, new AbortController().signal)
      expect(asked).toEqual([[list, step.payload.read]])
      return found
    }
    expect(await lookIn([box])).toEqual({ finding: 'present', provesRead: true })
    expect(await lookIn(['00:1A:79:00:00:01'])).toEqual({ finding: 'absent', provesRead: true })
    expect(await lookIn([])).toEqual({ finding: 'absent', provesRead: false })
  },
)

describe('a call that was sent before a correction, for a customer whom the platform does not have,', () => {
  const intent = { kind: 'renewal', userid: 'rosa', months: 3, days: 0, from: 'end-date' } as const
  const saysSo = makeAnswer({ verdict: 'absent', status: 404, message: 'No such customer.' })
  const marin = makeAnswer({ data: { userid: 'marin', enddate: '2027-09-02' } })
  const wrongLogIn = makeAnswer({ verdict: 'refused', status: 401, credentials: true, asksPassword: true })
  const lookAfter = async (userid: string, first: Answer, own = marin, password?: string) => {
    const answers = [first, own, wrongLogIn]
    const tried = { intent, send: { userid: 'rosa' }, read: { userid: 'rosa' }, sentOn: 0 }
    const { found } = await look(
      {
        kind: 'renew',
        payload: { send: { userid }, read: { userid, ...(password !== undefined && { password }) }, tried: [tried] },
      },
      { read: () => Promise.resolve(answers.shift() ?? makeAnswer()) },
      { payload: payloadOf({ ...intent, userid }), mayHaveArrived: false, isAccepted: false, tries: [] },
      new AbortController().signal,
    )
    return found.finding
  }
  test('does not block the corrected call for another customer', async () => {
    expect(await lookAfter('marin', saysSo)).toBe('absent')
  })
  test('is asked about as long as the corrected call is only assumed to have been sent', async () => {
    const done = makeAnswer({ data: { userid: 'rosa', enddate: '2028-09-02' } })
    const lookWith = async (wasSent: boolean) => {
      const answers = [done, marin]
      const tried = {
        intent,
        send: { userid: 'rosa' },
        read: { userid: 'rosa' },
        before: { endDate: '2028-06-02' },
        sentOn: 0,
      }
      const { found } = await look(
        { kind: 'renew', payload: { send: { userid: 'marin' }, read: { userid: 'marin' }, tried: [tried] } },
        { read: () => Promise.resolve(answers.shift() ?? makeAnswer()) },
        {
          payload: payloadOf({ ...intent, userid: 'marin' }),
          mayHaveArrived: true,
          wasSent,
          isAccepted: false,
          tries: [],
        },
        new AbortController().signal,
      )
      return found.finding
    }
    expect(await lookWith(false)).toBe('earlier-effect')
    expect(await lookWith(true)).not.toBe('earlier-effect')
  })
  test('has an unclear effect if the customer is the same, or if the platform did not say in words that the customer is missing', async () => {
    expect(await lookAfter('rosa', saysSo)).toBe('earlier-unclear')
    expect(await lookAfter('marin', notFound)).toBe('earlier-unclear')
  })
  test('has an unclear effect if the platform forbids the read', async () => {
    const forbidden = makeAnswer({ verdict: 'refused', status: 403, credentials: true })
    expect(await lookAfter('marin', forbidden)).toBe('earlier-unclear')
  })
  test('has an unclear effect if the platform refuses only the credentials of that customer', async () => {
    expect(await lookAfter('marin', wrongLogIn)).toBe('earlier-unclear')
    expect(await lookAfter('marin', wrongLogIn, wrongLogIn)).toBe('credentials')
    expect(await lookAfter('rosa', wrongLogIn)).toBe('credentials')
  })
  test('still asks for the password if the platform says nothing clear about the password 0', async () => {
    const unclear = makeAnswer({ verdict: 'unclear', status: 200, raw: 'Password must have 6 characters' })
    expect(await lookAfter('rosa', wrongLogIn, unclear, 'kv7tm2xwpa')).toBe('credentials')
    expect(await lookAfter('rosa', wrongLogIn, notFound, 'kv7tm2xwpa')).toBe('credentials')
  })
})

test.each([
  { status: 200, raw: '<html>Log in</html>' },
  { status: 302, raw: '' },
])('a control that a page or a redirect answers says nothing about the read: %j', async (changed) => {
  const other = makeAnswer({ verdict: 'unclear', ...changed })
  const read = () => Promise.resolve(other)
  const connection = makeConnection({ hostnames: ['tv.north.example'] })
  for (const operation of ['GetMacAddressesUnderHostname', 'devices', 'getCustomer'] as const)
    expect(await verifyReadPath(operation, { read }, connection)).toBe(other)
})
