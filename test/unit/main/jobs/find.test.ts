import { describe, expect, test } from 'vitest'
import type { Answer, Json } from '../../../../src/platform/answer.ts'
import { stepKinds } from '../../../../src/shared/domain/job-kinds.ts'
import { existingCustomer, hostnameOnly, makeAnswer, newCustomer, payloadOf } from './make-job.ts'
import { find } from '../../../../src/main/jobs/look.ts'

const ours = payloadOf(newCustomer())
const before = { payload: ours, mayHaveArrived: false, isAccepted: false, tries: [] }
const after = { ...before, mayHaveArrived: true }
const shows = (data: Record<string, string>): Answer => makeAnswer({ data: { userid: '4820913775', ...data } })
const several = (...data: Json[]): Answer => makeAnswer({ verdict: 'unclear', data })
const finding = (answer: Answer, knowledge: Parameters<typeof find>[2]) =>
  find('create-customer', answer, knowledge).finding

describe.each(stepKinds)('the finding from the read of a %s step', (kind) => {
  const page = '  <!DOCTYPE html><html><body>Hotel network. Please log in</body></html>'
  test.each<[string, Partial<Answer>, string]>([
    ['the read was not sent', { verdict: 'unclear', reach: 'not-sent' }, 'unreached'],
    ['the read was cut off', { verdict: 'unclear', reach: 'maybe-sent' }, 'unreached'],
    ['the server fails', { verdict: 'unclear', status: 503, raw: page }, 'unreached'],
    ['the platform is busy', { verdict: 'unclear', status: 429 }, 'unreached'],
    ['the platform timed out', { verdict: 'unclear', status: 408 }, 'unreached'],
    ['the answer is a redirect', { verdict: 'unclear', status: 302 }, 'unreached'],
    ['the answer is a login page with the status 200', { verdict: 'unclear', status: 200, raw: page }, 'unreached'],
    ['the answer is a web page with the status 404', { verdict: 'unclear', status: 404, raw: '<html>' }, 'unreached'],
    [
      'the answer asks for the password',
      { verdict: 'refused', status: 401, credentials: true, asksPassword: true },
      'credentials',
    ],
    [
      'the answer is a web page with the status 401',
      { verdict: 'unclear', status: 401, credentials: true, asksPassword: true, raw: page },
      'unreached',
    ],
    [
      'the answer is a web page with the status 403',
      { verdict: 'unclear', status: 403, credentials: true, raw: page },
      'unreached',
    ],
    [
      'the answer is a part of a web page with the status 401',
      { verdict: 'unclear', status: 401, credentials: true, asksPassword: true, raw: '<h1>Unauthorized</h1>' },
      'unreached',
    ],
    ['the platform forbids the list', { verdict: 'refused', status: 403, credentials: true }, 'unclear'],
    ['the platform refuses in words', { verdict: 'refused', status: 400 }, 'unclear'],
    ['the answer is not understood', { verdict: 'unclear', status: 200, raw: 'hm' }, 'unclear'],
    [
      'the status 404 means that the call does not exist',
      { verdict: 'unclear', status: 404, raw: '{"Message":"No HTTP resource was found"}' },
      'unclear',
    ],
  ])('is not "absent" if %s', (_, changed, expected) => {
    expect(find(kind, makeAnswer(changed), after)).toEqual({ finding: expected, provesRead: false })
  })
})

