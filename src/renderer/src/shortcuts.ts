import type { Snapshot } from '../../shared/bridge/snapshot.ts'

/** The shortcuts work wherever the focus is. No shortcut is a single letter, because scanners type letters. */
export const shortcutNames = ['palette', 'activate', 'find', 'print', 'settings', 'lock', 'help', 'back'] as const
export type ShortcutName = (typeof shortcutNames)[number]

export interface ShortcutPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly repeat: boolean
}

const letters: Readonly<Record<string, ShortcutName>> = {
  k: 'palette',
  n: 'activate',
  f: 'find',
  p: 'print',
  ',': 'settings',
  l: 'lock',
}

/** Returns the shortcut of a key press. Alt+N does the same as Ctrl+N, because browsers reserve Ctrl+N. */
export function findShortcut(press: ShortcutPress, isMac: boolean): ShortcutName | undefined {
  if (press.repeat || press.shiftKey) return undefined
  const main = isMac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey
  if (!press.ctrlKey && !press.metaKey && !press.altKey) {
    if (press.key === 'F1') return 'help'
    return press.key === 'Escape' ? 'back' : undefined
  }
  if (main && !press.altKey) return letters[press.key.toLowerCase()]
  if (press.altKey && !press.ctrlKey && !press.metaKey && press.key.toLowerCase() === 'n') return 'activate'
  return undefined
}

/** The keys of a shortcut in this computer's notation. */
export function shortcutKeysOf(name: ShortcutName, isMac: boolean, host: Snapshot['host']): string {
  const main = isMac ? '⌘' : 'Ctrl'
  const keys: Readonly<Record<ShortcutName, string>> = {
    palette: `${main}+K`,
    activate: host === 'loopback' ? 'Alt+N' : `${main}+N`,
    find: `${main}+F`,
    print: `${main}+P`,
    settings: `${main}+,`,
    lock: `${main}+L`,
    help: 'F1',
    back: 'Esc',
  }
  return keys[name]
}

export const usesCommandKey = (userAgent: string): boolean => /Mac OS X|Macintosh/.test(userAgent)
