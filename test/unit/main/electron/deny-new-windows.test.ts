import type { HandlerDetails, WindowOpenHandlerResponse } from 'electron'
import { expect, test } from 'vitest'
import { denyNewWindows, mayOpenOutside } from '../../../../src/main/electron/page-rules.ts'

const hosts = new Set(['help.example'])

test('an https address at a listed host may be opened in the browser', () => {
  expect(mayOpenOutside('https://help.example/page?x=1', hosts)).toBe(true)
})

test.each([
  'http://help.example/',
  'https://help.example.evil.example/',
  'https://help.example@evil.example/',
  'https://user:pw@help.example/',
  'https://help.example:8443/',
  'file:///etc/passwd',
  'smb://help.example/',
  'ms-msdt:/id',
  'javascript:alert(1)',
  '',
])('the address %j may not be opened in the browser', (address) => {
  expect(mayOpenOutside(address, hosts)).toBe(false)
})

test('a page cannot open a window, and cannot make the system open an unlisted address', () => {
  const opened: string[] = []
  let handler: ((details: HandlerDetails) => WindowOpenHandlerResponse) | undefined
  denyNewWindows(
    { setWindowOpenHandler: (given) => void (handler = given) },
    { openExternal: async (url) => void opened.push(url) },
  )
  expect(handler?.({ url: 'https://evil.example/' } as HandlerDetails)).toEqual({ action: 'deny' })
  expect(opened).toEqual([])
})
