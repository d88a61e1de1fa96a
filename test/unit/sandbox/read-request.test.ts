import { expect, test } from 'vitest'
import { operation } from '../../../src/platform/catalogue/catalogue.ts'
import { requestFingerprintOf, readParameters } from '../../../src/sandbox/read-request.ts'

const sent = (query: string, body = '', contentType = 'application/json') => ({ query, body, contentType })

test('the parameters of a request are decoded, and unknown ones are left out', () => {
  const { parameters } = readParameters(operation('devices'), sent('userid=a%2Bb%20c&shoe=43&userid=second'), 'both')
  expect(parameters).toEqual({ userid: 'a+b c' })
})

test('an empty parameter of a request is distinguished from a missing one', () => {
  const { parameters } = readParameters(operation('getCustomer'), sent('customermappingid='), 'both')
  expect(parameters).toEqual({ customermappingid: '' })
})

test('the training platform reads a body only in the calls that retrieve customers, and reads numbers in it as text', () => {
  const body = '{"userid":7,"password":["x"]}'
  expect(readParameters(operation('devices'), sent('', body), 'both').parameters).toEqual({ userid: '7' })
  expect(readParameters(operation('devices'), sent('', body), 'query').parameters).toEqual({})
  expect(readParameters(operation('renewCustomer'), sent('', body), 'both').parameters).toEqual({})
  expect(readParameters(operation('devices'), sent('', 'null'), 'both').parameters).toEqual({})
})

test('the query of a request wins over its body if both are read', () => {
  const { parameters } = readParameters(operation('devices'), sent('userid=query', '{"userid":"body"}'), 'both')
  expect(parameters).toEqual({ userid: 'query' })
})

test('the fingerprint of a request does not depend on the order of parameters or the token', () => {
  const one = requestFingerprintOf({ userid: '1', months: '2', authToken: 'old' })
  expect(requestFingerprintOf({ authToken: 'new', months: '2', userid: '1' })).toBe(one)
  expect(requestFingerprintOf({ months: '3', userid: '1' })).not.toBe(one)
  expect(requestFingerprintOf({ userid: '12', months: '' })).not.toBe(
    requestFingerprintOf({ userid: '1', months: '2' }),
  )
})
