import { expect, it } from 'vitest'
import lock from '../../../../package-lock.json' with { type: 'json' }
import {
  findForbiddenLicences,
  isLicenceAllowed,
  shippedLicences,
  toolLicences,
} from '../../../../scripts/lib/package/licences.ts'

it('every package of the lock file has an allowed licence, with fewer licences allowed for shipped packages', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(500)
  expect(findForbiddenLicences(lock.packages)).toEqual([])
})

it('a package without a licence or with a forbidden one is named', () => {
  const packages = {
    '': { license: 'UNLICENSED' },
    'node_modules/good': { version: '1.0.0', license: 'MIT' },
    'node_modules/copyleft': { version: '2.0.0', license: 'GPL-3.0-only' },
    'node_modules/good/node_modules/none': { version: '3.0.0' },
    'node_modules/tool': { version: '4.0.0', license: 'MPL-2.0', dev: true },
    'node_modules/shipped': { version: '5.0.0', license: 'MPL-2.0' },
  }
  expect(findForbiddenLicences(packages)).toEqual([
    'copyleft@2.0.0: GPL-3.0-only',
    'none@3.0.0: none',
    'shipped@5.0.0: MPL-2.0',
  ])
})

it('a licence expression needs one allowed licence of an OR, and every licence of an AND', () => {
  expect(isLicenceAllowed('(MIT OR GPL-3.0-only)', shippedLicences)).toBe(true)
  expect(isLicenceAllowed('MIT AND GPL-3.0-only', shippedLicences)).toBe(false)
  expect(isLicenceAllowed('MIT and ISC', shippedLicences)).toBe(true)
  expect(isLicenceAllowed('SEE LICENSE IN LICENSE.md', toolLicences)).toBe(false)
  expect(isLicenceAllowed('', toolLicences)).toBe(false)
})
