import { describe, expect, test } from 'vitest'
import { defaultFieldNames, type Json, withFieldMapping } from '../../../../src/platform/answer.ts'
import { listsDevice } from '../../../../src/shared/domain/device-identifier.ts'
import { mayListDevice, readDeviceList, readDevices, wordUnread } from '../../../../src/platform/read/read-devices.ts'

const mac = '00:1A:79:00:00:01'
const other = '00-1a-79-00-00-02'

describe('a list of boxes', () => {
  test.each<readonly [string, Json, readonly object[]]>([
    ['an empty list', [], []],
    ['plain texts', [mac, other], [{ id: mac }, { id: other }]],
    ['serial numbers', ['SN12345678'], [{ id: 'SN12345678' }]],
    ['an address without a decimal digit', [mac, 'AA:BB:CC:DD:EE:FF'], [{ id: mac }, { id: 'AA:BB:CC:DD:EE:FF' }]],
    [
      'devices as the player app shows them',
      [{ uuid: mac, valid: 1, model: 'X5', type: 'stb' }],
      [{ id: mac, model: 'X5' }],
    ],
    ['other spellings', [{ MAC_Address: mac, DeviceModel: 'X5' }], [{ id: mac, model: 'X5' }]],
    ['an entry with two identifiers of one box', [{ uuid: 'SN1', mac }], [{ id: mac, also: ['SN1'] }]],
    ['an entry with one identifier under two names', [{ uuid: mac, macAddress: mac }], [{ id: mac }]],
    ['an entry with further identifiers that mean "none"', [{ mac, serial: 'N/A', sn: 0 }], [{ id: mac }]],
    ['an entry with only an address of zeros', [{ mac: '00:00:00:00:00:00' }], [{ id: '00:00:00:00:00:00' }]],
    ['a wrapper', { devices: [{ uuid: mac }] }, [{ id: mac }]],
    ['a wrapper in a wrapper', { status: 'success', data: { Devices: [mac] } }, [{ id: mac }]],
    [
      'a wrapper whose name is "return value" in Portuguese and Spanish',
      { Retorno: { devices: [mac] } },
      [{ id: mac }],
    ],
    [
      'a list inside the record of the customer',
      { userid: '1', devices: [{ uuid: mac }] },
      [{ id: mac, owners: ['1'] }],
    ],
    [
      'a wrapper of HAL',
      { _embedded: { devices: [{ mac, _links: { self: { href: '/1' } } }] }, page: { size: 20, totalElements: 1 } },
      [{ id: mac }],
    ],
    ['an empty wrapper', { devices: [], count: 0 }, []],
    ['an empty wrapper of XML', { Response: { devices: '' } }, []],
    ['one object', { uuid: mac, model: 'X5' }, [{ id: mac, model: 'X5' }]],
    ['addresses as decimal numbers', [113715269681], [{ id: '113715269681' }]],
    ['an address as an EUI-64', ['001A79FFFE000001'], [{ id: '001A79FFFE000001' }]],
    ['a number as a serial', { serial: 12345 }, [{ id: '12345' }]],
    ['one text', mac, [{ id: mac }]],
    ['one text with several boxes', `${mac}, ${other}\n`, [{ id: mac }, { id: other }]],
    [
      'one text with several boxes between slashes',
      '001a.7900.0001/001a.7900.0002',
      [{ id: '001a.7900.0001' }, { id: '001a.7900.0002' }],
    ],
    ['an object whose keys are MAC addresses', { [mac]: { kind: 'STB' }, [other]: {} }, [{ id: mac }, { id: other }]],
    ['XML of texts', { ArrayOfstring: { string: [mac, other] } }, [{ id: mac }, { id: other }]],
    ['XML of one text', { ArrayOfstring: { string: mac } }, [{ id: mac }]],
    ['XML of objects', { ArrayOfDevice: { Device: [{ uuid: mac }, { uuid: other }] } }, [{ id: mac }, { id: other }]],
    ['the smallest decimal number of an address', [10_000_000_000], [{ id: '10000000000' }]],
    ['a list beside its customer', { customer: { userid: '1' }, devices: [mac] }, [{ id: mac, owners: ['1'] }]],
    [
      'a list beside a part that is not about the list',
      { order: { hasMore: true, userid: '9' }, devices: [mac] },
      [{ id: mac }],
    ],
    ['a last page by its link', { devices: [mac], next: { href: null } }, [{ id: mac }]],
    ['a last page by its words', { devices: [mac], next: 'none', nextStep: { href: '/2' } }, [{ id: mac }]],
    ['XML of one object', { ArrayOfDevice: { Device: { uuid: mac } } }, [{ id: mac }]],
    ['addresses under their hostname', [{ hostname: 'h', macAddresses: [mac] }], [{ id: mac, hostname: 'h' }]],
    [
      'a list under the name of one address',
      { hostname: 'h', macAddress: [mac, other] },
      [
        { id: mac, hostname: 'h' },
        { id: other, hostname: 'h' },
      ],
    ],
  ])('is read from %s', (_, data, devices) => {
    expect(readDevices({ data })).toEqual(devices)
  })
})

