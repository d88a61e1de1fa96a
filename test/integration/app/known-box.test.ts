import { expect, test } from 'vitest'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { productOf, save } from './activate.ts'

test('the customer and the hostname of a box are found in stored answers, even offline', async () => {
  const platform = await openPlatform()
  const hostname = platform.hostnames[0] ?? ''
  const app = await openApp()
  await connect(app, platform)
  const intent = newCustomer(productOf(platform), { hostname })
  const id = await save(app, intent)
  const { summary } = await app.jobIn(id, 'done')
  const { identifier } = intent.box
  const ask = () => app.call('box.look-up', { identifier })
  expect((await ask()).holders).toEqual([])

  await app.call('customers.read', { slot: 'test', userid: summary.userid ?? '', customermappingid: '' })
  await app.call('hostname.read', { hostname })
  await platform.close()

  const { jobs, holders } = await ask()
  expect(jobs.map((job) => job.id)).toEqual([id])
  expect(holders).toEqual([
    { by: 'customer', at: expect.any(Number), userid: summary.userid, name: expect.stringContaining('Okonkwo') },
    { by: 'hostname', at: expect.any(Number), hostname },
  ])
  expect((await app.call('box.look-up', { identifier: { kind: 'mac', value: '001A79FFFFFF' } })).holders).toEqual([])
})
