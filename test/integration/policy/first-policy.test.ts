import { expect, test } from 'vitest'
import { createOperator } from '../../fakes/policy.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { openComputer } from '../maintenance/work.ts'

const another = { id: 'another', name: 'Other', colour: 'blue', crmService: 'crm', cmsService: 'cms' } as const
const addresses = ['https://platform.example']

test('the first policy already decides which addresses and proxies its own file may contain', async () => {
  const app = await openComputer(await openPlatform())
  const operator = createOperator()
  const [known] = (await app.call('app.snapshot', {})).connections
  const read = (...connections: readonly object[]) =>
    app.call('connection.read-file', { text: operator.write(1, { addresses }, connections) })
  const refused = { ok: false, problem: 'not-permitted', field: 'baseUrl' }
  expect(await read({ ...another, baseUrl: 'https://stranger.example' })).toMatchObject(refused)
  expect(await read({ id: known?.settings.id, proxy: 'http://stranger.example:3128' })).toMatchObject(refused)
  expect(await read({ ...another, baseUrl: addresses[0] })).toMatchObject({ ok: true, policy: { is: 'first' } })
})