describe('a complete list of boxes', () => {
  test.each<readonly [string, Json]>([
    ['words', 'No devices'],
    ['words in a list', ['Error']],
    ['words behind an address', [mac, 'and more']],
    ['an object without an identifier', [{ uuid: mac }, { name: 'box' }]],
    ['null in place of an element', [mac, null]],
    ['an identifier that says that there is none', [{ device: 'none' }]],
    ['a flag as an identifier', [{ device: true }]],
    ['a number as an identifier', [{ device: 0 }]],
    ['null', null],
    ['null in place of the list', { devices: null }],
    ['an empty object', {}],
    ['a message', { Message: 'E1001' }],
    ['a hostname', { hostname: 'tv1.example' }],
    ['an error code', 'E1001'],
    ['a number that is too small for an address', [9_999_999_999]],
    ['an object with another key beside MAC addresses', { [mac]: {}, note: {} }],
    ['an address under the name of others', { devices: { old: mac } }],
    ['two texts under other names', { devices: { one: mac, two: 'x' } }],
    ['an empty text', '  '],
    ['a list with a link to the next page', { devices: [mac], next: { href: '/2' } }],
    ['a list with a cursor that only begins like "none"', { devices: [mac], next: 'none-of-these' }],
    ['a list with a cursor that only ends like "null"', { devices: [mac], next: 'page-null' }],
    ['an empty list of errors', { errors: [] }],
    ['a number', 12],
    ['a list that says that more follows', { devices: [mac], has_next: true }],
  ])('is not read from %s', (_, data) => {
    expect(readDevices({ data })).toBeUndefined()
  })

  test('is not read from an answer without data', () => {
    expect(readDevices({})).toBeUndefined()
  })
})

describe('the record of a box', () => {
  test.each<Record<string, Json>>([
    { deleted: true },
    { removedAt: '2027-01-31' },
    { status: 'Removed' },
    { state: 'deleted' },
    { bound: false },
    { found: 'no' },
    { error: 'not bound' },
    { action: 'removed', date: '2027-01-31' },
    { event: 'unassign' },
    { event_type: 'DETACHED' },
    { operation: 'unbind' },
    { action: 'assigned' },
    { state: 'available' },
    { state: 'Free' },
    { status: 'unused' },
    { status: 'Not bound' },
    { status: 'entfernt' },
    { status: 'Ausgebucht' },
    { status: 'Supprimé' },
    { state: 'Desvinculada' },
    { state: 'غير مرتبط' },
    { bind_status: 0 },
    { bindStatus: '已解绑' },
    { bindStatus: '未绑定' },
    { bindingState: 'Unbound' },
    { isBind: 'N' },
    { delete_time: '2026-01-01 10:00:00' },
    { unbind_time: '2026-01-01 10:00:00' },
    { removal_date: '2026-01-01' },
    { deletedBy: 'joe' },
    { is_delete: 1 },
    { is_del: true },
    { del_flag: 1 },
    { deviceStatus: 'deleted' },
    { device_state: 'removed' },
    { status: 'unbind' },
    { binding_status: 'unbind' },
    { bound: 'F' },
    { assigned: 'Nein' },
    { linked: 'нет' },
    { registered: 'not yet' },
  ])('is not a bound box if it says %j', (said) => {
    const list = readDeviceList({ data: [{ mac, ...said }, { mac: other }] })
    expect(list).toEqual({ devices: [{ id: other }], unread: [{ mac, ...said }], isCut: false })
  })

  test.each<Record<string, Json>>([
    { deleted: false, removedAt: null },
    { status: 'Online' },
    { bound: true, error: '', assigned: null },
    { state: 'On' },
    { registered: '2027-01-31' },
    { bind_status: 1, isBind: 'Y', bindStatus: '已绑定', binding: null },
    { action: '/devices/1', event: 'reboot', operation: '' },
    { state: 'In use', release: '4.1' },
    { status: 'verbunden' },
    { owner: 'Ada Okonkwo', assigned_to: 17, bound_to: null },
    { is_delete: 0, del_flag: '0', delete_time: null, deletedBy: '' },
    { deletedAt: '0001-01-01T00:00:00', removed_at: '0000-00-00 00:00:00', unbound_at: '/Date(-62135596800000)/' },
    { deletedAt: 'N/A', removed: 'never', delete_time: '9999-12-31' },
    { delete: '/devices/1', release_date: '2026-01-01', removable: true },
    { deviceStatus: 'online', binding_status: 'gebunden', network_state: 'free' },
    { bound: 'Ja', assigned: 'Sí', linked: 'да', attached: 'LAN1' },
    { assigned: 'Anna Smith', linked: 'iptv.example.com', registered: 'online', binding: 'manual' },
    { deviceStatus: 'Available', bind: 'valid', is_bound: 'enabled' },
  ])('is a bound box if it says %j', (said) => {
    expect(readDevices({ data: [{ mac, ...said }] })).toEqual([{ id: mac }])
  })

  test.each<Json>([
    { removed: [mac] },
    { history: [{ mac }] },
    { devices: { removed: mac } },
    { available: [{ mac }] },
    { free: [mac] },
    { data: { in_stock: [mac] } },
  ])('is not read from a list of others: %j', (data) => {
    expect(readDeviceList({ data }).devices).toEqual([])
  })
})

