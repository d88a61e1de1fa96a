import { describe, expect, test } from 'vitest'
import { actionsFor } from '../../../../src/main/jobs/ledger/job-view.ts'
import type { Found, StepKnowledge } from '../../../../src/main/jobs/steps/step-parts.ts'
import type { Json } from '../../../../src/platform/answer.ts'
import { existingCustomer, makeAnswer, newCustomer, payloadOf } from './make-job.ts'
import { openLedger } from './open-ledger.ts'
import { find } from '../../../../src/main/jobs/look.ts'
import { findByMappingId, findInNewest, isOurPerson } from '../../../../src/main/jobs/steps/create-customer.ts'
import { createKnowledge, cameFromBetween } from '../../../../src/main/jobs/access.ts'

const after: StepKnowledge = {
  payload: payloadOf(newCustomer()),
  mayHaveArrived: true,
  isAccepted: true,
  tries: [],
}
const ours = { userid: '4820913775', firstname: 'Amélie', lastname: 'Okonkwo' }

describe('an answer that shows our customer', () => {
  test.each(['unclear', 'refused'] as const)('is "unclear" if the answer as a whole is %s', (verdict) => {
    expect(find('create-customer', makeAnswer({ data: ours }), after).finding).toBe('present')
    expect(find('create-customer', makeAnswer({ verdict, data: ours }), after).finding).toBe('unclear')
  })
  test.each([
    [299, 'present'],
    [300, 'unreached'],
    [399, 'unreached'],
    [400, 'present'],
    [499, 'present'],
    [500, 'unreached'],
  ])('with the HTTP status %d is "%s"', (status, finding) => {
    expect(find('create-customer', makeAnswer({ status, data: ours }), after).finding).toBe(finding)
  })
  test('counts even without an HTTP status', () => {
    const { status: _, ...without } = makeAnswer({ data: ours })
    expect(find('create-customer', without, after).finding).toBe('present')
  })
})

describe('a web page', () => {
  test.each([
    ['<!DOCTYPE html><html>', true],
    ['\n  <HTML lang="en">', true],
    ['<error>No such customer</error>', false],
    ['{"Message":"<html>"}', false],
    ['', false],
  ])('is recognized in %j: %s', (raw, isOne) => {
    expect(cameFromBetween({ verdict: 'unclear', raw })).toBe(isOne)
  })
  test('and a redirect without a page do not come from the platform', () => {
    expect(cameFromBetween({ verdict: 'unclear', status: 302, raw: '' })).toBe(true)
    expect(cameFromBetween({ verdict: 'unclear', status: 404, raw: '' })).toBe(false)
  })
  test('is not recognized in an answer that was understood', () => {
    expect(cameFromBetween({ verdict: 'accepted', raw: '<html>' })).toBe(false)
  })
})

const judge = (told: Parameters<typeof isOurPerson>[0]) => isOurPerson(told, after)

