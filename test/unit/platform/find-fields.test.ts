import { expect, it } from 'vitest'
import { defaultFieldNames } from '../../../src/platform/answer.ts'
import { findAll, findMapped, type JsonObject } from '../../../src/platform/find-fields.ts'

it('returns the values of a field under any of its names, the most trusted name first', () => {
  const object = { user_name: 'ann', UserId: '7', 'login-id': 8, email: 'ann@example.org' }
  expect(findAll(object, 'userid', defaultFieldNames)).toEqual(['7', 8, 'ann'])
  expect(findAll(object, 'city', defaultFieldNames)).toEqual([])
})

it('returns the values under mapped names only, in the order of the mapping', () => {
  const object = { userid: '7', kunde: 'ann', nummer: 8 }
  const mapped = new Map([['userid', ['nummer', 'kunde']]] as const)
  expect(findMapped(object, 'userid', { ...defaultFieldNames, mapped })).toEqual([8, 'ann'])
  expect(findMapped(object, 'userid', defaultFieldNames)).toEqual([])
})

it('looks through the fields of an object once, however many fields are asked for, because lists are long', () => {
  let looks = 0
  const ownKeys = (fields: JsonObject): (string | symbol)[] => {
    looks += 1
    return Reflect.ownKeys(fields)
  }
  const object = new Proxy<JsonObject>({ userid: '7', email: 'ann@example.org' }, { ownKeys })
  expect(findAll(object, 'userid', defaultFieldNames)).toEqual(['7'])
  expect(findAll(object, 'email', defaultFieldNames)).toEqual(['ann@example.org'])
  expect(looks).toBe(1)
})
