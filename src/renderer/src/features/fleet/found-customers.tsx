import { useEffect, useRef, useState } from 'react'
import type { CustomerFinding, FoundJob } from '../../../../shared/domain/fleet.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { isolate, t } from '../../locale.ts'
import { fleetPath } from '../../routes.ts'
import { useNow } from '../../ui/format-time.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { JobRow } from './board/work-list.tsx'

/** The shortest text, in characters, that is searched in names. */
const shortest = 2

/** Whether a text may be a customer's name: it has a letter and is long enough. */
export const mayBeName = (text: string): boolean => /\p{L}/u.test(text) && text.trim().length >= shortest

/** Returns a search by customer name. Each call searches one part of the fleet's work. */
export function useCustomerSearch() {
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

/** Adds the results of the next part to the results so far. */
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

/** Lists the unfinished jobs whose customer has this name, and says what was not searched. */
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

/** Offers to search for the text in the customer names, or shows the results. */
export function CustomerSearch({ text, search }: OfferProps) {
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
          // With the last part, the button for more results disappears. The new key mounts the list again, so that it takes the focus.
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