describe('a customer in an answer', () => {
  test.each<[string, Parameters<typeof isOurPerson>[0], boolean | undefined]>([
    ['is ours by the name, whatever the spaces and the case', { firstname: ' amélie ', lastname: '  OKONKWO' }, true],
    ['is not ours if the names are written without a space', { firstname: 'AmélieOkonkwo' }, false],
    ['is ours by the name without its accents', { firstname: 'Amelie', lastname: 'Okonkwo' }, true],
    ['is ours by the name with its accents apart', { firstname: 'Ame\u0301lie', lastname: 'Okonkwo' }, true],
    ['is ours by the name in another order', { firstname: 'Okonkwo', lastname: 'Amélie' }, true],
    ['may be ours if a letter was damaged', { firstname: 'Am?lie', lastname: 'Okonkwo' }, undefined],
    ['may be ours if a letter was replaced by two', { firstname: 'AmÃ©lie', lastname: 'Okonkwo' }, undefined],
    ['may be ours if a letter was left out', { firstname: 'Amlie', lastname: 'Okonkwo' }, undefined],
    ['may be ours if a letter was replaced by three', { firstname: 'Ameaelie', lastname: 'Okonkwo' }, undefined],
    ['is not ours if a letter was replaced by four', { firstname: 'Ameaealie', lastname: 'Okonkwo' }, false],
    ['may be ours with a damaged letter and more spaces', { firstname: ' Am?lie ', lastname: '  Okonkwo' }, undefined],
    ['is ours by the name with signs around its words', { firstname: '(Amélie)', lastname: '- Okonkwo.' }, true],
    ['is not ours by a similar name', { firstname: 'Amélia', lastname: 'Okonkwo' }, false],
    ['is ours by the whole name in one field', { lastname: 'Amélie Okonkwo' }, true],
    ['is ours by the mobile', { mobile: '+33 6 12 34 56 78' }, true],
    ['is ours by the last seven digits of the mobile', { mobile: '2345678' }, true],
    ['is not ours by the last six digits of the mobile', { mobile: '345678' }, false],
    ['is not ours by a longer number', { mobile: '433612345678' }, false],
    ['is not ours by a number without its zeros in the middle', { mobile: '3361234567' }, false],
    ['may or may not be ours without a name and mobile', {}, undefined],
    [
      'may or may not be ours with an empty name and mobile',
      { firstname: ' ', lastname: '', mobile: '---' },
      undefined,
    ],
  ])('%s', (_, told, isOurs) => {
    expect(judge(told)).toBe(isOurs)
  })
  test('is ours by a mobile number in national form with zeros in the middle', () => {
    const payload = payloadOf(newCustomer({ customer: { ...newCustomer().customer, mobile: '+33600100200' } }))
    expect(isOurPerson({ mobile: '0600100200' }, { payload })).toBe(true)
    expect(isOurPerson({ mobile: '612' }, { payload })).toBe(false)
  })
  test('is ours by a short mobile only if the whole number matches', () => {
    const payload = payloadOf(newCustomer({ customer: { ...newCustomer().customer, mobile: '+12345' } }))
    expect(isOurPerson({ mobile: '12345' }, { payload })).toBe(true)
    expect(isOurPerson({ mobile: '2345' }, { payload })).toBe(false)
  })
  test('may or may not be ours if the job creates no customer', () => {
    expect(isOurPerson(ours, { payload: payloadOf(existingCustomer()) })).toBeUndefined()
  })
})

/** The finding before anything was sent, if this is our mapping id. */
const whose = (customermappingid: string | undefined, data: Json) => {
  const payload = payloadOf(newCustomer(), { customermappingid })
  return find('create-customer', makeAnswer({ data }), { ...after, payload, mayHaveArrived: false }).finding
}

describe('a customer with our user ID belongs to somebody else', () => {
  test('if the customer has a mapping id and we made none', () => {
    expect(whose(undefined, { ...ours, customermappingid: 'AB-1' })).toBe('somebody-else')
  })
  test('if the customer has no mapping id and ours is empty', () => {
    expect(whose('', ours)).toBe('somebody-else')
  })
})

