import { describe, expect, test } from 'vitest'
import { northConnection } from '../../../../fakes/world.ts'
import {
  beginBox,
  readBoxAction,
  type BoxValues,
} from '../../../../../src/renderer/src/features/actions/box-dialog.tsx'

const customer = { userid: 'rosa', devices: [{ id: '00:1A:79:00:00:01', model: 'STB-420' }] }
const filled: BoxValues = {
  ...beginBox(customer, northConnection),
  box: { raw: '001A794EB20F', asSerial: false },
}

describe('the box form', () => {
  test('starts with the connection’s hostname, and with the customer’s only box as the box to replace', () => {
    expect(beginBox(customer, northConnection)).toMatchObject({
      hostname: 'tv.north.example',
      old: '00:1A:79:00:00:01',
    })
    const two = { ...customer, devices: [...customer.devices, { id: 'SN2' }] }
    expect(beginBox(two, northConnection).old).toBe('')
  })

  test('starts with the scanned box as the box to replace, in the platform’s notation', () => {
    const two = { ...customer, devices: [...customer.devices, { id: 'SN2' }] }
    expect(beginBox(two, northConnection, '001A79000001').old).toBe('00:1A:79:00:00:01')
    expect(beginBox(two, northConnection, 'sn2').old).toBe('SN2')
    expect(beginBox(two, northConnection, '001A79000009').old).toBe('')
    expect(beginBox({ userid: 'rosa' }, northConnection, '001A79000009').old).toBe('001A79000009')
  })

  test('gives a job that replaces no box if a box is only added', () => {
    expect(readBoxAction(filled, 'add', customer).intent).toEqual({
      kind: 'existing-customer',
      box: { identifier: { kind: 'mac', value: '001A794EB20F' }, raw: '001A794EB20F', model: '' },
      userid: 'rosa',
      hostname: 'tv.north.example',
    })
  })

  test('puts the customer’s name into the job', () => {
    expect(readBoxAction(filled, 'add', { ...customer, name: 'Rosa Marín' }).intent?.customerName).toBe('Rosa Marín')
  })

  test('gives a swap job that names the replaced box and the model of that box', () => {
    expect(readBoxAction({ ...filled, hostname: ' ' }, 'swap', customer).intent).toMatchObject({
      replaces: { id: '00:1A:79:00:00:01', model: 'STB-420' },
    })
  })

  test.each([
    [{ box: { raw: '', asSerial: false } }, { box: 'empty' }],
    [{ old: '' }, { old: 'required' }],
    [{ old: '00-1a-79-4e-b2-0f' }, { old: 'same-box' }],
    [{ password: '0' }, { password: 'password-zero' }],
    [{ hostname: 'two words' }, { hostname: 'hostname' }],
    [{ model: 'x'.repeat(101) }, { model: 'too-long' }],
  ] as const)('gives no job with the values %j, and reports the problems %j', (changed, problems) => {
    const reading = readBoxAction({ ...filled, ...changed }, 'swap', customer)
    expect(reading).toEqual({ problems, intent: undefined })
  })
})
