import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCacheFolder, findCodeFolder } from '../../../../src/main/electron/cache-folder.ts'

const home = '/home/ada'

test.each([
  ['linux', {}, '/home/ada/.cache'],
  ['linux', { XDG_CACHE_HOME: '/fast' }, '/fast'],
  ['darwin', {}, '/home/ada/Library/Caches'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local'],
] as const)('on %s with %j files are downloaded into %s', (platform, env, folder) => {
  expect(findCacheFolder(platform, env, home)).toBe(folder)
})

const program = { isPackaged: true, checkout: '/checkout/.cache/code', platform: 'linux', env: {}, home } as const

test('an installed Setdesk keeps compiled code where the user’s programs keep such things', () => {
  expect(findCodeFolder(program)).toBe(join(home, '.cache', 'setdesk-code'))
  expect(findCodeFolder({ ...program, platform: 'win32', env: { LOCALAPPDATA: '/local' } })).toBe(
    join('/local', 'setdesk-code'),
  )
})

test('a checkout keeps it beside its sources', () => {
  expect(findCodeFolder({ ...program, isPackaged: false, platform: 'darwin' })).toBe('/checkout/.cache/code')
})

test('none is kept where the signature protects the key chain, or where the program never lies in the same place', () => {
  expect(findCodeFolder({ ...program, platform: 'darwin' })).toBeUndefined()
  expect(findCodeFolder({ ...program, env: { APPIMAGE: '/home/ada/Setdesk.AppImage' } })).toBeUndefined()
})
