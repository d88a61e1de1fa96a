import type { TFunction } from 'i18next'
import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import { appearances, type Snapshot } from '../../../../shared/bridge/snapshot.ts'
import {
  paths,
  queueFilters,
  queuePath,
  type QueueFilter,
  type ScreenName,
  teachPath,
  withoutBox,
} from '../../routes.ts'
import type { ViewStore } from '../../state/view-store.ts'
import { shortcutKeysOf, type ShortcutName } from '../../shortcuts.ts'

/** One line of the palette. */
export interface Command {
  readonly id: string
  readonly name: string
  readonly keys?: string
  readonly run: () => void
}

interface CommandGround {
  readonly snapshot: Snapshot
  readonly bridge: Bridge
  readonly view: ViewStore
  readonly navigate: (path: string) => void
  readonly isMac: boolean
}

const screens: readonly ScreenName[] = [
  'home',
  'activate',
  'customers',
  'hostnames',
  'bulk',
  'queue',
  'activity',
  'settings',
]
const screenKeys: Partial<Record<ScreenName, ShortcutName>> = {
  activate: 'activate',
  customers: 'find',
  settings: 'settings',
}

/** The commands that the palette offers now. */
export function listCommands(t: TFunction, ground: CommandGround): readonly Command[] {
  return [...listPlaces(t, ground), ...listActs(t, ground)]
}

function listPlaces(t: TFunction, { snapshot, navigate, isMac }: CommandGround): readonly Command[] {
  const places = screens.map((screen): Command => {
    const shortcut = screenKeys[screen]
    return {
      id: `go-${screen}`,
      name:
        screen === 'activate' ? t('frame.shortcuts.activate') : t('frame.palette.go', { screen: t(`frame.${screen}`) }),
      ...(shortcut === undefined ? {} : { keys: shortcutKeysOf(shortcut, isMac, snapshot.host) }),
      run: () => {
        navigate(paths[screen])
      },
    }
  })
  const alone: Command = {
    id: 'activate-without-box',
    name: t('activation.alone.title'),
    run: () => {
      navigate(`${paths.activate}/${withoutBox}`)
    },
  }
  const filters = (Object.keys(queueFilters) as QueueFilter[])
    .filter((filter) => filter !== 'all')
    .map((filter) => ({
      id: `queue-${filter}`,
      name: t('frame.palette.filter', { filter: t(`queue.filters.${filter}`) }),
      run: () => {
        navigate(queuePath(filter))
      },
    }))
  const engineer: readonly Command[] = [
    { id: 'console', name: t('console.title'), run: () => navigate(paths.console) },
    { id: 'teach', name: t('console.teach.title'), run: () => navigate(teachPath) },
  ]
  return [...places, alone, ...filters, ...engineer]
}

function listActs(t: TFunction, { snapshot, bridge, view }: CommandGround): readonly Command[] {
  const connections = snapshot.connections
    .filter(({ settings }) => settings.id !== snapshot.activeConnectionId)
    .map(({ settings }) => ({
      id: `connection-${settings.id}`,
      name: t('frame.palette.connection', { name: settings.name }),
      run: () => void bridge.call('connection.select', { id: settings.id }),
    }))
  return [
    snapshot.paused
      ? { id: 'resume', name: t('frame.acts.resume'), run: () => void bridge.call('queue.resume', {}) }
      : { id: 'pause', name: t('frame.acts.pause'), run: () => void bridge.call('queue.pause', {}) },
    ...connections,
    ...appearances
      .filter((appearance) => appearance !== snapshot.preferences.appearance)
      .map((appearance) => ({
        id: `appearance-${appearance}`,
        name: t(`frame.palette.${appearance}`),
        run: () => void bridge.call('preferences.save', { appearance }),
      })),
    {
      id: 'customer',
      name: t('acts.entry.title'),
      run: () => {
        view.open('customer')
      },
    },
    {
      id: 'shortcuts',
      name: t('frame.shortcuts.title'),
      keys: 'F1',
      run: () => {
        view.open('shortcuts')
      },
    },
  ]
}
