import { describe, expect, test } from 'vitest'
import { operation, operations } from '../../../../src/platform/catalogue/catalogue.ts'
import {
  creationFlags,
  creations,
  loneCreations,
  settleCreation,
  takesOf,
  type CreationSettings,
} from '../../../../src/shared/domain/customer/creation.ts'

const settings: CreationSettings = {
  creation: 'addCustomerWithDevice',
  creationAlone: 'auto',
  resellerId: '',
  creationDefaults: {},
}
const namesOf = (id: (typeof creations)[number]): readonly string[] => operation(id).parameters.map(({ name }) => name)

test('the available creation calls are all those of the interface, except the duplicate by GET', () => {
  const all = operations.filter(({ effect }) => effect === 'create').map(({ id }) => id)
  expect(new Set<string>([...creations, 'addCustomerAsync_GET'])).toEqual(new Set(all))
})

test.each(creations)('the creation call %s has the parameters of the catalogue', (id) => {
  const { box, reseller, order, currency } = takesOf(id)
  const names = namesOf(id)
  expect(names.includes('uuid')).toBe(box)
  expect(names.find((name) => name === 'reellerid' || name === 'reseller_id')).toBe(reseller)
  expect(names.includes('order_id')).toBe(order)
  expect(names.includes('currency')).toBe(currency)
  const flags = currency ? creationFlags : creationFlags.slice(0, 3)
  expect(creationFlags.filter((flag) => names.includes(flag))).toEqual(flags)
})

describe('a creation', () => {
  test("uses the connection's own call by default, without further parameters", () => {
    expect(settleCreation(undefined, true, settings)).toEqual({ creation: 'addCustomerWithDevice', send: {} })
    expect(settleCreation(undefined, false, settings)).toEqual({ creation: 'addCustomer', send: {} })
  })

  test.each([
    ['addCustomerWithDevice', 'addCustomer'],
    ['addCustomerWithDevice_V2', 'addCustomer'],
    ['addCustomerResellerWithDevice', 'addCustomerReseller'],
    ['addCustomerResellerWithDevice_V2', 'addCustomerReseller_V2'],
    ['addCustomerAsync', 'addCustomerAsync'],
  ] as const)(
    'without a box uses the call that matches %s, which is %s, unless the connection names another',
    (creation, alone) => {
      expect(settleCreation(undefined, false, { ...settings, creation }).creation).toBe(alone)
      for (const creationAlone of loneCreations)
        expect(settleCreation(undefined, false, { ...settings, creation, creationAlone }).creation).toBe(creationAlone)
    },
  )

  test("prefers the technician's options to the connection's, and sends no empty value", () => {
    const creationDefaults = { currency: 'EUR', sendMail: true, sendSMS: true, productmappingid: 'P1' }
    const by = { ...settings, creation: 'addCustomerAsync', resellerId: '7', creationDefaults } as const
    expect(settleCreation({ currency: 'GBP', sendSMS: false, productmappingid: '' }, true, by).send).toEqual({
      reseller_id: '7',
      currency: 'GBP',
      sendMail: true,
      sendSMS: false,
    })
  })

  test('leaves out options that its call does not accept', () => {
    const said = { currency: 'EUR', checkProduct: true }
    expect(settleCreation(said, true, settings).send).toEqual({})
  })

  test('never sends a parameter that the interface does not accept, whatever the options are', () => {
    const said = {
      reseller_id: '7',
      order_id: 'O',
      currency: 'EUR',
      productmappingid: 'P',
      sendMail: true,
      checkCountry: false,
    }
    for (const creation of creations)
      for (const hasBox of [true, false]) {
        const settled = settleCreation({ ...said, creation }, hasBox, settings)
        expect(namesOf(settled.creation)).toEqual(expect.arrayContaining(Object.keys(settled.send)))
        expect(hasBox || !takesOf(settled.creation).box).toBe(true)
      }
  })
})
