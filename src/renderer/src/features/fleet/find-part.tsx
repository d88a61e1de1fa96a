import { SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Request, Response } from '../../../../shared/bridge/contract.ts'
import { readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { isolate, t } from '../../locale.ts'
import { fleetPath } from '../../routes.ts'
import { useActiveConnection, useKept, useServices } from '../../state/services.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { formatAgo, formatExactly, useNow } from '../../ui/format-time.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { TextField, useFirstFocus } from '../../ui/text-field.tsx'
import { sayUnread } from '../scan/box-text.ts'
import { useLabels } from '../scan/use-labels.ts'
import type { Station } from './board/station.ts'
import { useHubNow } from './board/board-store.ts'
import type { CustomerFinding, FoundJob } from '../../../../shared/domain/fleet.ts'
import { JobRow } from './board/work-list.tsx'

type Wanted = Request<'fleet.find'>

/**
 * Returns what a typed text may mean. A MAC address is a box. Any other text without a space may be a serial number, a user ID or a
 * mapping ID. Undefined if the text is empty, or if it has a space and names no box.
 */
export function readWanted(text: string, asSerial = false): Wanted | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const reading = readDeviceIdentifier(typed, asSerial ? 'serial' : undefined)
  const box = reading.ok ? reading.identifier : undefined
  const id = box?.kind === 'mac' || asSerial || /\s/.test(typed) ? undefined : typed.slice(0, 100)
  if (box === undefined && id === undefined) return undefined
  return { ...(box && { box }), ...(id !== undefined && { userid: id, mappingid: id }) }
}

/** Finds which station has a box or a customer, and since when. A scan starts the search at once. Customer names are searched on demand. */
export function FindPart({ stations }: { readonly stations: readonly Station[] }) {
  const { view } = useServices()
  const connection = useActiveConnection()?.settings.name ?? ''
  const field = useFirstFocus<HTMLInputElement>()
  const [text, setText] = useKept('fleet.find', '')
  const [asked, setAsked] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const find = useCall('fleet.find')
  const [holders, setHolders] = useState<readonly Holder[]>()
  const names = useCustomerSearch()
  const [nameText, setNameText] = useState<string>()
  const search = async (typed: string, asSerial = false): Promise<void> => {
    const wanted = readWanted(typed, asSerial)
    setHolders(undefined)
    setAsked(undefined)
    names.forget()
    const isName = !asSerial && wanted?.box?.kind !== 'mac' && mayBeName(typed)
    setNameText(isName ? typed.trim() : undefined)
    const isNothing = wanted === undefined && !isName
    setProblem(isNothing ? t(typed.trim() === '' ? 'rules.required' : 'fleet.find.unreadable') : undefined)
    if (wanted === undefined) return isName ? names.begin(typed) : undefined
    const reply = await find.run(wanted)
    if (!reply.ok) return
    setAsked(typed.trim())
    setHolders(reply.value.holders)
  }
  useLabels({
    gathered: ({ raw, asSerial }) => {
      setText(raw)
      void search(raw, asSerial)
    },
    unread: (scanned) => view.say(sayUnread(scanned)),
  })
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4 px-5 pb-5">
      <p className="max-w-prose text-soft">{t('fleet.find.note', { connection: isolate(connection) })}</p>
      <Form className="flex flex-wrap items-start gap-2" onSubmit={() => search(text)}>
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            label={t('fleet.find.label')}
            placeholder={t('fleet.find.hint')}
            figures
            large
            maxLength={100}
            value={text}
            onChange={(typed) => {
              setText(typed)
              setProblem(undefined)
            }}
            inputRef={field}
            error={problem}
          />
        </div>
        <div className="pt-5">
          <Button type="submit" variant="primary" size="large" isDisabled={find.isBusy || names.isBusy}>
            {t(find.isBusy ? 'fleet.find.asking' : 'fleet.find.action')}
          </Button>
        </div>
      </Form>
      <ErrorNotice error={find.error} />
      {holders === undefined || asked === undefined ? undefined : (
        <Holders asked={asked} holders={holders} stations={stations} />
      )}
      {nameText === undefined || find.isBusy ? undefined : <CustomerSearch text={nameText} search={names} />}
    </div>
  )
}

type Holder = Response<'fleet.find'>['holders'][number]

interface HoldersProps {
  readonly asked: string
  readonly holders: readonly Holder[]
  readonly stations: readonly Pick<Station, 'id'>[]
}

