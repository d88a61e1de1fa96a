import { expect, test } from 'vitest'
import { chooseOpener } from '../../../../src/main/loopback/run-loopback.ts'
test('each system opens an address in its own way, and none hands it to a shell', () => {
  expect(chooseOpener('darwin', {})).toEqual(['open'])
  expect(chooseOpener('win32', {})).toEqual(['rundll32', 'url.dll,FileProtocolHandler'])
  expect(chooseOpener('linux', { DISPLAY: ':0' })).toEqual(['xdg-open'])
  expect(chooseOpener('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open'])
})

test('a Linux without a screen opens nothing', () => {
  expect(chooseOpener('linux', {})).toBeUndefined()
})
