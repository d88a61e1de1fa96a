import {
  ListChecks,
  type LucideIcon,
  Network,
  PackagePlus,
  Search,
  SquareArrowOutUpRight,
  UserRound,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { useLocation } from 'wouter'
import { knownUseridSchema } from '../../../../shared/domain/customer/customer.ts'
import { t } from '../../locale.ts'
import {
  customerPath,
  fieldMappingPath,
  fleetPath,
  hostnamePath,
  paths,
  type QueueFilter,
  queueFilters,
  queuePath,
  railScreens,
  type ScreenName,
  withoutBox,
} from '../../routes.ts'
import { shortcutKeysOf, type ShortcutName, usesCommandKey } from '../../shortcuts.ts'
import { type Commands, useKeptOverLock, useServices, useSnapshot, type ViewStore } from '../../state/services.tsx'
import { seesFleet } from '../../state/snapshot-store.ts'
import { formatWhen, useNow } from '../../ui/format-time.ts'
import { KeyHint } from '../../ui/button.tsx'
import { sayUnread } from '../scan/box-text.ts'
import { useBeginActivation, useLabels } from '../scan/use-labels.ts'
import { mayBeIdentifier } from '../customers/list/list-source.ts'
import { CustomerStatusChip, nameOf } from '../customers/say-customer.tsx'
import { JobChip } from '../ticket/job-chip.tsx'
import { Identifier } from '../ticket/device-label.tsx'
import { useFirstFocus } from '../../ui/text-field.tsx'
import { type Typed, typedAs } from './type-ahead.tsx'
import { sayMissing, useFound } from './use-found.ts'
import { appearances, type Snapshot } from '../../../../shared/bridge/snapshot.ts'

/** A result in the dialog: something to open, or a command to run. */
interface Hit {
  readonly id: string
  readonly name: string
  readonly icon: LucideIcon
  readonly content: ReactNode
  /** Shown at the end of the line. */
  readonly mark?: ReactNode
  readonly run: () => void
}

interface Group {
  readonly id: string
  readonly title: string
  readonly hits: readonly Hit[]
}

/** A dialog that finds customers, boxes, jobs, hostnames and commands. Before the user types, it shows the newest jobs. */
export function FindDialog() {
  const { view } = useServices()
  const field = useFirstFocus<HTMLInputElement>()
  const [text, setText] = useState('')
  const { groups, says, isBehind } = useGroups(text)
  const all = groups.flatMap(({ hits }) => hits)
  const [isWanted, setIsWanted] = useState(false)
  const type = (typed: Typed): void => {
    setText(typed.text)
    setIsWanted(typed.isWanted === true)
  }
  useKeptOverLock(typedAs, (): Typed => ({ text }), type)
  useLabels({ gathered: ({ raw }) => type({ text: raw }), unread: (scanned) => view.say(sayUnread(scanned)) })
  const open = (hit: Hit | undefined): void => {
    view.close()
    hit?.run()
    focusScreen()
  }
  useEffect(() => {
    // A user who types and presses Enter at once wants a new result. So Enter waits while the old results are still shown.
    const wanted = isWanted && !isBehind ? (all.find(({ id }) => id === chosenIn(field.current)) ?? all[0]) : undefined
    if (wanted !== undefined) open(wanted)
  })
  const pressKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' || text.trim() === '') return
    if (isBehind) event.stopPropagation()
    if (isBehind || chosenIn(event.currentTarget) === undefined) setIsWanted(true)
  }
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) view.close()
      }}
      className="fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] justify-items-center overflow-hidden bg-scrim p-4 pt-[6vh]"
    >
      <Modal className="h-fit w-full max-w-2xl">
        <Dialog
          aria-label={t('find.title')}
          className="max-h-[calc(94dvh-2rem)] overflow-auto rounded-large border border-line bg-raised shadow-high outline-none"
        >
          <Autocomplete inputValue={text} onInputChange={(typed) => type({ text: typed })}>
            <SearchField
              aria-label={t('find.title')}
              className="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-raised px-4"
            >
              <Search aria-hidden size="1.125rem" className="shrink-0 text-soft" />
              <Input
                ref={field}
                onKeyDownCapture={pressKey}
                placeholder={t('find.placeholder')}
                autoComplete="off"
                spellCheck={false}
                maxLength={64}
                className="min-h-12 w-full bg-transparent text-lead outline-none [&::-webkit-search-cancel-button]:hidden"
              />
            </SearchField>
            <ListBox
              aria-label={t('find.title')}
              items={groups}
              renderEmptyState={() => <p className="px-3 py-4 text-soft">{t('find.none')}</p>}
              onAction={(id) => open(all.find((hit) => hit.id === id))}
              className="p-1.5 outline-none"
            >
              {({ id, title, hits }) => (
                <ListBoxSection id={id}>
                  <Header className="px-3 pt-2 pb-1 text-small font-semibold text-soft">{title}</Header>
                  {hits.map((hit) => (
                    <HitLine key={hit.id} hit={hit} />
                  ))}
                </ListBoxSection>
              )}
            </ListBox>
            <p
              aria-live="polite"
              className="sticky bottom-0 border-t border-line bg-raised px-4 py-2 text-small text-soft empty:hidden"
            >
              {says}
            </p>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Focuses the new screen, because the element that had the focus is gone. Waits two frames, until the dialog is closed. */
