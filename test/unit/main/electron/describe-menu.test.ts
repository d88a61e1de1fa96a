import { expect, test } from 'vitest'
import { describeMenu } from '../../../../src/main/electron/create-window.ts'

test.each(['darwin', 'linux', 'win32'] as const)(
  'the menu on %s offers editing and zoom, but neither a reload nor the developer tools',
  (platform) => {
    const menu = describeMenu(platform)
    const roles = menu.map(({ role }) => role)
    const within = menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu.map(({ role }) => role) : []))
    expect(roles).toContain('editMenu')
    expect(within).toContain('zoomIn')
    expect(
      [...roles, ...within].filter((role) => role === 'reload' || role === 'forceReload' || role === 'toggleDevTools'),
    ).toEqual([])
    expect(roles.includes('appMenu')).toBe(platform === 'darwin')
  },
)
