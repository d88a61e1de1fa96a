import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultDataFolder } from '../../../../src/main/loopback/run-loopback.ts'
const home = join('/', 'home', 'ines')

test("the default data folder follows each system's convention", () => {
  const at = (platform: NodeJS.Platform) => defaultDataFolder({ platform, home, env: {} })
  expect(at('linux')).toBe(join(home, '.local', 'share', 'setdesk-loopback'))
  expect(at('darwin')).toBe(join(home, 'Library', 'Application Support', 'setdesk-loopback'))
  expect(at('win32')).toBe(join(home, 'AppData', 'Local', 'setdesk-loopback'))
})

test.each(['', 'data', './data'])(
  'a variable that names no whole path (%j) does not move the default data folder',
  (named) => {
    const at = (platform: NodeJS.Platform) =>
      defaultDataFolder({ platform, home, env: { XDG_DATA_HOME: named, LOCALAPPDATA: named } })
    expect(at('linux')).toBe(join(home, '.local', 'share', 'setdesk-loopback'))
    expect(at('win32')).toBe(join(home, 'AppData', 'Local', 'setdesk-loopback'))
  },
)

test('the default data folder is in the folder that the environment variable names, if it names one', () => {
  const moved = join('/', 'moved')
  expect(defaultDataFolder({ platform: 'linux', home, env: { XDG_DATA_HOME: moved } })).toBe(
    join(moved, 'setdesk-loopback'),
  )
  expect(defaultDataFolder({ platform: 'win32', home, env: { LOCALAPPDATA: moved } })).toBe(
    join(moved, 'setdesk-loopback'),
  )
})
