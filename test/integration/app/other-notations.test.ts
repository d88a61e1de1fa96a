import { expect, test } from 'vitest'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import { startMiddleServer } from '../../fakes/middle-server.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { effectsOn, intentFor, operationOf, quick, save } from './activate.ts'

/** Binds a box to a customer on a platform that lists the box in another notation. The first reply to the binding is lost. */
async function bindWithLostReply(write: (mac: string) => string, changed: Partial<Connection> = {}) {
  const platform = await openPlatform()
  const { url, met } = await startMiddleServer(platform.url)
  const app = await openApp()
  await connect(app, platform, { ...quick, baseUrl: url, ...changed })
  const intent = await intentFor('bind-user', app, platform)
  const written = intent.box.identifier.value.match(/../g)?.join(':') ?? ''
  met.devices = async (pass) => {
    const reply = await pass()
    return { ...reply, body: reply.body.replaceAll(written, write) }
  }
  let sent = 0
  met[operationOf['bind-user']] = async (pass) => {
    sent += 1
    const reply = await pass()
    return sent === 1 ? undefined : reply
  }
  const { summary } = await app.jobIn(await save(app, intent), 'done', 'unconfirmed', 'needs-you', 'refused')
  return { state: summary.state, why: summary.why?.code, sent, effects: effectsOn(platform, intent.box.identifier) }
}

test.each<readonly [string, (mac: string) => string]>([
  ['in lower case', (mac) => mac.toLowerCase()],
  ['with hyphens', (mac) => mac.replaceAll(':', '-')],
  ['without separators', (mac) => mac.replaceAll(':', '')],
  ['between blanks', (mac) => `  ${mac} `],
  ['without the leading zeros of its groups', (mac) => mac.replaceAll(/(^|:)0/g, '$1').toLowerCase()],
  ['as a hexadecimal number', (mac) => `0x${mac.replaceAll(':', '').toLowerCase()}`],
])('a bound box is found in a list that shows it %s, and is not bound again', async (_, write) => {
  expect(await bindWithLostReply(write)).toEqual({
    state: 'done',
    why: 'seen-on-platform',
    sent: 1,
    effects: ['bind-user'],
  })
})

test.each<readonly [string, (mac: string) => string]>([
  ['with other words', (mac) => `${mac} (Ethernet)`],
  ['with hidden characters', (mac) => `${mac.slice(0, 9)}**:**${mac.slice(14)}`],
])('a box does not count as absent if the list shows it %s, and the technician decides', async (_, write) => {
  expect(await bindWithLostReply(write)).toEqual({
    state: 'needs-you',
    why: 'reply-lost-unreadable',
    sent: 1,
    effects: ['bind-user'],
  })
})

test('the status of a box is unread if a hostname lists it with other words', async () => {
  const platform = await openPlatform()
  const { url, met } = await startMiddleServer(platform.url)
  const app = await openApp()
  await connect(app, platform, { ...quick, baseUrl: url })
  const mac = '00:1A:79:20:00:00'
  met.GetMacAddressesUnderHostname = async (pass) => {
    const reply = await pass()
    return { ...reply, body: reply.body.replaceAll(mac, `${mac} (Ethernet)`) }
  }
  const bindings = await app.call('customers.bindings', { slot: 'test', userid: '1', boxes: [mac] })
  expect(bindings).toMatchObject({ boxes: [{ id: mac, light: 'unread' }] })
})

test('a box is bound after a lost call, even if the list shows another box whose identifier has a colon', async () => {
  const platform = await openPlatform()
  const { url, met } = await startMiddleServer(platform.url)
  const app = await openApp()
  await connect(app, platform, { ...quick, baseUrl: url })
  const intent = await intentFor('bind-user', app, platform)
  const other = '[{"macAddress":"00:1A:79:11:11:11","uuid":"android:9f3c21d0"}]'
  let sent = 0
  met.devices = (pass) => (sent < 2 ? { status: 200, body: other } : pass())
  met[operationOf['bind-user']] = (pass) => (++sent === 1 ? undefined : pass())
  const { summary } = await app.jobIn(await save(app, intent), 'done', 'unconfirmed', 'needs-you', 'refused')
  expect([summary.state, sent, effectsOn(platform, intent.box.identifier)]).toEqual(['done', 2, ['bind-user']])
})
