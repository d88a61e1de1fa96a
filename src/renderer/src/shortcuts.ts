import type { Snapshot } from '../../shared/bridge/snapshot.ts'

/** What a key combination does, wherever the focus is. No letter alone: scanners type letters. */
export const shortcutNames = ['palette', 'activate', 'find', 'print', 'settings', 'shortcuts', 'back'] as const
export type ShortcutName = (typeof shortcutNames)[number]

/** The parts of a key press that decide. */
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
}

/** The shortcut of a key press. A browser keeps Ctrl+N to itself, so Alt+N does the same there. */
export function findShortcut(press: ShortcutPress, isMac: boolean): ShortcutName | undefined {
  if (press.repeat || press.shiftKey) return undefined
  const main = isMac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey
  if (!press.ctrlKey && !press.metaKey && !press.altKey) {
    if (press.key === 'F1') return 'shortcuts'
    return press.key === 'Escape' ? 'back' : undefined
  }
  if (main && !press.altKey) return letters[press.key.toLowerCase()]
  if (press.altKey && !press.ctrlKey && !press.metaKey && press.key.toLowerCase() === 'n') return 'activate'
  return undefined
}

/** How the keys of a shortcut are written on this computer. */
export function shortcutKeysOf(name: ShortcutName, isMac: boolean, host: Snapshot['host']): string {
  const main = isMac ? '⌘' : 'Ctrl'
  const keys: Readonly<Record<ShortcutName, string>> = {
    palette: `${main}+K`,
    activate: host === 'loopback' ? 'Alt+N' : `${main}+N`,
    find: `${main}+F`,
    print: `${main}+P`,
    settings: `${main}+,`,
    shortcuts: 'F1',
    back: 'Esc',
  }
  return keys[name]
}

/** Whether this computer writes its shortcuts with Cmd. */
export function usesCommandKey(userAgent: string): boolean {
  return /Mac OS X|Macintosh/.test(userAgent)
}