function focusScreen(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus()
    }),
  )
}

/** Returns the id of the hit that the arrow keys have reached. */
function chosenIn(field: HTMLInputElement | null): string | undefined {
  const option = document.querySelector<HTMLElement>(
    `#${CSS.escape(field?.getAttribute('aria-activedescendant') ?? '-')}`,
  )
  return option?.dataset['key']
}

function HitLine({ hit: { id, name, icon: Icon, content, mark } }: { readonly hit: Hit }) {
  return (
    <ListBoxItem
      id={id}
      textValue={name}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-normal px-3 py-1 outline-none max-narrow:flex-wrap data-focused:bg-accent-tint data-focused:text-accent data-hovered:bg-accent-tint"
    >
      <Icon aria-hidden size="1rem" className="shrink-0 text-soft" />
      <span className="min-w-0 flex-1 basis-44 [overflow-wrap:anywhere]">{content}</span>
      {mark}
    </ListBoxItem>
  )
}

/**
 * Returns the results in groups. `says` tells the user that results may be missing: a search is still running, or the platform gave no
 * usable answer.
 */
function useGroups(text: string) {
  const { commands, view } = useServices()
  const snapshot = useSnapshot((whole) => whole)
  const [, navigate] = useLocation()
  const now = useNow()
  const begin = useBeginActivation()
  const found = useFound(text)
  const isMac = usesCommandKey(navigator.userAgent)
  const isTyped = text.trim() !== ''

  const userid = knownUseridSchema.safeParse(text).data
  const isUserid = userid !== undefined && !(found.isBox && found.box?.kind === 'mac') && mayBeIdentifier(userid)
  const isNew = isUserid && !found.customers.some((one) => one.userid === userid)
  const customers = found.customers.map((customer, index): Hit => {
    const name = nameOf(customer) ?? customer.userid ?? t('find.unnamed')
    return {
      // The line of the found customer takes the id of the line for the typed user ID, which it replaces. So it keeps the focus of that line.
      id: `customer ${isNew && found.isOtherwise && index === 0 ? userid : (customer.userid ?? customer.customermappingid)}`,
      name,
      icon: UserRound,
      content: <Named name={name} note={customer.userid} />,
      mark: customer.status === undefined ? undefined : <CustomerStatusChip status={customer.status} />,
      run: () => navigate(customerPath(customer)),
    }
  })
  if (isNew && !found.isOtherwise)
    customers.push({
      id: `customer ${userid}`,
      name: t('find.openCustomer'),
      icon: UserRound,
      content: <Named name={t('find.openCustomer')} note={userid} />,
      run: () => navigate(customerPath({ userid })),
    })
  const jobs = found.jobs.map((job): Hit => {
    const name = job.customerName ?? job.userid ?? job.hostname ?? t('find.unnamed')
    const when = formatWhen(job.createdAt, now)
    return {
      id: `job ${job.id}`,
      name: `${name} ${when}`,
      icon: ListChecks,
      content: (
        <>
          <Named name={name} note={when} /> {job.box === undefined ? undefined : <Identifier identifier={job.box} />}
        </>
      ),
      mark: <JobChip job={job} />,
      run: () => navigate(queuePath('all', job.id)),
    }
  })
  const hostnames = found.hostnames.map((hostname): Hit => ({
    id: `hostname ${hostname}`,
    name: hostname,
    icon: Network,
    content: <span className="font-figures">{hostname}</span>,
    run: () => navigate(hostnamePath(hostname)),
  }))
  const boxes =
    found.box === undefined
      ? []
      : [
          {
            id: 'box',
            name: t('find.activateBox'),
            icon: PackagePlus,
            content: (
              <>
                {t('find.activateBox')} <Identifier identifier={found.box} />
              </>
            ),
            run: () => begin({ raw: text.trim(), asSerial: found.box?.kind === 'serial' }),
          },
        ]
  const offered = listCommands({ snapshot, commands, view, navigate, isMac })
    .filter(({ name }) => matchesWords(name, text))
    .map(({ keys, ...command }): Hit => ({
      ...command,
      icon: SquareArrowOutUpRight,
      content: command.name,
      mark: keys === undefined ? undefined : <KeyHint keys={keys} />,
    }))
  const ofBox: readonly Group[] = [
    { id: 'boxes', title: t('find.box'), hits: boxes },
    { id: 'jobs', title: t(isTyped ? 'find.jobs' : 'find.recent'), hits: jobs },
  ]
  const ofCustomers: Group = { id: 'customers', title: t('find.customers'), hits: customers }
  const groups: readonly Group[] = [
    // The jobs of a box are found at once and its customers later, so that the first line of a box does not change under a finger.
    ...(found.isBox ? [...ofBox.toReversed(), ofCustomers] : [ofCustomers, ...ofBox]),
    { id: 'hostnames', title: t('find.hostnames'), hits: hostnames },
    { id: 'commands', title: t('find.commands'), hits: offered },
  ]
  const says = sayMissing(found, customers.length > 0)
  return { groups: groups.filter(({ hits }) => hits.length > 0), says, isBehind: found.isBehind }
}

