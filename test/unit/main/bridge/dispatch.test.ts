import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDispatch } from '../../../../src/main/bridge/dispatch.ts'
import type { Handlers } from '../../../../src/main/app.ts'
import { channels, type Channel } from '../../../../src/shared/bridge/contract.ts'
import { fail, succeed } from '../../../../src/shared/result.ts'
import { createFakeApp, emptySnapshot } from '../../../fakes/app.ts'
import { createFakeLog } from '../../../fakes/log.ts'

const channelNames = Object.keys(channels) as Channel[]

function setUp(replaced: Partial<Handlers> = {}) {
  const app = createFakeApp(replaced)
  const log = createFakeLog()
  return { app, log, dispatch: createDispatch(app.handlers, log) }
}

// A schema's check is compiled after its first uses, and must then give the same results.
test('later calls are checked in the same way as the first one', async () => {
  const { dispatch } = setUp()
  for (let call = 0; call < 30; call += 1) {
    const replies = [await dispatch('clipboard.write', { text: 'A' }), await dispatch('clipboard.write', { text: 5 })]
    expect(replies).toEqual([
      succeed({}),
      fail(expect.objectContaining({ code: 'bad-request', fields: { text: 'invalid-type' } })),
    ])
    expect(await dispatch('clipboard.write', { text: 'A', more: 1 })).toMatchObject({
      ok: false,
      error: { code: 'bad-request' },
    })
  }
})

