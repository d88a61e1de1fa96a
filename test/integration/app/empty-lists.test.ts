import { expect, onTestFinished, test } from 'vitest'
import type { PlatformRequest, Transport } from '../../../src/platform/transport/exchange.ts'
import { createHttpTransport } from '../../../src/platform/transport/transport.ts'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { changes, effectsOn, intentFor, once, operationOf, productOf, quick, save, type Change } from './activate.ts'

const anyBox = () => ({ identifier: anyMac(), raw: '', model: '' })
const empty = { reach: 'answered', status: 200, headers: { 'content-type': 'application/json' }, text: '[]' } as const

/**
 * Saves a change whose reply is lost, after the reads have shown customers and boxes. From then on the platform shows no customer and no
 * box, until a read for which `ends` is true, or until `show` is called.
 */
async function loseReply(change: Change, ends: (request: PlatformRequest) => boolean) {
  const http = createHttpTransport()
  onTestFinished(() => http.close())
  let isBlind = false
  const transport: Transport = {
    async exchange(request) {
      if (isBlind && ends(request)) isBlind = false
      if (!isBlind || request.changes) return await http.exchange(request)
      if (!/getCustomer(?:_V2)?$/i.test(request.url.pathname)) return empty
      const url = new URL(request.url)
      url.searchParams.set('userid', 'nobody')
      return await http.exchange({ ...request, url })
    },
  }
  const platform = await openPlatform()
  const app = await openApp(undefined, { transport })
  await connect(app, platform, quick)
  const known = newCustomer(productOf(platform), { hostname: platform.hostnames[0] ?? '', box: anyBox() })
  await app.jobIn(await save(app, known), 'done')
  const intent = await intentFor(change, app, platform)
  platform.setFaults([{ match: { operation: operationOf[change] }, times: 1, fault: { kind: 'drop-after-commit' } }])
  isBlind = true
  const id = await save(app, intent)
  const { summary } = await app.jobIn(id, 'needs-you', 'done')
  expect(effectsOn(platform, intent.box.identifier)).toEqual(once[change])
  const show = () => void (isBlind = false)
  return { app, id, summary, show, effects: () => effectsOn(platform, intent.box.identifier) }
}

test.each(changes)(
  'a change whose reply was lost (%s) is decided by the technician if the platform’s lists are empty for longer than its processing time',
  async (change) => {
    const { app, id, summary, show, effects } = await loseReply(change, () => false)
    expect(summary.why?.code).toBe('reply-lost-absent')

    show()
    await app.call('job.check-again', { id })
    await app.jobIn(id, 'done')
    expect(effects()).toEqual(once[change])
  },
)

test.each(['create', 'bind-user'] as const)(
  'a change whose reply was lost (%s) is done once if the platform’s lists are filled again just when Setdesk looks for somebody whom they show',
  async (change) => {
    const { summary } = await loseReply(change, ({ url }) => url.pathname.endsWith('getCustomers'))
    expect(summary.state).toBe('done')
  },
)

test('a change that never arrived is sent again if the connection’s processing time is 0', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform, { ...quick, longestProcessingSeconds: 0 })
  const known = newCustomer(productOf(platform), { hostname: platform.hostnames[0] ?? '', box: anyBox() })
  await app.jobIn(await save(app, known), 'done')
  const intent = await intentFor('create', app, platform)
  platform.setFaults([{ match: { operation: operationOf.create }, times: 1, fault: { kind: 'drop-before-commit' } }])
  await app.jobIn(await save(app, intent), 'done')
  expect(effectsOn(platform, intent.box.identifier)).toEqual(once.create)
})

test('a renewal whose reply was lost cannot be corrected while the platform’s lists are empty, because its customer may exist', async () => {
  const http = createHttpTransport()
  onTestFinished(() => http.close())
  let isLosing = false
  let isBlind = false
  const transport: Transport = {
    async exchange(request) {
      if (request.changes && isLosing) isBlind = true
      const url = new URL(request.url)
      if (isBlind && !request.changes && url.searchParams.has('userid')) url.searchParams.set('userid', 'nobody')
      return await http.exchange({ ...request, url })
    },
  }
  const platform = await openPlatform()
  const app = await openApp(undefined, { transport })
  await connect(app, platform, { ...quick, resendsRenewals: false })
  const { summary } = await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')
  const renewal = { kind: 'renewal', months: 1, days: 0, from: 'end-date', userid: summary.userid ?? '' } as const
  isLosing = true
  platform.setFaults([{ match: { operation: 'renewCustomerV2' }, times: 1, fault: { kind: 'drop-after-commit' } }])
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: renewal })
  const asked = await app.jobIn(id, 'needs-you', 'done')
  expect(asked.summary.why?.code).toBe('reply-lost-unreadable')
  expect(asked.actions).not.toContain('correct')

  isLosing = isBlind = false
  await app.call('job.check-again', { id })
  await app.jobIn(id, 'done')
  expect(platform.ledger().filter(({ effect }) => effect === 'renew')).toHaveLength(1)
})
