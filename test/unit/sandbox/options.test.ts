import { expect, test } from 'vitest'
import { defaultOptions, parseOptions } from '../../../src/sandbox/options.ts'

test('the options of the sandbox can be read as they are written', () => {
  expect(parseOptions(JSON.parse(JSON.stringify(defaultOptions)))).toEqual({ ok: true, value: defaultOptions })
  expect(parseOptions({ offline: 'reset' })).toEqual({ ok: true, value: { offline: 'reset' } })
})

test.each<[unknown, string]>([
  [null, 'expected an object of options'],
  [[], 'expected an object of options'],
  [{ dialect: 'latin' }, 'wrong value of dialect'],
  [{ uniqueUserids: 'false' }, 'wrong value of uniqueUserids'],
  [{ renewalService: 'both' }, 'wrong value of renewalService'],
  [{ latencyMs: Number.NaN }, 'wrong value of latencyMs'],
  [{ seed: 1.5 }, 'wrong value of seed'],
  [{ offline: 'perhaps' }, 'wrong value of offline'],
  [{ faults: [{}] }, 'wrong value of faults'],
  [{ toString: 1 }, 'unknown option toString'],
])('the options %j are rejected', (value, error) => {
  expect(parseOptions(value)).toEqual({ ok: false, error })
})