describe.each(['bind-user', 'bind-hostname'] as const)('the finding from a list of boxes for a %s step', (kind) => {
  const other = '00:1A:79:00:00:99'
  const own = ours.intent.kind === 'new-customer' ? (ours.intent.box?.identifier.value ?? '') : ''
  test.each<[string, Json, string]>([
    ['shows our box beside an entry without an identifier', [{ uuid: '', model: 'APP' }, { uuid: own }], 'present'],
    ['shows our box beside an empty text', ['', own], 'present'],
    ['shows our box and says that more follow', { devices: [own], has_next: true }, 'present'],
    ['shows another box beside an entry without an identifier', [{ uuid: '' }, { uuid: other }], 'unclear'],
    ['shows another box beside an empty text', ['', other], 'unclear'],
    ['shows another box and says that more follow', { devices: [other], has_next: true }, 'unclear'],
    ['shows only another box', [other], 'absent'],
    ['shows our box under an unknown name, beside a number', [{ deviceId: 100_017, stb_mac: own }], 'unclear'],
    ['shows our box under an unknown name, beside a model', [{ device: 'MAG524', stb_mac: own }], 'unclear'],
    ['shows our box under an unknown name, beside a serial number', [{ serial: 'SN12345678', eth: own }], 'unclear'],
    ['shows our box deeper in the record', { devices: [{ identifier: 'dev-5005', hw: { mac: own } }] }, 'unclear'],
    ['shows our box as a name', { devices: [{ mac: other }], slots: { [own]: 1 } }, 'unclear'],
    ['shows our box among the removed ones', { devices: [other], removed: [{ mac: own }] }, 'unclear'],
    ['shows times and hidden texts', [{ mac: other, seen: '2026-01-01T10:00:00', key: '****' }], 'absent'],
    ['belongs to a customer whose user ID is our box', { mapping_id: own, devices: [other] }, 'absent'],
  ])('if the list %s', (_, data, expected) => {
    expect(find(kind, makeAnswer({ data }), after).finding).toBe(expected)
  })
})

describe('the finding from a list of boxes that names where each box is', () => {
  const box = '00:1A:79:AB:12:CD'
  test.each<[string, Json, string]>([
    ['beside another hostname', [{ mac: box, hostname: 'other.example' }], 'unclear'],
    ['below another hostname', { hostname: 'other.example', macs: [box] }, 'unclear'],
    [
      'below the second of two hostnames',
      [
        { hostname: 'tv.north.example', macs: [] },
        { hostname: 'o', macs: [box] },
      ],
      'unclear',
    ],
    ['beside our hostname', [{ mac: box, hostname: 'https://TV.north.example/' }], 'present'],
    ['beside our hostname with another scheme', [{ mac: box, hostname: 'http://tv.north.example' }], 'present'],
    ['beside our hostname with blanks around it', [{ mac: box, hostname: ' tv.north.example ' }], 'present'],
    [
      'below our hostname and another',
      [
        { hostname: 'o', macs: [box] },
        { hostname: 'tv.north.example', macs: [box] },
      ],
      'present',
    ],
  ])('if our box is %s', (_, data, expected) => {
    const knowledge = { ...after, payload: payloadOf(hostnameOnly()) }
    expect(find('bind-hostname', makeAnswer({ data }), knowledge).finding).toBe(expected)
  })

  test.each<[string, Json, string]>([
    ['in the record of another customer', { userid: 'other', devices: [{ mac: box }] }, 'unclear'],
    ['beside the record of another customer', { customer: { userid: 'other' }, devices: [{ mac: box }] }, 'unclear'],
    ['with the record of another customer', [{ mac: box, user: { login: 'other' } }], 'unclear'],
    ['in the record of our customer', { userid: '4820913775', devices: [{ mac: box }] }, 'present'],
  ])('if our box is %s', (_, data, expected) => {
    expect(find('bind-user', makeAnswer({ data }), after).finding).toBe(expected)
  })

  test('is "present" if our customer has the box at another hostname than ours', () => {
    const knowledge = { ...after, payload: payloadOf(newCustomer({ hostname: 'tv.north.example' })) }
    const answer = makeAnswer({ data: [{ mac: box, hostname: 'other.example' }] })
    expect(find('bind-user', answer, knowledge).finding).toBe('present')
    expect(find('bind-user', answer, after).finding).toBe('present')
  })

  test('is "unclear" if the work has no box', () => {
    const knowledge = { ...after, payload: payloadOf({ kind: 'disable', userid: '4820913775' }) }
    expect(find('bind-user', makeAnswer({ data: [box] }), knowledge).finding).toBe('unclear')
  })
})

