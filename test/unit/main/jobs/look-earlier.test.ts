import { describe, expect, test } from 'vitest'
import type { Parameters, Step, Tried } from '../../../../src/main/jobs/ledger/rows.ts'
import { look } from '../../../../src/main/jobs/look.ts'
import type { StepKnowledge } from '../../../../src/main/jobs/steps/step-parts.ts'
import type { Answer } from '../../../../src/platform/answer.ts'
import type { Intent } from '../../../../src/shared/domain/activation.ts'
import { existingCustomer, hostnameOnly, makeAnswer, newCustomer, payloadOf } from './make-job.ts'

const wrongLogIn = makeAnswer({ verdict: 'refused', status: 401, credentials: true, asksPassword: true })
const forbidden = makeAnswer({ verdict: 'refused', status: 403, credentials: true })
const lost = makeAnswer({ verdict: 'unclear', reach: 'maybe-sent' })
const unclear = makeAnswer({ verdict: 'unclear', raw: 'hm' })
const notFound = makeAnswer({ verdict: 'absent', status: 404 })
const ends = (enddate: string): Answer => makeAnswer({ data: { userid: 'rosa', enddate } })
const [unmoved, renewed, movedOtherwise] = [ends('2028-06-02'), ends('2028-09-02'), ends('2028-12-24')]

/** A call before a correction, sent with these values. */
const callOf = (intent: Intent, send: Parameters, read = send): Tried => ({
  intent,
  send,
  read,
  before: { endDate: '2028-06-02' },
  sentOn: 0,
})

interface Corrected extends Partial<StepKnowledge> {
  readonly kind: Step['kind']
  readonly intent: Intent
  readonly tried: readonly Tried[]
  readonly send: Parameters
  readonly read: Parameters
}

/** Looks for the effects of a corrected step, which is not sent yet. The reads get these answers, one after the other. */
async function lookBack({ kind, intent, tried, send, read, ...known }: Corrected, ...answers: readonly Answer[]) {
  const asked: unknown[] = []
  const { found } = await look(
    { kind, payload: { send, read, tried: [...tried] } },
    { read: (_, question) => Promise.resolve(answers[asked.push(question) - 1] ?? makeAnswer()) },
    { payload: payloadOf(intent), mayHaveArrived: false, isAccepted: false, tries: [], ...known },
    new AbortController().signal,
  )
  return { found, finding: found.finding, asked, reads: asked.length }
}

const asked = { userid: 'rosa', password: '0' }
const withPassword = { ...asked, password: 'kv7tm2xwpa' }
const renewal = { kind: 'renewal', userid: 'rosa', months: 3, days: 0, from: 'end-date' } as const
/** A renewal of three months that was corrected to six. */
const longer: Corrected = {
  kind: 'renew',
  intent: { ...renewal, months: 6 },
  tried: [callOf(renewal, { ...asked, months: '3' }, asked)],
  send: { ...asked, months: '6' },
  read: asked,
}
const binding = existingCustomer({ userid: 'rosa' })
const box = makeAnswer({ data: ['Sn-0042/x'] })
/** A binding to the customer rosa that was corrected to marin. */
const moved: Corrected = {
  kind: 'bind-user',
  intent: existingCustomer({ userid: 'marin' }),
  tried: [callOf(binding, asked)],
  send: { ...asked, userid: 'marin' },
  read: { ...asked, userid: 'marin' },
}
/** A creation whose city was corrected. */
const creation: Corrected = {
  kind: 'create-customer',
  intent: newCustomer(),
  tried: [callOf(newCustomer(), { userid: '4820913775', city: 'Lyon' }, { userid: '4820913775' })],
  send: { userid: '4820913775', city: 'Paris' },
  read: { userid: '4820913775' },
}

