import { expect, it } from 'vitest'
import lock from '../../../../package-lock.json' with { type: 'json' }
import {
  findForbiddenLicences,
  isLicenceAllowed,
  shippedLicences,
  toolLicences,
} from '../../../../scripts/lib/package/licences.ts'

it('allows every package of the lock file, with fewer licences for those that ship', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(500)
  expect(findForbiddenLicences(lock.packages)).toEqual([])
})

it('names a package with a licence that asks for more, or with none', () => {
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

it('reads an expression: one licence of a choice is enough, of a sum each must be allowed', () => {
  expect(isLicenceAllowed('(MIT OR GPL-3.0-only)', shippedLicences)).toBe(true)
  expect(isLicenceAllowed('MIT AND GPL-3.0-only', shippedLicences)).toBe(false)
  expect(isLicenceAllowed('MIT and ISC', shippedLicences)).toBe(true)
  expect(isLicenceAllowed('SEE LICENSE IN LICENSE.md', toolLicences)).toBe(false)
  expect(isLicenceAllowed('', toolLicences)).toBe(false)
})
