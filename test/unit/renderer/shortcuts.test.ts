import { describe, expect, it } from 'vitest'
import {
  findShortcut,
  shortcutKeysOf,
  shortcutNames,
  usesCommandKey,
  type ShortcutPress,
} from '../../../src/renderer/src/shortcuts.ts'

const press = (key: string, part: Partial<ShortcutPress> = {}): ShortcutPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  ...part,
})

describe('the keyboard shortcuts', () => {
  it('include no single key except F1 and Esc, because scanners type letters, digits and punctuation', () => {
    const keys = [
      'a',
      'k',
      'n',
      'f',
      'p',
      'K',
      'N',
      '0',
      '7',
      ',',
      '.',
      ':',
      '-',
      '/',
      '?',
      'Enter',
      'Tab',
      ' ',
      'Backspace',
      'F2',
    ]
    expect(keys.filter((key) => findShortcut(press(key), false) !== undefined)).toEqual([])
    expect(findShortcut(press('F1'), false)).toBe('help')
    expect(findShortcut(press('Escape'), false)).toBe('back')
  })

  it('use Ctrl, or Cmd on a Mac, but never both', () => {
    expect(findShortcut(press('k', { ctrlKey: true }), false)).toBe('palette')
    expect(findShortcut(press('k', { metaKey: true }), true)).toBe('palette')
    expect(findShortcut(press('k', { ctrlKey: true }), true)).toBeUndefined()
    expect(findShortcut(press('k', { metaKey: true }), false)).toBeUndefined()
  })

  it('ignore AltGr, Shift and repeated keys', () => {
    expect(findShortcut(press('k', { ctrlKey: true, altKey: true }), false)).toBeUndefined()
    expect(findShortcut(press('k', { ctrlKey: true, shiftKey: true }), false)).toBeUndefined()
    expect(findShortcut(press('k', { ctrlKey: true, repeat: true }), false)).toBeUndefined()
  })

  it('include Alt+N, because browsers reserve Ctrl+N', () => {
    expect(findShortcut(press('n', { altKey: true }), false)).toBe('activate')
    expect(shortcutKeysOf('activate', false, 'loopback')).toBe('Alt+N')
    expect(shortcutKeysOf('activate', false, 'electron')).toBe('Ctrl+N')
  })

  it('match the keys shown on screen', () => {
    for (const name of shortcutNames) {
      const [main, letter] = shortcutKeysOf(name, false, 'electron').split('+')
      const written =
        letter === undefined ? press(main === 'Esc' ? 'Escape' : (main ?? '')) : press(letter, { ctrlKey: true })
      expect(findShortcut(written, false)).toBe(name)
    }
  })

  it('recognize a Mac by the user agent', () => {
    expect(usesCommandKey('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe(true)
    expect(usesCommandKey('Mozilla/5.0 (X11; Linux x86_64)')).toBe(false)
  })
})