describe('the finding from a read of a customer by our user ID', () => {
  test('is "absent" if the customer does not exist, but this does not prove that the read works', () => {
    expect(find('create-customer', makeAnswer({ verdict: 'absent', status: 404 }), before)).toEqual({
      finding: 'absent',
      provesRead: false,
    })
  })

  test.each<[string, Record<string, string>, string, string]>([
    ['our mapping id', { customermappingid: 'ab23cd-01jzzzzzzzzzzzzzzzzzzzzzzz' }, 'present', 'present'],
    ['our name', { firstname: 'AMÉLIE', lastname: ' Okonkwo ' }, 'somebody-else', 'present'],
    ['our mobile', { mobile: '33612345678' }, 'somebody-else', 'present'],
    ['our mobile after 00', { mobile: '0033612345678' }, 'somebody-else', 'present'],
    ['our mobile without its country code', { mobile: '06 12 34 56 78' }, 'somebody-else', 'present'],
    [
      'our name and another mobile',
      { firstname: 'Amélie', lastname: 'Okonkwo', mobile: '+33600000000' },
      'somebody-else',
      'present',
    ],
    ['another name', { firstname: 'Rosa', lastname: 'Marín' }, 'somebody-else', 'somebody-else'],
    ['another mobile', { mobile: '+33600000000' }, 'somebody-else', 'somebody-else'],
    ['only the end of our mobile', { mobile: '5678' }, 'somebody-else', 'somebody-else'],
    ['only another mapping id', { customermappingid: 'CUST-7' }, 'somebody-else', 'somebody-else'],
    ['nothing but its user ID', {}, 'somebody-else', 'unclear'],
    ['an unused mapping id', { customermappingid: '0' }, 'somebody-else', 'unclear'],
  ])('shows whether the customer is ours, or that this is unclear, if the record has %s', (_, data, unsent, sent) => {
    expect(finding(shows(data), before)).toBe(unsent)
    expect(finding(shows(data), after)).toBe(sent)
  })

  test('is "present" for a record with only the user ID if the platform accepted the call', () => {
    expect(finding(shows({}), { ...after, isAccepted: true })).toBe('present')
    expect(finding(shows({ firstname: 'Rosa' }), { ...after, isAccepted: true })).toBe('somebody-else')
  })

  test('is "unclear" if the answer is about another user ID', () => {
    const other = find('create-customer', makeAnswer({ data: { userid: '999', firstname: 'Amélie' } }), after)
    expect(other).toEqual({ finding: 'unclear', provesRead: false })
  })

  test('is "other-user-id" if the platform finds the user ID but shows our customer under another one', () => {
    const ours = 'AB23CD-01JZZZZZZZZZZZZZZZZZZZZZZZ'
    const shown = makeAnswer({ data: { userid: 'ott-4820913775', customermappingid: ours } })
    expect([finding(shown, after), finding(shown, before)]).toEqual(['other-user-id', 'unclear'])
    const other = makeAnswer({
      data: { ...(shown.data as object), firstname: 'Zoe', lastname: 'Quite-Other', mobile: '+499' },
    })
    expect(finding(other, after)).toBe('unclear')
  })

  describe('if a search for the beginning of the user ID finds several customers', () => {
    const asked = { userid: '4820913775', firstname: 'Rosa', lastname: 'Quite-Other', status: 'Active' }
    const ours = { ...asked, firstname: 'Amélie', lastname: 'Okonkwo' }
    const longer = { ...asked, userid: '48209137751' }

    test('is "somebody-else" for the customer with exactly our user ID before anything was sent', () => {
      expect(finding(several(longer, asked), before)).toBe('somebody-else')
      expect(finding(several(ours, longer), before)).toBe('somebody-else')
      expect(finding(several(asked, ours), before)).toBe('somebody-else')
    })

    test('is "present" for our customer after the call was sent, and "unclear" if two have the user ID', () => {
      expect(finding(several(ours, longer), after)).toBe('present')
      expect(finding(several(longer, asked), after)).toBe('somebody-else')
      expect(finding(several(asked, ours), after)).toBe('unclear')
    })

    test('is "unclear" if none has exactly our user ID, or if a cache on the way stored the answer', () => {
      expect(finding(several(longer, { ...longer, userid: '48209137752' }), before)).toBe('unclear')
      expect(finding({ ...several(longer, asked), isStored: true }, before)).toBe('unclear')
    })

    test('is not judged if the answer is a refusal, or if the platform cannot answer now', () => {
      expect(finding({ ...several(longer, asked), verdict: 'refused' }, before)).toBe('unclear')
      expect(finding({ ...several(longer, asked), status: 503 }, before)).toBe('unreached')
    })
  })

  test('does not depend on leading zeros of the user ID, which a number does not keep', () => {
    const payload = payloadOf(newCustomer({ logIn: { userid: '0048213', password: 'abcd' } }))
    const shown = makeAnswer({ data: { userid: 48_213, mobile: '+33612345678' } })
    expect(finding(shown, { ...after, payload })).toBe('present')
  })

  test('does not depend on the case of the user ID', () => {
    const payload = payloadOf(newCustomer({ logIn: { userid: 'Amelie', password: 'abcd' } }))
    expect(finding(makeAnswer({ data: { userid: 'amelie', mobile: '+33612345678' } }), { ...after, payload })).toBe(
      'present',
    )
  })

  test.each([
    [0, 'unclear'],
    [1, 'present'],
    [2, 'unclear'],
    [3, 'unclear'],
  ])('is, for %i customers with our user ID and name, "%s"', (count, expected) => {
    const ourCustomer = { userid: '4820913775', firstname: 'Amélie', lastname: 'Okonkwo' }
    const data = Array.from({ length: count }, () => ourCustomer)
    expect(find('create-customer', makeAnswer({ data }), after)).toMatchObject({
      finding: expected,
      provesRead: expected === 'present',
    })
  })

  test("contains the customer's data, and proves that the read works only if the record has the user ID", () => {
    expect(find('create-customer', shows({ mobile: '+33612345678', status: 'Pending' }), after)).toMatchObject({
      provesRead: true,
      customer: { status: 'Pending' },
    })
    const withoutLogIn = makeAnswer({ data: { firstname: 'Amélie', lastname: 'Okonkwo' } })
    expect(find('create-customer', withoutLogIn, after)).toMatchObject({ finding: 'present', provesRead: false })
  })
})