export function Holders({ asked, holders, stations }: HoldersProps) {
  const now = useHubNow()
  if (holders.length === 0)
    return (
      <EmptyState icon={SearchX} title={t('fleet.find.none', { text: isolate(asked) })}>
        {t('fleet.find.noneNote')}
      </EmptyState>
    )
  return (
    <section aria-live="polite" className="grid gap-3">
      <h2 className="text-lead font-semibold">{t('fleet.find.found', { text: isolate(asked) })}</h2>
      <ul className="grid gap-2">
        {holders.map(({ station, since, state, until }) => {
          const at = Date.parse(since)
          const ago = formatAgo(at, now) ?? t('fleet.board.now')
          const words = { station: isolate(station.name), ago }
          return (
            <li
              key={`${station.id} ${since} ${state}`}
              data-holder={station.name}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-large border border-line bg-surface px-5 py-4"
            >
              <div className="min-w-0">
                <p className="font-semibold [overflow-wrap:anywhere]">{t(`fleet.find.${state}`, words)}</p>
                <p className="text-small text-soft">
                  <time dateTime={since}>{formatExactly(at)}</time>
                  {until === undefined ? '' : ` · ${t('fleet.find.until', { time: formatExactly(Date.parse(until)) })}`}
                </p>
              </div>
              {stations.some(({ id }) => id === station.id) ? (
                <LinkButton size="small" to={fleetPath('computers', station.id)}>
                  {t('fleet.find.open', { station: isolate(station.name) })}
                </LinkButton>
              ) : undefined}
            </li>
          )
        })}
      </ul>
      <Notice tone="info" announce="off">
        {t('fleet.find.notPlatform')}
      </Notice>
    </section>
  )
}

/** The shortest text, in characters, that is searched in names. */
const shortestName = 2

export const mayBeName = (text: string): boolean => /\p{L}/u.test(text) && text.trim().length >= shortestName

/** Returns a search by customer name. Each call searches one part of the fleet's work. */
function useCustomerSearch() {
  const call = useCall('fleet.find-customer')
  const [name, setName] = useState('')
  const [finding, setFinding] = useState<CustomerFinding>()
  const ask = async (wanted: string, before: CustomerFinding | undefined): Promise<void> => {
    const reply = await call.run({ name: wanted, ...(before?.next && { from: before.next }) })
    if (!reply.ok) return
    setName(wanted)
    setFinding(before === undefined ? reply.value : addFinding(before, reply.value))
  }
  return {
    name,
    finding,
    isBusy: call.isBusy,
    error: call.error,
    forget: () => setFinding(undefined),
    begin: (wanted: string) => ask(wanted.trim(), undefined),
    goOn: () => ask(name, finding),
  }
}

export function addFinding(before: CustomerFinding, more: CustomerFinding): CustomerFinding {
  const { next: _, ...rest } = before
  return {
    ...rest,
    jobs: [...before.jobs, ...more.jobs],
    opened: before.opened + more.opened,
    unreadable: before.unreadable + more.unreadable,
    ...(more.next && { next: more.next }),
  }
}

interface FoundCustomersProps extends Pick<ReturnType<typeof useCustomerSearch>, 'name' | 'isBusy'> {
  readonly finding: CustomerFinding
  readonly onGoOn: () => void
}

export function FoundCustomers({ name, finding, isBusy, onGoOn }: FoundCustomersProps) {
  const { jobs, opened, unreadable, next } = finding
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone, so the heading gets the focus.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <section aria-live="polite" className="grid gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-lead font-semibold outline-none">
        {t(jobs.length === 0 ? 'fleet.find.names.none' : 'fleet.find.names.found', { text: isolate(name) })}
      </h2>
      {jobs.length === 0 ? undefined : (
        <ul className="grid gap-2">
          {jobs.map((job) => (
            <FoundRow key={job.id} job={job} />
          ))}
        </ul>
      )}
      <p className="text-small text-soft">
        {t('fleet.find.names.opened', { count: opened })}{' '}
        {unreadable === 0 ? '' : t('fleet.find.names.unreadable', { count: unreadable })}
      </p>
      {next === undefined ? undefined : (
        <div className="grid justify-items-start gap-2">
          <p>{t('fleet.find.names.more')}</p>
          <Button onPress={() => (isBusy ? undefined : onGoOn())}>
            {t(isBusy ? 'fleet.find.asking' : 'fleet.find.names.goOn')}
          </Button>
        </div>
      )}
      <Notice tone="info" announce="off">
        {t('fleet.find.names.limit')}
      </Notice>
    </section>
  )
}

function FoundRow({ job }: { readonly job: FoundJob }) {
  const now = useNow()
  const { station } = job
  return (
    <li
      data-found={job.id}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-large border border-line bg-surface px-5 py-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <JobRow job={job} now={now} />
      </div>
      <LinkButton size="small" to={fleetPath('computers', station.id)}>
        {t('fleet.find.open', { station: isolate(station.name) })}
      </LinkButton>
    </li>
  )
}

interface OfferProps {
  readonly text: string
  readonly search: ReturnType<typeof useCustomerSearch>
}

function CustomerSearch({ text, search }: OfferProps) {
  const { name, finding, isBusy, error } = search
  return (
    <>
      <ErrorNotice error={error} />
      {finding === undefined ? (
        <div className="grid justify-items-start gap-2">
          <Button onPress={() => (isBusy ? undefined : void search.begin(text))}>
            {isBusy ? t('fleet.find.asking') : t('fleet.find.names.action', { text: isolate(text) })}
          </Button>
          <p className="text-small text-soft">{t('fleet.find.names.note')}</p>
        </div>
      ) : (
        <FoundCustomers
          // With the last part, the button for more results disappears. The new key mounts the list again, so that the list takes the
          // focus.
          key={String(finding.next === undefined)}
          name={name}
          finding={finding}
          isBusy={isBusy}
          onGoOn={() => void search.goOn()}
        />
      )}
    </>
  )
}
