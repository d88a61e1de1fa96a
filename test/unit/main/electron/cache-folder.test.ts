import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCacheFolder, findCodeFolder } from '../../../../src/main/electron/cache-folder.ts'

const home = '/home/ada'

test.each([
  ['linux', {}, '/home/ada/.cache'],
  ['linux', { XDG_CACHE_HOME: '/fast' }, '/fast'],
  ['linux', { XDG_CACHE_HOME: '' }, '/home/ada/.cache'],
  ['linux', { XDG_CACHE_HOME: 'fast' }, '/home/ada/.cache'],
  ['darwin', {}, '/home/ada/Library/Caches'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local'],
] as const)('the cache folder on %s with the environment %j is %s', (platform, env, folder) => {
  expect(findCacheFolder(platform, env, home)).toBe(folder)
})

const program = { isPackaged: true, checkout: '/checkout/.cache/code', platform: 'linux', env: {}, home } as const

test("an installed Setdesk stores compiled code in the user's cache folder", () => {
  expect(findCodeFolder(program)).toBe(join(home, '.cache', 'setdesk-code'))
  expect(findCodeFolder({ ...program, platform: 'win32', env: { LOCALAPPDATA: '/local' } })).toBe(
    join('/local', 'setdesk-code'),
  )
})

test('a checkout stores compiled code beside its sources', () => {
  expect(findCodeFolder({ ...program, isPackaged: false, platform: 'darwin' })).toBe('/checkout/.cache/code')
})

test('compiled code is stored neither on macOS nor for an AppImage', () => {
  expect(findCodeFolder({ ...program, platform: 'darwin' })).toBeUndefined()
  expect(findCodeFolder({ ...program, env: { APPIMAGE: '/home/ada/Setdesk.AppImage' } })).toBeUndefined()
})
