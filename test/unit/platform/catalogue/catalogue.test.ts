import { describe, expect, it } from 'vitest'
import {
  isChanging,
  isOperationId,
  operation,
  operations,
  type OperationId,
} from '../../../../src/platform/catalogue/catalogue.ts'

const frozenAllTheWayDown = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(frozenAllTheWayDown))

describe('the catalogue', () => {
  it('states a return value for every read, and for no change', () => {
    const told = operations.filter(({ returns }) => returns !== undefined)
    expect(told).toEqual(operations.filter((one) => !isChanging(one)))
  })

  it('contains every operation id only once', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  })

  it('is deeply frozen', () => {
    expect(operations.every(frozenAllTheWayDown)).toBe(true)
  })

  it('lists no parameter twice for one operation', () => {
    const repeated = operations.filter(
      ({ parameters }) => new Set(parameters.map(({ name }) => name)).size < parameters.length,
    )
    expect(repeated).toEqual([])
  })

  it('takes each id from the last path segment, and adds _GET if a POST has the same path', () => {
    for (const { id, method, path } of operations) {
      const segment = path.split('/').at(-1)
      const twinned = operations.some((other) => other.path === path && other.method !== method)
      expect(id).toBe(method === 'GET' && twinned ? `${segment}_GET` : segment)
    }
  })

  it('names at least one read for checking each change, and none for a read', () => {
    for (const entry of operations) {
      expect(entry.readBack.length > 0).toBe(isChanging(entry))
      for (const { operation: id } of entry.readBack) {
        expect(isOperationId(id)).toBe(true)
        expect(isChanging(operation(id as OperationId))).toBe(false)
      }
    }
  })

  it('names the list of boxes among the reads that check a creation with a box', () => {
    const binding = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'uuid'))
    expect(binding).toHaveLength(4)
    for (const { readBack } of binding)
      expect(readBack.map(({ operation: id }) => id)).toEqual(['getCustomer', 'devices'])
  })

  it('decides by effect, not by method, which operations change something', () => {
    const changingByGet = operations.filter((entry) => entry.method === 'GET' && isChanging(entry)).map(({ id }) => id)
    expect(changingByGet).toEqual([
      'addCustomerAsync_GET',
      'renewCustomerV2_GET',
      'renewCustomerV2Async_GET',
      'changeCustomerProduct_GET',
      'changeCustomerProductAsync_GET',
      'AddMacAddressToHostname',
    ])
    expect(isChanging(operation('GetCustomerStatusByIds'))).toBe(false)
  })

  it('finds an operation by its id and throws for an unknown id', () => {
    expect(operation('devices').path).toBe('/api/GetCustomer/devices')
    expect(isOperationId('toString')).toBe(false)
    expect(() => operation('nothing' as OperationId)).toThrow('No operation nothing')
  })
})
