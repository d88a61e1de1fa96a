import { t } from '../../locale.ts'
import { shortcutKeysOf, type ShortcutName } from '../../shortcuts.ts'
import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import { appearances, type Snapshot } from '../../../../shared/bridge/snapshot.ts'
import {
  paths,
  queueFilters,
  queuePath,
  type QueueFilter,
  type ScreenName,
  fieldMappingPath,
  railScreens,
  withoutBox,
} from '../../routes.ts'
import type { ViewStore } from '../../state/view-store.ts'

export interface Command {
  readonly id: string
  readonly name: string
  readonly keys?: string | undefined
  readonly run: () => void
}

interface CommandGround {
  readonly snapshot: Snapshot
  readonly bridge: Bridge
  readonly view: ViewStore
  readonly navigate: (path: string) => void
  readonly isMac: boolean
}

const screenKeys: Partial<Record<ScreenName, ShortcutName>> = {
  activate: 'activate',
  customers: 'find',
  settings: 'settings',
}

/** Whether every typed word begins a word of the text. Case and accents are ignored. */
export function matchesWords(text: string, typed: string): boolean {
  const words = wordsOf(text)
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)))
}

function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u)
}

const filters = (Object.keys(queueFilters) as QueueFilter[]).filter((filter) => filter !== 'all')

/** The commands that the palette offers now: places to go to, then things to do. */
export function listCommands(ground: CommandGround): readonly Command[] {
  const { snapshot, bridge, view, navigate, isMac } = ground
  const goTo = (id: string, name: string, path: string, keys?: string): Command => ({
    id,
    name,
    keys,
    run: () => navigate(path),
  })
  const screens = railScreens.map((screen) => {
    const shortcut = screenKeys[screen]
    const name =
      screen === 'activate' ? t('frame.shortcuts.activate') : t('frame.palette.go', { screen: t(`frame.${screen}`) })
    return goTo(`go-${screen}`, name, paths[screen], shortcut && shortcutKeysOf(shortcut, isMac, snapshot.host))
  })
  const connections = snapshot.connections
    .filter(({ settings }) => settings.id !== snapshot.activeConnectionId)
    .map(({ settings: { id, name } }) => ({
      id: `connection-${id}`,
      name: t('frame.palette.connection', { name }),
      run: () => void bridge.call('connection.select', { id }),
    }))
  const looks = appearances
    .filter((appearance) => appearance !== snapshot.preferences.appearance)
    .map((appearance) => ({
      id: `appearance-${appearance}`,
      name: t(`frame.palette.${appearance}`),
      run: () => void bridge.call('preferences.save', { appearance }),
    }))
  const sending = snapshot.paused ? 'resume' : 'pause'
  return [
    ...screens,
    goTo('activate-without-box', t('activation.alone.title'), `${paths.activate}/${withoutBox}`),
    ...filters.map((filter) =>
      goTo(`queue-${filter}`, t('frame.palette.filter', { filter: t(`queue.filters.${filter}`) }), queuePath(filter)),
    ),
    goTo('console', t('console.title'), paths.console),
    goTo('field-mapping', t('console.fieldMapping.title'), fieldMappingPath),
    { id: sending, name: t(`frame.actions.${sending}`), run: () => void bridge.call(`queue.${sending}`, {}) },
    ...connections,
    ...looks,
    ...(snapshot.who.state === 'signed-in'
      ? [
          {
            id: 'lock',
            name: t('frame.shortcuts.lock'),
            keys: shortcutKeysOf('lock', isMac, snapshot.host),
            run: () => void bridge.call('who.sign-out', {}),
          },
        ]
      : []),
    { id: 'help', name: t('frame.shortcuts.help'), keys: 'F1', run: () => view.open('help') },
  ]
}