describe('a customer whose user ID is not known', () => {
  const unnamed: StepKnowledge = { ...after, payload: payloadOf(newCustomer({ logIn: {} })) }
  const mapping = 'AB23CD-01JZZZZZZZZZZZZZZZZZZZZZZZ'
  const byId = (data: Json, knowledge = unnamed): Found => findByMappingId(makeAnswer({ data }), knowledge)
  test('is "absent" if the platform says so, whatever else it sends', () => {
    const answer = makeAnswer({ verdict: 'absent', data: { userid: '7', customermappingid: mapping } })
    expect(findByMappingId(answer, unnamed)).toEqual({ finding: 'absent', provesRead: false })
  })
  test('is "unclear" in an answer that is not a list of customers', () => {
    expect(findByMappingId(makeAnswer(), unnamed)).toEqual({ finding: 'unclear', provesRead: false })
  })
  test('can be found by the mapping id, but this does not prove that the read works', () => {
    expect(byId({ userid: '7', customermappingid: mapping })).toMatchObject({ finding: 'present', provesRead: false })
  })
  test('counts as one customer if two user IDs differ only in case', () => {
    const two = [
      { userid: 'Rosa', customermappingid: mapping },
      { userid: 'rosa', customermappingid: mapping },
    ]
    expect(byId(two).finding).toBe('present')
  })
  test('is not found by an empty mapping id if we made none', () => {
    const payload = { intent: newCustomer({ logIn: {} }), technician: '' }
    const knowledge = { ...unnamed, payload }
    expect(byId([{ userid: '7' }, { userid: '8', customermappingid: '0' }], knowledge).finding).toBe('unclear')
    const none: Found = { finding: 'absent', provesRead: false }
    expect(findInNewest(none, makeAnswer({ data: [{ userid: '7' }] }), knowledge)).toBe(none)
  })
  test('counts as several if the user IDs differ by more than case', () => {
    const straße = [
      { userid: 'straße', customermappingid: mapping },
      { userid: 'strasse', customermappingid: mapping },
    ]
    expect(byId(straße).finding).toBe('several')
  })
  test('is found by the name if the platform writes 0 for no mapping id', () => {
    const { firstname, lastname } = ours
    expect(byId({ userid: '7', firstname, lastname, customermappingid: '0' }).finding).toBe('present')
  })
  test('is not looked for in a list of the newest customers that was refused or is not a list', () => {
    const none: Found = { finding: 'absent', provesRead: false }
    const data = [{ userid: '7', customermappingid: mapping }]
    expect(findInNewest(none, makeAnswer({ verdict: 'refused', data }), unnamed)).toBe(none)
    expect(findInNewest(none, makeAnswer(), unnamed)).toBe(none)
  })
  test('is taken from the list of the newest customers if the first question was unclear', () => {
    const customer = { userid: '9' }
    const first: Found = { finding: 'unclear', provesRead: false, customer }
    const newest = makeAnswer({ data: [{ userid: '7', customermappingid: mapping }] })
    expect(findInNewest(first, newest, unnamed)).toMatchObject({ finding: 'present', customer: { userid: '7' } })
  })
})

const steps = (creation: 'done' | 'undecided', binding: 'undecided' | 'open') =>
  [
    { kind: 'create-customer', state: creation },
    { kind: 'bind-user', state: binding },
  ] as const

describe('a job with a finished creation and an undecided binding', () => {
  const payload = payloadOf(newCustomer({ logIn: {} }))
  test('can be marked as present, unlike a job with an undecided creation', () => {
    const job = { state: 'needs-you', why: 'reply-lost-absent', payload } as const
    expect(actionsFor(job, steps('done', 'undecided'))).toEqual(['check-again', 'it-is-there', 'send-again', 'drop'])
    expect(actionsFor(job, steps('undecided', 'open'))).toEqual(['check-again', 'send-again', 'drop'])
  })
})

describe('what Setdesk learns about a platform', () => {
  test('is written once, and keeps the time of the first answer', async () => {
    const { database, clock } = openLedger()
    const knowledge = createKnowledge(database, clock)
    const times = (): readonly unknown[] => database.prepare('SELECT at FROM knowledge').all()
    knowledge.noteShown('north', 'devices', 'query')
    const before = times()
    await clock.pass(1000)
    knowledge.noteShown('north', 'devices', 'query')
    createKnowledge(database, clock).noteShown('north', 'devices', 'query')
    expect(times()).toEqual(before)
  })
  test('is ignored if its value in the file is unknown', () => {
    const { database, clock } = openLedger()
    createKnowledge(database, clock).noteRetrieval('north', 'query')
    expect(createKnowledge(database, clock).retrieval('north')).toBe('query')
    database.exec("UPDATE knowledge SET value = 'by pigeon'")
    expect(createKnowledge(database, clock).retrieval('north')).toBeUndefined()
  })
  test('is forgotten for one connection, but not for another with a similar id', () => {
    const { database, clock } = openLedger()
    const knowledge = createKnowledge(database, clock)
    for (const id of ['north', 'north-2']) knowledge.noteRetrieval(id, 'body')
    knowledge.forget('north')
    expect([knowledge.retrieval('north'), knowledge.retrieval('north-2')]).toEqual([undefined, 'body'])
    expect(createKnowledge(database, clock).retrieval('north')).toBeUndefined()
    knowledge.noteRetrieval('north', 'body')
    expect(createKnowledge(database, clock).retrieval('north')).toBe('body')
  })
})

