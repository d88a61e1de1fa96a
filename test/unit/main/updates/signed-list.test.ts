import { describe, expect, test } from 'vitest'
import { signText } from '../../../../scripts/lib/sign-text.ts'
import { readSignedList } from '../../../../src/main/updates/signed-list.ts'
import { createPublisher, listTime, makeList, wrapList } from '../../../fakes/publisher.ts'

const publisher = createPublisher()
const stranger = createPublisher()
const expected = { keys: [publisher.publicKey], channel: 'stable', serial: 7, now: listTime }
const read = (body: string, changed: Partial<typeof expected> = {}) => readSignedList(body, { ...expected, ...changed })

const list = JSON.parse(publisher.write()) as { text: string; signatures: { key: string; signature: string }[] }
const change = (changed: object): string => JSON.stringify({ ...list, ...changed })

test('an update list that a known key has signed is accepted', () => {
  const reading = read(publisher.write())
  expect(reading).toMatchObject({ ok: true, value: { version: '0.2.0', percentage: 100 } })
})

describe('the app refuses an update list', () => {
  test.each<[string, string, string]>([
    ['signed with another key', 'wrong-key', stranger.write()],
    ['whose text was edited', 'edited', change({ text: list.text.replace('0.2.0', '0.9.0') })],
    ['with no signature', 'unsigned', change({ signatures: [] })],
    ['that lacks the signatures', 'unsigned', change({ signatures: undefined })],
    [
      'with the name of a known key over the signature of another key',
      'edited',
      change({ signatures: [{ ...signText('updates', list.text, stranger.key), key: publisher.publicKey }] }),
    ],
    [
      'whose signature was made for a policy',
      'edited',
      change({ signatures: [signText('policy', list.text, publisher.key)] }),
    ],
    ['that has expired', 'expired', publisher.write({ expires: '2027-02-28T23:59:59Z' })],
    ['that expires just now', 'expired', publisher.write({ expires: '2027-03-01T00:00:00Z' })],
    ['of another product', 'other-product', publisher.write({ product: 'another' })],
    ['of another channel', 'other-channel', publisher.write({ channel: 'preview' })],
    ['older than one that was seen here', 'older-list', publisher.write({ serial: 6 })],
    ['that is no JSON', 'unreadable', '<html>'],
    ['of another kind', 'unreadable', change({ kind: 'setdesk-connections' })],
    ['whose signed text is not a list', 'unreadable', wrapList('{}', publisher.key)],
    [
      'with a file name that leads to another folder',
      'unreadable',
      publisher.write({ files: [{ system: 'linux-x64', name: '../run', size: 1, sha512: 'A'.repeat(88) }] }),
    ],
  ])('%s', (_, refusal, body) => {
    expect(read(body)).toEqual({ ok: false, error: refusal })
  })

  test('with a damaged signature', () => {
    const [signed] = list.signatures
    const spoilt = { ...signed, signature: 'AAAA' }
    expect(read(change({ signatures: [spoilt] }))).toEqual({ ok: false, error: 'edited' })
  })
})

test('the update list that was seen last is accepted again, and so is a later one', () => {
  expect(read(publisher.write({ serial: 7 })).ok).toBe(true)
  expect(read(publisher.write({ serial: 8 })).ok).toBe(true)
})

test('an update list of a later Setdesk with unknown fields is accepted', () => {
  const text = JSON.stringify({ ...(JSON.parse(list.text) as object), mirrors: ['a'] })
  expect(read(wrapList(text, publisher.key)).ok).toBe(true)
})

describe('while the key is being replaced,', () => {
  const [former, next] = [createPublisher(), createPublisher()]
  const both = wrapList(makeList(), next.key, former.key)

  test.each([
    ['an app that knows the former key', [former.publicKey]],
    ['an app that knows both keys', [former.publicKey, next.publicKey]],
    ['an app that knows the new key', [next.publicKey]],
  ])('%s accepts a list signed with both keys', (_, keys) => {
    expect(read(both, { keys }).ok).toBe(true)
  })

  test('an app that knows only the new key refuses a list signed only with the former key', () => {
    expect(read(former.write(), { keys: [next.publicKey] })).toEqual({ ok: false, error: 'wrong-key' })
  })
})
