import { expect, test } from 'vitest'
import { chooseOpener } from '../../../../src/main/loopback/run-loopback.ts'
test("an address is opened by each system's own command, never through a shell", () => {
  expect(chooseOpener('darwin', {})).toEqual(['open'])
  expect(chooseOpener('win32', {})).toEqual(['rundll32', 'url.dll,FileProtocolHandler'])
  expect(chooseOpener('linux', { DISPLAY: ':0' })).toEqual(['xdg-open'])
  expect(chooseOpener('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open'])
})

test('an address is not opened on Linux without a display', () => {
  expect(chooseOpener('linux', {})).toBeUndefined()
})