test.each<Record<string, Json>>([
  { owner: '9990001112' },
  { assigned_to: 9990001112 },
  { boundTo: '9990001112' },
  { ownerId: '9990001112' },
])('the record of a box names the customer who has it: %j', (said) => {
  expect(readDevices({ data: [{ mac, ...said }] })).toEqual([{ id: mac, owners: ['9990001112'] }])
})

describe('a list with entries that were not understood', () => {
  const strays: readonly (readonly [Json, readonly string[]])[] = [
    [{ uuid: '', model: 'APP' }, ['APP']],
    [{ uuid: null }, []],
    [{ uuid: '0' }, ['0']],
    [{ uuid: 'Chrome on Windows' }, ['Chrome on Windows']],
    [{ uuid: 'A.B.C.D' }, ['A.B.C.D']],
    ['', []],
    [null, []],
  ]
  const shapes: readonly (readonly [string, (list: readonly Json[]) => Json])[] = [
    ['a plain list', (list) => list],
    ['a wrapper', (list) => ({ success: true, devices: list })],
    ['two wrappers', (list) => ({ data: { code: 0, macs: list } })],
  ]
  const cases = strays.flatMap(([stray, words]) => shapes.map(([name, shape]) => [name, stray, shape, words] as const))

  test.each(cases)('still shows its boxes, but proves no absence: in %s with %j', (_, stray, shape, words) => {
    const data = shape([stray, mac])
    const list = readDeviceList({ data })
    expect(list).toEqual({ devices: [{ id: mac }], unread: [stray], isCut: false })
    expect(wordUnread(list, defaultFieldNames)).toEqual(words)
    expect(readDevices({ data })).toBeUndefined()
  })

  test('shows its boxes if more boxes follow', () => {
    const list = { devices: [{ id: mac }], unread: [], isCut: true }
    for (const has_next of [true, 1, 'Y', 'yes', 'maybe'])
      expect(readDeviceList({ data: { devices: [mac], has_next } })).toEqual(list)
    for (const has_next of [false, 0, 'N', null])
      expect(readDeviceList({ data: { devices: [mac], has_next } })).toEqual({ ...list, isCut: false })
  })

  test.each<Json>([
    { macAddresses: [mac], total: 250 },
    { rows: [mac], records: 2, total: 1, page: 1 },
    { macAddresses: [mac], page: 1, totalPages: 50 },
    { macAddresses: [mac], next_cursor: 'abc' },
    { macAddresses: [mac], truncated: true },
    { data: [mac], paging: { hasNext: true } },
    { _embedded: { devices: [mac] }, page: { size: 1, totalElements: 2 } },
    { _embedded: { devices: [mac] }, _links: { self: { href: '/1' }, next: { href: '/2' } } },
    { data: [mac], meta: { total: 2 } },
    { devices: [mac], totalDevices: 2 },
    { devices: [mac], device_count: 2 },
    { devices: [mac], page: 1, pageSize: 1 },
    { devices: [mac], cursor: 'NzI=' },
    { d: { results: [mac], __next: 'https://platform.example/devices?skip=1' } },
    { value: [mac], '@odata.nextLink': 'https://platform.example/devices?skip=1' },
  ])('shows its boxes if another field says that there are more: %j', (data) => {
    expect(readDeviceList({ data })).toMatchObject({ isCut: true })
    expect(readDevices({ data })).toBeUndefined()
  })

  test.each<Json>([
    { macAddresses: [mac], total: 1 },
    { rows: [mac], records: 1, total: 1, page: 1 },
    { devices: [mac], deviceCount: 1, pageSize: 1 },
    { devices: [mac], page: 1, pageSize: 50 },
    { devices: [mac], cursor: 'NzI=', has_next: false },
    { macAddresses: [mac], count: '1', page: 1, totalPages: 1 },
    { macAddresses: [mac], next: null },
    { macAddresses: [mac], next_cursor: '', truncated: false },
    { data: [mac], paging: { hasNext: false, total: 1 } },
    [{ uuid: mac, count: 3, total: 9 }],
  ])('is complete if the other fields say that there are no more: %j', (data) => {
    expect(readDevices({ data })).toMatchObject([{ id: mac }])
  })

  test.each<Json>([{ total: 3 }, { uuid: [{ no: 1 }] }, [], true])(
    'has no words for %j, which is not an entry',
    (part) => {
      expect(wordUnread({ devices: [], unread: [part], isCut: false }, defaultFieldNames)).toBeUndefined()
    },
  )

  test('shows no box for an address in a sentence', () => {
    expect(readDeviceList({ data: `Device ${mac} was not found` }).devices).toEqual([])
    expect(readDeviceList({ data: [`Device ${mac} was not found`, ''] }).devices).toEqual([])
  })
})