describe.each(['bind-user', 'bind-hostname'] as const)('the finding from the list of boxes for a %s step', (kind) => {
  const payload = kind === 'bind-user' ? ours : payloadOf(hostnameOnly())
  const on = (data: Answer['data']) => find(kind, makeAnswer(data === undefined ? {} : { data }), { ...after, payload })

  test.each([['00:1A:79:AB:12:CD'], ['00-1a-79-ab-12-cd'], ['001a79ab12cd']])(
    'is "present" if the box is written as %s',
    (mac) => {
      expect(on([mac])).toEqual({ finding: 'present', provesRead: true })
    },
  )
  test('is "absent" if only other boxes are listed, and this proves that the read works', () => {
    expect(on(['00:1A:79:AB:12:CE'])).toEqual({ finding: 'absent', provesRead: true })
  })
  test('is "absent" if the list is empty, but this does not prove that the read works', () => {
    expect(on([])).toEqual({ finding: 'absent', provesRead: false })
  })
  test('is "absent" if the platform knows no such customer or hostname', () => {
    expect(find(kind, makeAnswer({ verdict: 'absent', status: 404 }), { ...after, payload }).finding).toBe('absent')
  })
  test('is "unclear" if a box without the same separators or leading zeros may be ours', () => {
    const box = { identifier: { kind: 'serial', value: '0012345678' }, raw: '', model: '' } as const
    const numbered = payloadOf(existingCustomer({ box }))
    const list = makeAnswer({ data: [{ uuid: 12_345_678 }] })
    expect(find(kind, list, { ...after, payload: numbered }).finding).toBe('unclear')
    const labelled = { ...box, identifier: { kind: 'serial', value: '001A79123456' } } as const
    const known = { ...after, payload: payloadOf(existingCustomer({ box: labelled })) }
    expect(find(kind, makeAnswer({ data: ['00:1A:79:12:34:56'] }), known).finding).toBe('unclear')
  })
  test('is "unclear" if the only identifier of a listed box cannot be read', () => {
    expect(on([{ uuid: '7', model: 'STB' }]).finding).toBe('unclear')
    expect(on([{ uuid: '7', mac: '00:1A:79:00:00:01' }]).finding).toBe('absent')
  })
  test('is "unclear" if our box is not listed and part of the list cannot be understood', () => {
    expect(on(['00:1A:79:00:00:01', { what: 'ever' }])).toEqual({ finding: 'unclear', provesRead: false })
  })
})

