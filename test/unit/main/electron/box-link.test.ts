import { expect, test } from 'vitest'
import { findLink, readBoxLink, withoutLink } from '../../../../src/main/electron/command-line.ts'

test.each([
  ['setdesk://box/001A79C0FFEE', '001A79C0FFEE'],
  ['setdesk://box/00:1A:79:C0:FF:EE', '00:1A:79:C0:FF:EE'],
  ['setdesk://box/00-1a-79-c0-ff-ee/', '00-1a-79-c0-ff-ee'],
  ['SETDESK://BOX/SN4711', 'SN4711'],
])('the link %s names the box %s', (url, box) => expect(readBoxLink(url)).toBe(box))

test.each([
  'setdesk://box/',
  'setdesk://box',
  'setdesk:box/001A79C0FFEE',
  'setdesk://job/001A79C0FFEE',
  'setdesk://box/001A79C0FFEE/send',
  'setdesk://box/001A79C0FFEE?send=1',
  'setdesk://box/001A79C0FFEE#x',
  'setdesk://box/%30%30',
  'setdesk://box/00 1A',
  'setdesk://box/00\n1A',
  'setdesk://evil@box/001A',
  'setdesk://box:80/001A',
  'setdesk://box/../settings',
  'setdesk://box/<script>alert(1)</script>',
  'setdesk://box/javascript:alert(1)//',
  'setdesk://box/=cmd',
  `setdesk://box/${'1'.repeat(65)}`,
  'https://box/001A79C0FFEE',
  'file:///etc/passwd',
  '',
])('the link %s is ignored', (url) => expect(readBoxLink(url)).toBeUndefined())

test('a single link among the start arguments is found, but several links are ignored', () => {
  expect(findLink(['setdesk', '--data', 'x', 'setdesk://box/1'])).toBe('setdesk://box/1')
  expect(findLink(['setdesk'])).toBeUndefined()
  expect(findLink(['setdesk://box/1', 'SETDESK://box/2'])).toBeUndefined()
})

test('start options after a box link or after the argument -- are ignored', () => {
  expect(withoutLink(['setdesk', '--data', 'own'])).toEqual(['setdesk', '--data', 'own'])
  expect(withoutLink(['setdesk', 'SETDESK://box/1', '--data', 'evil'])).toEqual(['setdesk'])
  expect(withoutLink(['setdesk', '--', 'setdesk://box/1', '--data=evil'])).toEqual(['setdesk'])
})
