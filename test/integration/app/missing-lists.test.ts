import { describe, expect, test } from 'vitest'
import type { OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { startMiddleServer, type Reply } from '../../fakes/middle-server.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { changes, effectsOn, intentFor, once, operationOf, quick, save, type Change } from './activate.ts'

/** What a web server says about a path that it does not have, or in place of an empty 404 of the platform. */
const page: Reply = {
  status: 404,
  body: '<!DOCTYPE html><html><body>404 - File or directory not found.</body></html>',
  headers: { 'content-type': 'text/html' },
}

async function openWithout(...missing: readonly OperationId[]) {
  const platform = await openPlatform()
  const middle = await startMiddleServer(platform.url)
  const app = await openApp()
  await connect(app, platform, { ...quick, baseUrl: middle.url })
  const carryOut = async (change: Change) => {
    const intent = await intentFor(change, app, platform)
    for (const one of missing) middle.met[one] = () => page
    const { summary, steps } = await app.jobIn(await save(app, intent), 'done', 'unconfirmed', 'needs-you', 'refused')
    return { ...summary, steps, effects: effectsOn(platform, intent.box.identifier) }
  }
  return { ...middle, app, platform, carryOut }
}

describe('on a platform whose web server has no path for a list', () => {
  test.each(changes)('of statuses, a %s is sent and ends as done', async (change) => {
    const { carryOut } = await openWithout('GetCustomerStatusByReseller', 'GetCustomerStatusByIds')
    expect(await carryOut(change)).toMatchObject({ state: 'done', effects: once[change] })
  })

  test('of statuses, a refused token is recognised', async () => {
    const { app, met } = await openWithout()
    met.GetCustomerStatusByReseller = () => page
    met.getCustomers = () => ({ status: 401, body: '{"Message":"Invalid company token."}' })
    await app.call('queue.resume', {})
    await expect.poll(async () => (await app.call('app.snapshot', {})).connections[0]?.link.state).toBe('token-refused')
  })

  test.each<readonly [Change, OperationId]>([
    ['bind-user', 'devices'],
    ['bind-hostname', 'GetMacAddressesUnderHostname'],
  ])('of boxes, a %s is sent once and ends as unconfirmed', async (change, list) => {
    const { carryOut } = await openWithout(list)
    const { state, why, effects, steps } = await carryOut(change)
    expect([state, why?.code, effects]).toEqual(['unconfirmed', 'list-unreadable', once[change]])
    const { readings = [], attempts = [] } = steps[0] ?? {}
    expect([attempts.length, readings.some(({ isFromBetween }) => isFromBetween)]).toEqual([1, false])
  })
})

/** A platform whose empty 404 for a customer reaches the app as a page. The first `loses` creations after the one here are lost. */
async function openWithPages(loses: number) {
  const opened = await openWithout()
  const { met } = opened
  met.getCustomer = async (pass) => {
    const reply = await pass()
    return reply.status === 404 ? page : reply
  }
  // This creation shows that the read finds customers.
  await opened.carryOut('create')
  let sent = 0
  met[operationOf.create] = (pass) => (++sent <= loses ? undefined : pass())
  return opened
}

describe('on a platform whose web server sends a page for a customer who does not exist', () => {
  test('a new customer is created', async () => {
    const { carryOut } = await openWithPages(0)
    expect(await carryOut('create')).toMatchObject({ state: 'done', effects: once.create })
  })

  test('a creation that was lost on its way is sent again', async () => {
    const { carryOut } = await openWithPages(1)
    const { state, effects, steps } = await carryOut('create')
    expect([state, effects, steps[0]?.attempts.length]).toEqual(['done', once.create, 2])
  })
})