const nameOf = (firstname: string, lastname: string) => ({
  payload: payloadOf(newCustomer({ customer: { ...newCustomer().customer, firstname, lastname } })),
})

describe('a long name with many non-Latin or accented letters', () => {
  const russian = nameOf('Александр Владимирович', 'Кузнецов')
  // Each accented letter may stand for up to three letters. Nobody could wait until every combination was tried.
  const accented = nameOf('àa'.repeat(95), 'Marin')

  test('may be ours if the platform writes it in Latin letters', () => {
    expect(isOurPerson({ firstname: 'Anastasia', lastname: 'Kuznetsova' }, russian)).toBeUndefined()
    expect(isOurPerson({ firstname: 'Rosa', lastname: 'Marin' }, russian)).toBeUndefined()
  })
  test('is compared letter by letter, without trying every combination', () => {
    expect(isOurPerson({ firstname: 'àa'.repeat(95), lastname: 'Marin' }, accented)).toBe(true)
    expect(isOurPerson({ firstname: '?a'.repeat(95), lastname: 'Marin' }, accented)).toBeUndefined()
    expect(isOurPerson({ firstname: 'a'.repeat(95), lastname: 'Marin' }, accented)).toBeUndefined()
    expect(isOurPerson({ firstname: 'a'.repeat(190), lastname: 'b' }, accented)).toBe(false)
    expect(isOurPerson({ firstname: `${'?a'.repeat(94)}?b`, lastname: 'Marin' }, accented)).toBe(false)
  })
})

test('two different names in the same non-Latin script do not count as the same person', () => {
  const customer = { ...newCustomer().customer, firstname: 'Иван', lastname: 'Петров' }
  const ours = { ...after, payload: payloadOf(newCustomer({ customer })) }
  expect(isOurPerson({ firstname: 'Ольга', lastname: 'Сидорова' }, ours)).toBe(false)
  expect(isOurPerson({ firstname: 'Петров', lastname: 'Иван' }, ours)).toBe(true)
  expect(isOurPerson({ firstname: '????', lastname: '??????' }, ours)).toBeUndefined()
})

describe('a name with an apostrophe', () => {
  const knowledge = nameOf('Nuala', 'O’Brien')
  test.each([
    "O'Brien",
    'OBrien',
    'O`Brien',
    'O&#39;Brien',
    'O&#0039;Brien',
    'O&#x27;Brien',
    'O&#X0027;Brien',
    'O&apos;Brien',
  ])('is ours if the platform writes it as %s', (lastname) => {
    expect(isOurPerson({ firstname: 'Nuala', lastname }, knowledge)).toBe(true)
  })
})

const told = (firstname: string) => ({ firstname, lastname: 'Marin' })
/** `é` and as many letters `a` as make a full name of this length. */
const named = (length: number) => nameOf(`é${'a'.repeat(length - ' Marin'.length - 1)}`, 'Marin')
const damaged = (length: number) => told(`?${'a'.repeat(length - ' Marin'.length - 1)}`)

test('a damaged name counts as the same only up to 200 letters, because longer names are not compared letter by letter', () => {
  expect(isOurPerson(damaged(200), named(200))).toBeUndefined()
  expect(isOurPerson(damaged(201), named(201))).toBe(false)
  expect(isOurPerson(told(`Ã©${'a'.repeat(193)}`), named(200))).toBe(false)
})

test('a customer with our user ID and the mapping id 0 is ours after an accepted call, as without a mapping id', () => {
  const shown = makeAnswer({ data: { userid: ours.userid, customermappingid: '0' } })
  expect(find('create-customer', shown, after).finding).toBe('present')
  expect(find('create-customer', shown, { ...after, isAccepted: false }).finding).toBe('unclear')
})

test('a customer with another user ID is ours only by our mapping id, not by the name', () => {
  const shown = makeAnswer({ data: { ...ours, userid: '7' } })
  expect(find('create-customer', shown, after).finding).toBe('unclear')
})
