import { describe, expect, test } from 'vitest'
import { isOwnPage, isOwnUrl, ownPage } from '../../../../src/main/electron/page-rules.ts'

describe('the address', () => {
  test.each([ownPage, 'app://setdesk/index.html', 'app://setdesk/#/queue', 'app://setdesk/?x=1#/home'])(
    "%s is the app's page",
    (address) => {
      expect(isOwnPage(address)).toBe(true)
      expect(isOwnUrl(address)).toBe(true)
    },
  )

  test("app://setdesk/assets/a.js has the app's origin, but is not its page", () => {
    expect(isOwnUrl('app://setdesk/assets/a.js')).toBe(true)
    expect(isOwnPage('app://setdesk/assets/a.js')).toBe(false)
  })

  test.each([
    '',
    'setdesk',
    'app://setdesk.evil.example/',
    'app://setdesk@evil.example/',
    'app://user@setdesk/',
    'app://setdesk:80/',
    'app://evil/setdesk/',
    'app:setdesk',
    'apps://setdesk/',
    'https://setdesk/',
    'file:///setdesk/',
    'about:blank',
    'javascript:alert(1)',
    'blob:app://setdesk/1',
  ])('%j is foreign', (address) => {
    expect(isOwnUrl(address)).toBe(false)
    expect(isOwnPage(address)).toBe(false)
  })
})
