import { test, expect } from 'vitest'
import { createDispatch } from '../../../src/main/bridge/dispatch.ts'
import { bridge } from '../../security/targets/bridge.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { holdTarget } from '../faults/hold-target.ts'

test('damaged calls on any channel are refused without an effect, and leak no secret', { timeout: 120_000 }, () =>
  holdTarget(bridge, 20),
)

test('a value with half a surrogate pair is refused as "not-sendable", and its field is named', async () => {
  const app = await openApp()
  const connection = await connect(app, await openPlatform())
  const half = '\ud800'
  const { name, colour, baseUrl, cmsService } = connection
  const reply = createDispatch(app.app.handlers, app.ports.log)
  const form = { name, colour, baseUrl, crmService: half, cmsService }
  expect(await reply('hostname.read', { hostname: half })).toMatchObject({
    ok: false,
    error: { code: 'bad-request', fields: { hostname: 'not-sendable' } },
  })
  expect(await reply('customer.look-up', { userid: half, customermappingid: half })).toMatchObject({
    ok: false,
    error: { code: 'bad-request', fields: { userid: 'not-sendable', customermappingid: 'not-sendable' } },
  })
  const sound = { ...form, crmService: 'crm' }
  expect(await reply('connection.test', { form: sound, token: half })).toMatchObject({
    ok: false,
    error: { code: 'bad-request', fields: { token: 'not-sendable' } },
  })
  expect(await reply('connection.test', { form, token: 'x' })).toMatchObject({
    ok: false,
    error: { code: 'bad-request', fields: { 'form.crmService': 'not-sendable' } },
  })
})