describe('a call', () => {
  test("reaches its handler and returns the handler's answer", async () => {
    const { app, dispatch } = setUp()
    expect(await dispatch('draft.discard', {})).toEqual({ ok: true, value: {} })
    expect(app.calls).toEqual([{ channel: 'draft.discard', request: {} }])
  })

  test('reaches its handler without spaces at the start or the end of its text values', async () => {
    const { app, dispatch } = setUp()
    await dispatch('customer.look-up', { userid: ' 12345 ', customermappingid: '' })
    expect(app.calls[0]?.request).toEqual({ userid: '12345', customermappingid: '' })
  })

  test('returns an expected failure unchanged', async () => {
    const { dispatch } = setUp()
    expect(await dispatch('job.read', { id: 'x' })).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  test.each([
    ...'toString valueOf'.split(' '),
    '__proto__',
    'constructor',
    'hasOwnProperty',
    '',
    'app',
    null,
    undefined,
    7,
    {},
    ['app.snapshot'],
    Symbol('x'),
  ])('to the unknown channel %s is refused and logged', async (channel) => {
    const { app, log, dispatch } = setUp()
    expect(await dispatch(channel, {})).toMatchObject({ ok: false, error: { code: 'unknown-channel' } })
    expect(app.calls).toEqual([])
    expect(log.lines).toEqual([{ level: 'problem', event: 'bridge.unknown-channel', facts: {} }])
  })

  test('with an invalid field is refused, and the reply names the field and the rule', async () => {
    const { app, dispatch } = setUp()
    const reply = await dispatch('job.drop', { id: 'x', reason: '' })
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad-request', fields: { reason: 'too-small' } } })
    expect(app.calls).toEqual([])
  })

  test('with an unknown field is refused, and the reply does not repeat the field', async () => {
    const { app, dispatch } = setUp()
    const secret = randomUUID()
    const reply = await dispatch('job.check-again', { id: 'x', [secret]: secret })
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad-request' } })
    expect(JSON.stringify(reply)).not.toContain(secret)
    expect(app.calls).toEqual([])
  })
})

describe('the answer of a handler', () => {
  test('loses every key that is not in the contract', async () => {
    const secret = randomUUID()
    const { dispatch } = setUp({ 'app.snapshot': async () => succeed({ ...emptySnapshot, token: secret }) })
    expect(await dispatch('app.snapshot', {})).toEqual({ ok: true, value: emptySnapshot })
  })

  test('that does not fit the contract becomes the error "internal", and the log names only the fields', async () => {
    const secret = randomUUID()
    const { log, dispatch } = setUp({ 'connection.add': async () => succeed({ id: [secret] as unknown as string }) })
    const reply = await dispatch('connection.start-training', {})
    expect(reply.ok).toBe(true)
    const form = { name: 'A', colour: 'plum', baseUrl: 'https://a.example', crmService: 'c', cmsService: 'd' }
    const misfit = await dispatch('connection.add', { form, token: secret })
    expect(misfit).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(JSON.stringify([misfit, log.lines])).not.toContain(secret)
    expect(log.lines).toEqual([
      { level: 'problem', event: 'bridge.response-misfit', facts: { channel: 'connection.add', fields: 'id' } },
    ])
  })

  test('that is a failure with an unknown code becomes the error "internal"', async () => {
    const wrong = { code: 'boom', message: 'm', retryable: false } as unknown as {
      code: 'internal'
      message: string
      retryable: boolean
    }
    const { dispatch } = setUp({ 'queue.pause': async () => fail(wrong) })
    expect(await dispatch('queue.pause', {})).toMatchObject({ ok: false, error: { code: 'internal' } })
  })
})

describe('a handler that throws', () => {
  test('causes the error "internal", and neither the reply nor the log contains the text of the thrown error', async () => {
    const secret = randomUUID()
    const thrown = Object.assign(new TypeError(`Invalid URL\n    at /${secret}.js:1:1`), {
      code: 'ERR_INVALID_URL',
      input: secret,
      cause: new Error(secret),
    })
    const { log, dispatch } = setUp({ 'queue.resume': async () => await Promise.reject(thrown) })
    const reply = await dispatch('queue.resume', {})
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(JSON.stringify([reply, log.lines])).not.toContain(secret)
    expect(log.lines[0]).toMatchObject({
      event: 'bridge.handler-threw',
      facts: {
        channel: 'queue.resume',
        error: 'TypeError',
        code: 'ERR_INVALID_URL',
        at: expect.stringMatching(/^dispatch\.test\.ts:\d+/),
      },
    })
  })

  test('before it returns a promise also causes the error "internal"', async () => {
    const { dispatch } = setUp({
      'queue.resume': () => {
        throw new RangeError('sync')
      },
    })
    expect(await dispatch('queue.resume', {})).toMatchObject({ ok: false, error: { code: 'internal' } })
  })

  test.each(['text', undefined, null, 5])('%s instead of an error causes the error "internal"', async (thrown) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a library may throw anything
    const { log, dispatch } = setUp({ 'queue.resume': async () => await Promise.reject(thrown) })
    expect(await dispatch('queue.resume', {})).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(log.lines[0]?.facts).toEqual({ channel: 'queue.resume', error: 'not-an-error' })
  })
})

describe('arbitrary input', () => {
  const nasty = fc.oneof(
    fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true, withSparseArray: true }),
    fc.dictionary(
      fc.constantFrom('id', 'form', 'token', 'draft', 'intent', '__proto__', 'constructor', 'limit', 'text'),
      fc.anything(),
    ),
  )
  // Drawn once for all channels, because drawing takes much longer than asking. Each run of the tests draws others.
  const payloads = fc.sample(nasty, 1000)

  test.each(channelNames)(
    'to %s always gets a reply, and reaches the handler only if it fits the contract',
    async (channel) => {
      const { app, dispatch } = setUp()
      const request = channels[channel].request.strict()
      const wrong: unknown[] = []
      let fitting = 0
      for (const payload of payloads) {
        const calls = app.calls.length
        const fits = request.safeParse(payload).success
        if (fits) fitting += 1
        const reply = await dispatch(channel, payload)
        if (typeof reply.ok !== 'boolean' || app.calls.length !== calls + (fits ? 1 : 0)) wrong.push(payload)
      }
      expect(wrong.map((payload) => fc.stringify(payload))).toEqual([])
      expect(app.calls).toHaveLength(fitting)
    },
  )
})
