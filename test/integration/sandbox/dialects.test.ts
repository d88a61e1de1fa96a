import { expect, test } from 'vitest'
import type { OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { createClient } from '../../../src/platform/client.ts'
import { listsDevice } from '../../../src/shared/domain/device-identifier.ts'
import { readDevices } from '../../../src/platform/read/read-devices.ts'
import { readCustomer, readCustomerPage, readStatus } from '../../../src/platform/read/read-records.ts'
import { createHttpTransport } from '../../../src/platform/transport/transport.ts'
import { dialectNames, type DialectName } from '../../../src/sandbox/options.ts'
import type { Answer } from '../../../src/platform/answer.ts'
import { newCustomer, openSandbox, type Values } from './open-sandbox.ts'

const box = { kind: 'mac', value: '001A79AABB01' } as const
const known = { customermappingid: '', userid: '7000000001', password: 'sunny-day+1' }

/** The app's own client, connected to a platform of this dialect. */
async function openClient(dialect: DialectName) {
  const sandbox = await openSandbox({ dialect })
  const client = createClient({
    transport: createHttpTransport(),
    clock: { now: Date.now },
    connection: {
      baseUrl: sandbox.url,
      crmService: sandbox.crmService,
      cmsService: sandbox.cmsService,
      extraCustomerFilter: '',
      sendsCrmService: false,
      timeoutSeconds: 5,
    },
    token: () => sandbox.authToken,
  })
  const ask = async (id: OperationId, values: Values): Promise<Answer> => {
    const result = await client.call(id, values)
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    return result.value
  }
  return { sandbox, ask }
}

test.each(dialectNames)('the app’s readers understand a whole activation in the %s dialect', async (dialect) => {
  const { ask } = await openClient(dialect)
  expect((await ask('getCustomer', { userid: '7000000001' })).verdict).toBe('absent')
  const creation = { ...newCustomer, uuid: '00:1A:79:AA:BB:01' }
  expect((await ask('addCustomerWithDevice', creation)).verdict).toBe('accepted')
  const customer = readCustomer(await ask('getCustomer', { userid: '7000000001' }))
  expect(customer).toMatchObject({ userid: '7000000001', firstname: 'Nell', lastname: 'Harper & Sons' })
  expect(listsDevice(readDevices(await ask('devices', { userid: '7000000001' })) ?? [], box)).toBe(true)

  const hostname = 'tv.north.example'
  expect((await ask('AddMacAddressToHostname', { macAddress: '00:1A:79:AA:BB:01', hostname })).verdict).toBe('accepted')
  expect(listsDevice(readDevices(await ask('GetMacAddressesUnderHostname', { hostname })) ?? [], box)).toBe(true)
  const second = { userid: '7000000001', password: '0', macAddress: 'SN00998877', model: 'STB' }
  expect((await ask('AddMacAddressForUser', second)).verdict).toBe('accepted')
  expect(readDevices(await ask('devices', { userid: '7000000001' }))).toHaveLength(2)
})

test.each(dialectNames)(
  'the app’s readers understand status, renewal, product change and toggles in the %s dialect',
  async (dialect) => {
    const { ask, sandbox } = await openClient(dialect)
    await ask('addCustomer', newCustomer)
    expect(readStatus(await ask('GetCustomerStatus', known))).toBe('Pending')
    expect((await ask('renewCustomer', { ...known, months: '1', days: '0', fromExpireDate: 'true' })).verdict).toBe(
      'accepted',
    )
    const change = {
      productid: '102',
      subscriptionlengthinmonths: '1',
      subscriptionlengthindays: '0',
      fromExpireDate: 'true',
    }
    expect((await ask('changeCustomerProduct', { ...change, userid: known.userid, password: '0' })).verdict).toBe(
      'accepted',
    )
    const end = sandbox.ledger().at(-1)?.after?.endDate
    expect(readCustomer(await ask('getCustomer_V2', { userid: known.userid }))).toMatchObject({ endDate: end })
    expect((await ask('Disable', known)).verdict).toBe('accepted')
    expect(readStatus(await ask('GetCustomerStatus', known))).toBe('Disabled')
    expect((await ask('Enable', known)).verdict).toBe('accepted')
  },
)

test.each(dialectNames)('the app’s readers understand lists in the %s dialect, even empty ones', async (dialect) => {
  const { ask, sandbox } = await openClient(dialect)
  for (let index = 0; index < 70; index++) await sandbox.call('addCustomer', { ...newCustomer, userid: `u${index}` })
  const first = readCustomerPage(await ask('getCustomers', {}))
  expect(first).toMatchObject({ hasNext: true, cursor: expect.stringMatching(/^\d+$/) as string })
  expect(first?.customers).toHaveLength(100)
  const rest = readCustomerPage(await ask('getCustomers', { last_customer_id: first?.cursor ?? '' }))
  expect(rest?.customers).toHaveLength(10)
  expect(rest?.hasNext).toBe(false)
  const ofReseller = readCustomerPage(await ask('GetCustomerStatusByReseller', { reseller_id: '501', page: '1' }))
  expect(ofReseller?.customers[0]).toMatchObject({
    userid: expect.any(String) as string,
    status: expect.any(String) as string,
  })
  expect(readDevices(await ask('devices', { userid: 'u1' }))).toEqual([])
})

test.each(dialectNames)(
  'the app’s readers distinguish a refusal from an absence in the %s dialect',
  async (dialect) => {
    const { ask, sandbox } = await openClient(dialect)
    await ask('addCustomer', newCustomer)
    const taken = await ask('addCustomer', newCustomer)
    expect(taken).toMatchObject({ verdict: 'refused', reach: 'answered' })
    expect(taken.message).toContain('already exists')
    expect((await ask('addCustomer', { ...newCustomer, userid: 'u2', productid: '999' })).verdict).toBe('refused')
    expect((await ask('getCustomer', { ...known, password: 'wrong' })).verdict).toBe('refused')
    expect((await ask('devices', { userid: 'nobody' })).verdict).toBe('absent')
    expect(await ask('getCustomers', { authToken: 'wrong-token' })).toMatchObject({
      verdict: 'refused',
      credentials: true,
    })
    sandbox.setFaults([{ fault: { kind: 'refuse-but-commit' } }])
    expect((await ask('addCustomer', { ...newCustomer, userid: 'u3' })).verdict).toBe('refused')
  },
)

test.each(dialectNames)('the app’s readers find platform-issued credentials in the %s dialect', async (dialect) => {
  const { ask } = await openClient(dialect)
  const { userid: _, password: __, ...without } = newCustomer
  const answer = await ask('addCustomer', without)
  expect(answer.verdict).toBe('accepted')
  expect(readCustomer(answer)).toMatchObject({
    userid: expect.stringMatching(/^\d{10}$/) as string,
    password: expect.stringMatching(/^\w{10}$/) as string,
  })
})
