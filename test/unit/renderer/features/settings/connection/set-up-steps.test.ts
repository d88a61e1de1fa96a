import { expect, test } from 'vitest'
import { setUpSteps } from '../../../../../../src/renderer/src/features/settings/connections-page.tsx'
import { isBare } from '../../../../../../src/renderer/src/state/snapshot-store.ts'
import { northConnection } from '../../../../../fakes/world.ts'

const settings = { ...northConnection, products: [], hostnames: [], phoneCountry: '', defaults: {}, supportNumber: '' }
const product = { productid: '101', name: 'Basic TV', months: 12, days: 0, renewalinterval: 1 }
const view = { hasToken: true, hasProxyLogIn: false, isPlainHttpStopped: false } as const
const doneOf = (changed: Partial<typeof northConnection>, state: 'reached' | 'unknown' = 'unknown') =>
  setUpSteps({ ...view, link: { state, since: 0 }, settings: { ...settings, ...changed } })
    .filter(({ isDone }) => isDone)
    .map(({ step }) => step)

test('the first set-up step is done once the platform is reached, and every other step once its setting is filled in', () => {
  expect(doneOf({})).toEqual([])
  expect(doneOf({}, 'reached')).toEqual(['reached'])
  expect(doneOf({ products: [product] })).toEqual(['products'])
  expect(doneOf({ hostnames: ['tv.example'] })).toEqual(['hostnames'])
  expect(doneOf({ phoneCountry: 'FR' })).toEqual(['country'])
  expect(doneOf({ defaults: { country: 'France' } })).toEqual(['defaults'])
  expect(doneOf({ supportNumber: '0800' })).toEqual(['handout'])
})

test('a connection is not set up while it lacks a product or a hostname, but the training platform always is', () => {
  expect(isBare(settings)).toBe(true)
  expect(isBare({ ...settings, products: [product] })).toBe(true)
  expect(isBare({ ...settings, products: [product], hostnames: ['tv.example'] })).toBe(false)
  expect(isBare({ ...settings, kind: 'training' })).toBe(false)
})