describe('a call that was sent before a correction', () => {
  test('has an unclear effect if the end date moved by another length', async () => {
    expect(await lookBack(longer, movedOtherwise)).toMatchObject({ finding: 'earlier-unclear', reads: 1 })
  })

  test('has an unclear effect if another job took money of the customer, which may have moved the end date', async () => {
    const { found } = await lookBack({ ...longer, isShared: true }, renewed)
    const customer = { userid: 'rosa', endDate: '2028-09-02' }
    expect(found).toStrictEqual({ finding: 'earlier-unclear', provesRead: true, customer })
    expect((await lookBack(longer, renewed)).finding).toBe('earlier-effect')
  })

  test('shows no customer, and proves nothing about the read, if it was for another customer than the corrected call', async () => {
    const { found } = await lookBack({ ...longer, read: { ...asked, userid: 'marin' } }, renewed)
    expect(found).toStrictEqual({ finding: 'earlier-effect', provesRead: false })
  })

  test('has an unclear effect, and no customer, if the answer is not understood', async () => {
    const { found } = await lookBack(longer, unclear)
    expect(found).toStrictEqual({ finding: 'earlier-unclear', provesRead: false })
  })

  test('is asked about again if the platform does not answer, and nothing else is asked', async () => {
    const two = { ...longer, tried: [...longer.tried, ...longer.tried] }
    expect(await lookBack(two, lost, unmoved)).toMatchObject({ finding: 'unreached', reads: 1 })
    expect(await lookBack(two, renewed, lost)).toMatchObject({ finding: 'unreached', reads: 2 })
  })

  test('leads to a single refused read if the platform refuses the password 0', async () => {
    expect(await lookBack(longer, wrongLogIn, unmoved)).toMatchObject({ finding: 'credentials', reads: 1 })
  })

  test('is read with the password 0 only if the platform refuses the password', async () => {
    const known = { ...longer, read: withPassword }
    expect((await lookBack(known, renewed)).asked).toEqual([withPassword])
    const refused = await lookBack(known, wrongLogIn, renewed)
    expect(refused.asked).toEqual([withPassword, asked])
    expect(refused.finding).toBe('earlier-effect')
  })

  test('counts as read if the platform shows something without the password, or does not answer', async () => {
    const known = { ...longer, read: withPassword }
    expect((await lookBack(known, wrongLogIn, movedOtherwise)).finding).toBe('earlier-unclear')
    expect((await lookBack(known, wrongLogIn, lost)).finding).toBe('unreached')
  })

  test('is read with its own password if a customer without a user ID has another mapping id', async () => {
    const one = { userid: '', customermappingid: 'M-1', password: 'password-of-one' }
    const other = { userid: '', customermappingid: 'M-2', password: 'password-of-other' }
    const { asked } = await lookBack({ ...longer, tried: [callOf(renewal, one)], send: other, read: other }, unmoved)
    expect(asked[0]).toEqual(one)
  })

  test('is read without a password if the read takes none', async () => {
    const tried = [callOf(hostnameOnly(), { hostname: 'old.north.example' })]
    const read = { hostname: 'tv.north.example' }
    const { asked } = await lookBack(
      { kind: 'bind-hostname', intent: hostnameOnly(), tried, send: read, read },
      notFound,
    )
    expect(asked).toStrictEqual([{ hostname: 'old.north.example' }, read])
  })

  test('is the corrected call itself if only the password, the model and the order of the values differ', async () => {
    const sent = { userid: 'rosa', password: 'typo', macAddress: 'Sn-0042/x', model: '' }
    const send = { model: 'MAG 540', macAddress: 'Sn-0042/x', password: 'kv7tm2xwpa', userid: 'rosa' }
    const same: Corrected = { ...moved, intent: binding, tried: [callOf(binding, sent, asked)], send, read: asked }
    expect((await lookBack(same, box)).finding).toBe('present')
    expect((await lookBack({ ...same, send: { ...send, userid: 'marin' } }, box)).finding).toBe('earlier-effect')
  })
})

describe('a creation that was sent before a correction', () => {
  test('has an unclear effect if nobody has the user ID, but the list of the newest customers fails', async () => {
    const failing = makeAnswer({ verdict: 'unclear', status: 503 })
    expect((await lookBack(creation, notFound, failing)).finding).toBe('earlier-unclear')
  })

  test('has an unclear effect if the platform shows the customer under another user ID, or several customers', async () => {
    const customermappingid = 'AB23CD-01JZZZZZZZZZZZZZZZZZZZZZZZ'
    const under = (...userids: string[]) =>
      makeAnswer({ data: userids.map((userid) => ({ userid, customermappingid })) })
    expect((await lookBack(creation, notFound, under('7'))).finding).toBe('earlier-unclear')
    expect((await lookBack(creation, notFound, under('7', '8'))).finding).toBe('earlier-unclear')
  })

  test('had no effect if another person has the user ID', async () => {
    const other = makeAnswer({ data: { userid: '4820913775', firstname: 'Zoe', lastname: 'Quite-Other' } })
    expect((await lookBack(creation, other, notFound)).finding).toBe('absent')
  })
})

describe('a corrected call that another computer may have sent', () => {
  const assumed = { ...moved, mayHaveArrived: true }

  test('is looked for if the effect of the call before the correction is unclear', async () => {
    expect(await lookBack(assumed, unclear, box)).toMatchObject({ finding: 'present', reads: 2 })
    expect((await lookBack(assumed, unclear, notFound)).finding).toBe('earlier-unclear')
    expect((await lookBack(assumed, unclear, lost)).finding).toBe('unreached')
  })

  test('is not looked for if the call before the correction took effect', async () => {
    expect(await lookBack(assumed, box, box)).toMatchObject({ finding: 'earlier-effect', reads: 1 })
  })

  test('is not looked for, if it cannot have been sent, while the effect of the call before is unclear', async () => {
    expect(await lookBack(moved, unclear, box)).toMatchObject({ finding: 'earlier-unclear', reads: 1 })
  })
})

test('the read of a corrected call shows whether a forbidden read of the call before says anything', async () => {
  expect((await lookBack(moved, forbidden, lost)).finding).toBe('unreached')
  expect((await lookBack(moved, forbidden, box)).finding).toBe('earlier-unclear')
})