function Named({ name, note }: { readonly name: string; readonly note: string | undefined }) {
  return (
    <>
      <bdi className="font-semibold">{name}</bdi>
      {note === undefined || note === name ? undefined : (
        <span className="text-small text-soft">
          {' · '}
          <bdi>{note}</bdi>
        </span>
      )}
    </>
  )
}

interface Command {
  readonly id: string
  readonly name: string
  readonly keys?: string | undefined
  readonly run: () => void
}

interface CommandGround {
  readonly snapshot: Snapshot
  readonly commands: Commands
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

/** Returns the commands that the dialog offers now: first the screens to open, then the actions. */
export function listCommands(ground: CommandGround): readonly Command[] {
  const { snapshot, commands, view, navigate, isMac } = ground
  const goTo = (id: string, name: string, path: string, keys?: string): Command => ({
    id,
    name,
    keys,
    run: () => navigate(path),
  })
  const hasFleet = seesFleet(snapshot)
  const screens = railScreens
    .filter((screen) => screen !== 'fleet' || hasFleet)
    .map((screen) => {
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
      run: () => void commands.call('connection.select', { id }),
    }))
  const looks = appearances
    .filter((appearance) => appearance !== snapshot.preferences.appearance)
    .map((appearance) => ({
      id: `appearance-${appearance}`,
      name: t(`frame.palette.${appearance}`),
      run: () => void commands.call('preferences.save', { appearance }),
    }))
  const sending = snapshot.paused ? 'resume' : 'pause'
  return [
    ...screens,
    goTo('activate-without-box', t('activation.alone.title'), `${paths.activate}/${withoutBox}`),
    ...filters.map((filter) =>
      goTo(`queue-${filter}`, t('frame.palette.filter', { filter: t(`queue.filters.${filter}`) }), queuePath(filter)),
    ),
    ...(hasFleet
      ? (['find', 'totals', 'code'] as const).map((part) =>
          goTo(`fleet-${part}`, t(`fleet.palette.${part}`), fleetPath(part)),
        )
      : []),
    goTo('console', t('console.title'), paths.console),
    goTo('field-mapping', t('console.fieldMapping.title'), fieldMappingPath),
    { id: sending, name: t(`frame.actions.${sending}`), run: () => void commands.call(`queue.${sending}`, {}) },
    ...connections,
    ...looks,
    ...(snapshot.who.state === 'signed-in'
      ? [
          {
            id: 'lock',
            name: t('frame.shortcuts.lock'),
            keys: shortcutKeysOf('lock', isMac, snapshot.host),
            run: () => void commands.call('who.sign-out', {}),
          },
        ]
      : []),
    { id: 'help', name: t('frame.shortcuts.help'), keys: 'F1', run: () => view.open('help') },
  ]
}
