import { Search } from 'lucide-react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { useLocation } from 'wouter'
import { t } from '../../locale.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { KeyHint } from '../../ui/key-hint.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import { usesCommandKey, shortcutKeysOf, type ShortcutName } from '../../shortcuts.ts'
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

interface Command {
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

/** A search field for screens and commands: type part of a name and press Enter. */
export function Palette() {
  const { bridge, view } = useServices()
  const snapshot = useSnapshot((whole) => whole)
  const [, navigate] = useLocation()
  const field = useFirstFocus<HTMLInputElement>()
  const isMac = usesCommandKey(navigator.userAgent)
  const commands = listCommands({ snapshot, bridge, view, navigate, isMac })
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) view.close()
      }}
      className="fixed inset-0 z-40 grid justify-items-center overflow-y-auto bg-scrim p-4 pt-[8vh]"
    >
      <Modal className="h-fit w-full max-w-xl">
        <Dialog
          aria-label={t('frame.palette.title')}
          className="overflow-clip rounded-large border border-line bg-raised shadow-high outline-none"
        >
          <Autocomplete filter={matchesWords}>
            <SearchField
              aria-label={t('frame.palette.title')}
              className="flex items-center gap-3 border-b border-line px-4"
            >
              <Search aria-hidden size="1.125rem" className="shrink-0 text-soft" />
              <Input
                ref={field}
                placeholder={t('frame.palette.placeholder')}
                spellCheck={false}
                className="min-h-12 w-full bg-transparent text-lead outline-none [&::-webkit-search-cancel-button]:hidden"
              />
            </SearchField>
            <ListBox
              aria-label={t('frame.palette.title')}
              items={commands}
              renderEmptyState={() => <p className="px-3 py-4 text-soft">{t('frame.palette.none')}</p>}
              onAction={(id) => {
                view.close()
                commands.find((command) => command.id === id)?.run()
              }}
              className="p-1.5 outline-none"
            >
              {(command) => (
                <ListBoxItem
                  id={command.id}
                  textValue={command.name}
                  className="flex min-h-9 cursor-default items-center justify-between gap-4 rounded-normal px-3 outline-none data-focused:bg-accent-tint data-focused:text-accent data-hovered:bg-accent-tint"
                >
                  {command.name}
                  {command.keys === undefined ? undefined : <KeyHint keys={command.keys} />}
                </ListBoxItem>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
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
    { id: 'customer', name: t('actions.entry.title'), run: () => view.open('customer') },
    { id: 'shortcuts', name: t('frame.shortcuts.title'), keys: 'F1', run: () => view.open('shortcuts') },
  ]
}