test.each<readonly [string, Json, readonly string[] | undefined]>([
  ['its only element under an unknown name', { kastlijst: { Kast: mac } }, [mac]],
  ['several elements under an unknown name', { kastlijst: { Kast: [mac, 'SN-77'] } }, [mac, 'SN-77']],
  [
    'boxes under their MAC addresses',
    { kastlijst: { [mac]: { soort: 'STB' }, '001A79000009': {} } },
    [mac, '001A79000009'],
  ],
  ['words', { kastlijst: { Kast: 'none yet' } }, undefined],
  ['numbers under names', { kastlijst: { total: 2, limit: 4 } }, undefined],
])('a list under a mapped name is read only if it contains boxes: %s', (_, data, ids) => {
  const names = { ...defaultFieldNames, deviceList: ['kastlijst'] }
  expect(readDevices({ data }, names)?.map(({ id }) => id)).toEqual(ids)
})

test('a MAC address in a mapped wrapper is read as a box, but other words are not', () => {
  const names = withFieldMapping({ wrapper: ['inhoud', 'kast', 'Log'] })
  // Without the mapping, such a name is that of a list about something else.
  expect(readDevices({ data: { ok: 1, Log: { devices: [mac] } } }, names)).toEqual([{ id: mac }])
  expect(readDevices({ data: { ok: 1, Log: { devices: [mac] } } })).toBeUndefined()
  expect(readDevices({ data: { inhoud: { Kast: mac } } }, names)).toEqual([{ id: mac }])
  expect(readDevices({ data: { inhoud: { Kast: 'E1001' } } }, names)).toBeUndefined()
})

test('boxes under a mapped field name are read', () => {
  const names = { ...defaultFieldNames, macAddress: ['boxno'] }
  expect(readDevices({ data: [{ Box_No: mac }] })).toBeUndefined()
  expect(readDevices({ data: [{ Box_No: mac }] }, names)).toEqual([{ id: mac }])
})

test('a box is found by any of its identifiers, in any notation', () => {
  const devices = [{ id: 'other' }, { id: 'SN-1', also: ['001a.7900.0001'] }]
  expect(listsDevice(devices, { kind: 'mac', value: '001A79000001' })).toBe(true)
  expect(listsDevice(devices, { kind: 'serial', value: 'sn-1' })).toBe(true)
  expect(listsDevice(devices, { kind: 'mac', value: '001A79000002' })).toBe(false)
})

const readIn = (data: Json) => readDevices({ data })

test('a list of boxes is read beside an object that only reports the outcome', () => {
  expect(readIn({ result: { code: 0 }, data: ['00:1A:79:00:00:01'] })).toEqual([{ id: '00:1A:79:00:00:01' }])
  expect(readIn({ result: { code: 0 }, data: [] })).toEqual([])
  expect(readIn({ result: { wat: 0 }, data: [] })).toBeUndefined()
})

test.each<readonly [string, readonly string[], boolean]>([
  ['no record', [], false],
  ['another box', [other], false],
  ['a box whose first half is hidden', ['****79000001'], true],
  ['a box whose other identifier contains the address', ['SN12345678', `STB ${mac} #`], true],
  ['a text that is no identifier', ['?'], true],
  ['a text that is no identifier, and another box', ['?', other], false],
])('a list with %s leaves open whether a box is there: %j is %s', (_, [id, ...also], expected) => {
  const devices = id === undefined ? [] : [{ id, also }, { id: other }]
  expect(mayListDevice(devices, { kind: 'mac', value: '001A79000001' })).toBe(expected)
})
