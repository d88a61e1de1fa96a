import { expect, test } from 'vitest'
import { compareSettings } from '../../../../../src/shared/domain/connection/connection-file.ts'
import { northConnection } from '../../../../fakes/world.ts'

const [family, basic, weekend] = northConnection.products
const changed = (part: object) => compareSettings(northConnection, { ...northConnection, ...part })

test('equal connections have no difference, whatever their id', () => {
  expect(changed({})).toEqual([])
  expect(changed({ id: 'south', kind: 'training' })).toEqual([])
})

test('a plain setting is reported as added, changed or removed, and an empty text counts as a missing setting', () => {
  expect(changed({ resellerId: '501', timeoutSeconds: 45, phoneCountry: '', sendsCrmService: true })).toEqual([
    { field: 'phoneCountry', change: 'removed', before: 'FR' },
    { field: 'resellerId', change: 'added', after: '501' },
    { field: 'sendsCrmService', change: 'changed', before: false, after: true },
    { field: 'timeoutSeconds', change: 'changed', before: 30, after: 45 },
  ])
})

test('settings that are lists are compared by their items', () => {
  expect(changed({ hostnames: ['tv.north.example', 'tv.new.example'] })).toEqual([
    { field: 'hostnames', item: 'demo.north.example', change: 'removed', before: 'demo.north.example' },
    { field: 'hostnames', item: 'tv.new.example', change: 'added', after: 'tv.new.example' },
  ])
})

test('items with the same id in two lists of settings are compared part by part', () => {
  const products = [{ ...family, name: 'Family plus', months: 6 }, basic, { ...weekend, productid: '32' }]
  expect(changed({ products })).toEqual([
    { field: 'products', item: '12', part: 'name', change: 'changed', before: 'Family', after: 'Family plus' },
    { field: 'products', item: '12', part: 'months', change: 'changed', before: 12, after: 6 },
    { field: 'products', item: '31', change: 'removed', before: 'Sport weekend' },
    { field: 'products', item: '32', change: 'added', after: 'Sport weekend' },
  ])
  expect(changed({ resellers: [{ id: '1', name: 'Coast' }] })).toEqual([
    { field: 'resellers', item: '1', change: 'added', after: 'Coast' },
  ])
})

test('another order of hostnames is reported as a change, because the first hostname is the selected one', () => {
  expect(changed({ hostnames: northConnection.hostnames.toReversed() })).toEqual([
    {
      field: 'hostnames',
      part: 'order',
      change: 'changed',
      before: 'tv.north.example, demo.north.example',
      after: 'demo.north.example, tv.north.example',
    },
  ])
})

test('settings that are objects are compared by their entries, in any order', () => {
  const { email, state } = northConnection.defaults
  expect(changed({ defaults: { country: 'SPAIN', state, email } })).toEqual([
    { field: 'defaults', item: 'country', change: 'changed', before: 'FRANCE', after: 'SPAIN' },
  ])
  expect(changed({ defaults: { email, state } })).toEqual([
    { field: 'defaults', item: 'country', change: 'removed', before: 'FRANCE' },
  ])
  expect(changed({ fieldNames: { userid: ['kunde'] } })).toEqual([
    { field: 'fieldNames', item: 'userid', change: 'added', after: '["kunde"]' },
  ])
})