const listed = (serialNo: string) => makeAnswer({ data: [{ mac: '00:1A:79:00:00:09', serialNo }] })

test('a serial number that an unknown field shows leaves open whether the box is there', () => {
  const { box } = existingCustomer()
  const knowledge = { ...after, payload: payloadOf(existingCustomer()) }
  expect(find('bind-user', listed(box?.identifier.value ?? ''), knowledge).finding).toBe('unclear')
  expect(find('bind-user', listed('SN-0043/X'), knowledge).finding).toBe('absent')
})

const ownedBy = (owner: string, uuid = 'SN-0042/X') => {
  const answer = makeAnswer({ data: [{ uuid, userid: owner }] })
  return find('bind-user', answer, { ...after, payload: payloadOf(existingCustomer()) }).finding
}

test('a list of boxes that names another customer as the owner says nothing about the binding', () => {
  const { userid } = existingCustomer()
  expect([userid, `00${userid}`, ` ${userid} `, 'another'].map((one) => ownedBy(one))).toEqual([
    'present',
    'present',
    'present',
    'unclear',
  ])
  expect(ownedBy('another', '00:1A:79:00:00:99')).toBe('unclear')
})

test('a box whose record names the asked customer beside an internal number is found', () => {
  const { userid } = existingCustomer()
  const answer = makeAnswer({ data: [{ uuid: 'SN-0042/X', userid: 48_213, username: userid }] })
  expect(find('bind-user', answer, { ...after, payload: payloadOf(existingCustomer()) }).finding).toBe('present')
})

test('a serial number in a list of boxes is found without regard to case', () => {
  const payload = payloadOf(existingCustomer())
  const answer = makeAnswer({ data: [{ macAddress: 'SN-0042/X', model: 'MAG 540' }] })
  expect(find('bind-user', answer, { ...before, payload }).finding).toBe('present')
})

const ends = (enddate: string): Answer => makeAnswer({ data: { userid: 'rosa', enddate } })

test('money that another job took of the customer makes an effect uncertain, but not the absence of one', () => {
  const intent = { kind: 'renewal', userid: 'rosa', months: 3, days: 0, from: 'end-date' } as const
  const tries = [{ before: { endDate: '2027-06-02' }, sentOn: 0 }]
  const shared = { ...after, payload: payloadOf(intent), tries, isShared: true }
  expect(find('renew', ends('2027-06-02'), shared).finding).toBe('absent')
  expect(find('renew', ends('2027-12-24'), shared).finding).toBe('somebody-else')
  expect(find('renew', ends('2027-09-02'), shared).finding).toBe('cannot-tell')
  expect(find('renew', ends('2027-09-02'), { ...shared, isAccepted: true }).finding).toBe('present')
})
