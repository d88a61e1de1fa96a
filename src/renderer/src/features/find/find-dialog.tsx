import {
  ListChecks,
  Network,
  PackagePlus,
  Search,
  SquareArrowOutUpRight,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { useLocation } from 'wouter'
import { knownUseridSchema } from '../../../../shared/domain/log-in.ts'
import { t } from '../../locale.ts'
import { customerPath, hostnamePath, queuePath } from '../../routes.ts'
import { usesCommandKey } from '../../shortcuts.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { useNow } from '../../state/use-now.ts'
import { formatWhen } from '../../ui/format-time.ts'
import { KeyHint } from '../../ui/key-hint.tsx'
import { StateChip } from '../../ui/state-chip.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import { useBeginActivation } from '../scan/begin-activation.ts'
import { mayBeIdentifier } from '../customers/list/list-source.ts'
import { CustomerStatusChip, nameOf } from '../customers/say-customer.tsx'
import { Identifier } from '../ticket/identifier.tsx'
import { listCommands, matchesWords } from './commands.ts'
import { useFound } from './use-found.ts'

/** Something to open or to do. */
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

/** Finds customers, boxes, jobs, hostnames and commands: type and press Enter. The newest jobs come first, before anything is typed. */
export function FindDialog() {
  const { view } = useServices()
  const field = useFirstFocus<HTMLInputElement>()
  const [text, setText] = useState('')
  const { groups, says, isBehind } = useGroups(text)
  const all = groups.flatMap(({ hits }) => hits)
  const [isWanted, setIsWanted] = useState(false)
  const open = (hit: Hit | undefined): void => {
    view.close()
    hit?.run()
  }
  useEffect(() => {
    // Who types and presses Enter at once means what is found, not what was shown before.
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
          <Autocomplete
            inputValue={text}
            onInputChange={(typed) => {
              setText(typed)
              setIsWanted(false)
            }}
          >
            <SearchField
              aria-label={t('find.title')}
              className="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-raised px-4"
            >
              <Search aria-hidden size="1.125rem" className="shrink-0 text-soft" />
              <Input
                ref={field}
                onKeyDownCapture={pressKey}
                placeholder={t('find.placeholder')}
                spellCheck={false}
                maxLength={64}
                className="min-h-12 w-full bg-transparent text-lead outline-none [&::-webkit-search-cancel-button]:hidden"
              />
            </SearchField>
            <ListBox
              aria-label={t('find.title')}
              items={groups}
              renderEmptyState={() => <p className="px-3 py-4 text-soft">{t('find.none')}</p>}
              onAction={(id) => {
                open(all.find((hit) => hit.id === id))
              }}
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

/** The hit that the arrow keys have reached. */
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
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{content}</span>
      {mark}
    </ListBoxItem>
  )
}

/** What is found, and what is still missing. */
function useGroups(text: string) {
  const { bridge, view } = useServices()
  const snapshot = useSnapshot((whole) => whole)
  const [, navigate] = useLocation()
  const now = useNow()
  const begin = useBeginActivation()
  const found = useFound(text)
  const isMac = usesCommandKey(navigator.userAgent)
  const isTyped = text.trim() !== ''

  const customers = found.customers.map((customer): Hit => {
    const name = nameOf(customer) ?? customer.userid ?? t('find.unnamed')
    return {
      id: `customer ${customer.userid ?? customer.customermappingid}`,
      name,
      icon: UserRound,
      content: <Named name={name} note={customer.userid} />,
      mark: customer.status === undefined ? undefined : <CustomerStatusChip status={customer.status} />,
      run: () => navigate(customerPath(customer)),
    }
  })
  const userid = knownUseridSchema.safeParse(text).data
  if (userid !== undefined && mayBeIdentifier(userid) && !found.customers.some((one) => one.userid === userid))
    customers.push({
      // The same as of the customer that the platform finds: its line may be focused already.
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
      mark: <StateChip state={job.state} why={job.why?.code} />,
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
  const commands = listCommands({ snapshot, bridge, view, navigate, isMac })
    .filter(({ name }) => matchesWords(name, text))
    .map(({ keys, ...command }): Hit => ({
      ...command,
      icon: SquareArrowOutUpRight,
      content: command.name,
      mark: keys === undefined ? undefined : <KeyHint keys={keys} />,
    }))
  const groups: readonly Group[] = [
    { id: 'customers', title: t('find.customers'), hits: customers },
    { id: 'boxes', title: t('find.box'), hits: boxes },
    { id: 'jobs', title: t(isTyped ? 'find.jobs' : 'find.recent'), hits: jobs },
    { id: 'hostnames', title: t('find.hostnames'), hits: hostnames },
    { id: 'commands', title: t('find.commands'), hits: commands },
  ]
  const says = found.isAsking
    ? t('find.asking')
    : found.isUnreached
      ? t(customers.length > 0 ? 'find.cached' : 'find.unreached')
      : undefined
  return { groups: groups.filter(({ hits }) => hits.length > 0), says, isBehind: found.isBehind }
}

function Named({ name, note }: { readonly name: string; readonly note: string | undefined }) {
  return (
    <>
      <span className="font-semibold">{name}</span>
      {note === undefined || note === name ? undefined : <span className="text-small text-soft"> · {note}</span>}
    </>
  )
}
