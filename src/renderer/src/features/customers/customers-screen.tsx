import { Router as BoxIcon, SearchX, UserRound, UsersRound } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import type { CustomerFacts, CustomerRow } from '../../../../shared/domain/customer/customer-view.ts'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { customerPath, queuePath, readCustomerPath } from '../../routes.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { useNow } from '../../ui/format-time.ts'
import { Button } from '../../ui/button.tsx'
import { clsx } from 'clsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { CustomerPage, UnreadNotice } from './customer-page.tsx'
import { type CustomerListState, placesBetween, useCustomerList } from './list/customer-list-store.ts'
import { CustomerTable } from './list/customer-list.tsx'
import {
  firstView,
  isLookedUp,
  type ListSource,
  mayBeIdentifier,
  type SearchView,
  sourceOf,
} from './list/list-source.ts'
import { SearchPanel } from './list/search-panel.tsx'
import { CustomerStatusChip, nameOf, sayAge } from './say-customer.tsx'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { slotOf, useRead } from '../../state/use-read.ts'
import { JobChip } from '../ticket/job-chip.tsx'
import { Identifier } from '../ticket/device-label.tsx'

/** Finds customers on the platform. The open customer is shown beside the list, or in place of the list in a small window. */
export function CustomersScreen() {
  const { first, second, third } = useParams<{
    readonly first?: string
    readonly second?: string
    readonly third?: string
  }>()
  const { wanted, ...open } = readCustomerPath(first, second, third)
  // The connection id is a part of the keys below, so that nothing of another connection stays on screen.
  const connectionId = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const key = open.userid ?? open.customermappingid
  const [rests, setRests] = useState(0)
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)] wide:grid-cols-[minmax(0,1fr)_minmax(28rem,42%)] print:block">
      <h1 className="sr-only">{t('customers.title')}</h1>
      <div className={clsx('min-h-0 overflow-auto print:hidden', key !== undefined && 'max-wide:hidden')}>
        <CustomerFinder key={connectionId} open={open} rests={rests} />
      </div>
      <aside
        aria-label={t('customers.one')}
        className={clsx(
          'min-h-0 overflow-auto border-line bg-surface wide:border-s',
          key === undefined && 'max-wide:hidden',
        )}
      >
        {key === undefined ? (
          <div className="grid h-full place-items-center">
            <EmptyState icon={UserRound} title={t('customers.choose')}>
              {t('customers.chooseNote')}
            </EmptyState>
          </div>
        ) : (
          <CustomerPage
            key={`${connectionId ?? ''} ${key}`}
            userid={open.userid ?? ''}
            customermappingid={open.customermappingid ?? ''}
            wanted={wanted}
            onRest={() => setRests((count) => count + 1)}
          />
        )}
      </aside>
    </div>
  )
}

/** `rests`: how many jobs of open customers have come to rest. The rows are then old. */
function CustomerFinder({ open, rests }: { readonly open: CustomerFacts; readonly rests: number }) {
  const { view, change } = useSearchView()
  const source = sourceOf(view)
  const list = useCustomerList(source, rests)
  const text = view.mode === 'find' ? view.text.trim() : ''
  const isNobody = list.told !== undefined && list.total === 0 && list.next === undefined && !list.isBehind
  const { hits, error, isBehind } = useDirectHits(text, isNobody)
  const openFound = useOpenFound(text, list, isBehind ? undefined : { customer: hits?.customer })
  const isHit = hits?.customer !== undefined || (hits?.jobs.length ?? 0) + (hits?.holders.length ?? 0) > 0
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 pt-4">
      <header className="grid shrink-0 gap-2 px-5">
        <p aria-hidden className="text-title font-semibold">
          {t('customers.title')}
        </p>
        <SearchPanel view={view} onChange={change} onEnter={openFound} />
      </header>
      <DirectHits hits={hits} />
      {/* If the list failed or could not be read either, it says so itself. */}
      <div className="px-5 empty:hidden">
        <ErrorNotice error={list.error === undefined && list.unread === undefined ? error : undefined} />
      </div>
      <ListStatus list={list} source={source} />
      <div className="relative min-h-72 flex-1 border-t border-line bg-surface">
        {list.total > 0 ? (
          <CustomerTable
            key={list.generation}
            label={t('customers.list.label')}
            list={list}
            onSight={list.lookAt}
            open={open}
          />
        ) : error === undefined ? (
          <NobodyFound
            list={list}
            source={source}
            isAsking={isBehind}
            isElse={isHit}
            onClear={() => change({ text: '', filter: {} })}
          />
        ) : undefined}
      </div>
    </div>
  )
}

/**
 * Returns a function for Enter in the search field. Once the platform has answered for the typed text, it opens the customer that was
 * found, or focuses the first of several. `direct`: the answer for one identifier, undefined until it arrives.
 */
function useOpenFound(
  text: string,
  list: ReturnType<typeof useCustomerList>,
  direct: { readonly customer: CustomerRow | undefined } | undefined,
): () => void {
  const [, navigate] = useLocation()
  /** The text for which Enter waits for the answer. */
  const wanted = useRef('')
  const first = placesBetween(list, 0, 1)[0]?.row
  const found = direct?.customer ?? (list.total === 1 && !list.isBehind ? first : undefined)
  const isAnswered = direct !== undefined && (found !== undefined || !list.isBehind)
  const open = (): void => {
    wanted.current = ''
    if (found === undefined) document.querySelector<HTMLElement>('main [data-customer]')?.focus()
    else navigate(customerPath(found))
  }
  const openLate = useEffectEvent(() => {
    if (text !== '' && wanted.current === text) open()
  })
  useEffect(() => {
    if (isAnswered) openLate()
  }, [isAnswered])
  return () => {
    if (isAnswered && text !== '') open()
    else wanted.current = text
  }
}

/** Returns the search input stored under a key. The cast is safe, because only this screen uses these keys. */
const viewIn = (kept: ReadonlyMap<string, unknown>, key: string): SearchView =>
  (kept.get(key) as SearchView | undefined) ?? firstView

/** Returns the search input of the active connection. The input is restored when the screen opens again. */
function useSearchView() {
  const { kept } = useServices().view
  const key = `customers ${useSnapshot((snapshot) => snapshot.activeConnectionId) ?? ''}`
  const [, redraw] = useState(0)
  const view = viewIn(kept, key)
  const change = (changed: Partial<SearchView>): void => {
    kept.set(key, { ...viewIn(kept, key), ...changed })
    redraw((count) => count + 1)
  }
  return { view, change }
}

interface ListProps {
  readonly list: ReturnType<typeof useCustomerList>
  readonly source: ListSource | undefined
}

function ListStatus({ list, source }: ListProps) {
  const now = useNow()
  const { told, total, isStale, unread, error } = list
  const retry = (
    <Button size="small" onPress={list.tryAgain}>
      {t('customers.list.tryAgain')}
    </Button>
  )
  return (
    <div className="grid shrink-0 gap-2 px-5">
      {told !== undefined && total > 0 ? (
        <p aria-live="polite" className="text-small text-soft tabular-nums">
          {isStale ? t('customers.list.asking') : sayCount(list, source)}
        </p>
      ) : undefined}
      {told?.isCached === true ? (
        <Notice tone="warning" announce="politely" actions={retry}>
          {t(told.isGathered ? 'customers.list.gathered' : 'customers.list.kept', { age: sayAge(told.at, now) })}
        </Notice>
      ) : undefined}
      {told?.isCut === true ? (
        <Notice tone="warning" announce="politely">
          {t('customers.list.cut')}
        </Notice>
      ) : undefined}
      <ErrorNotice error={error} actions={retry} />
      <UnreadNotice operation={t('customers.unread.answer')} answer={unread} actions={retry} />
    </div>
  )
}

function sayCount({ total, unknown, next }: CustomerListState, source: ListSource | undefined): string {
  const isAll = next === undefined
  if (source?.kind !== 'ids') return t(isAll ? 'customers.list.all' : 'customers.list.soFar', { count: total })
  const counts = { found: total - unknown, count: source.userids.length }
  return t(isAll ? 'customers.list.found' : 'customers.list.foundSoFar', counts)
}

function NobodyFound({
  list,
  source,
  onClear,
  isAsking,
  isElse,
}: ListProps & {
  readonly onClear: () => void
  /** Whether the platform is still asked for a customer with this user ID. */
  readonly isAsking: boolean
  /** Whether another search has found a customer. */
  readonly isElse: boolean
}) {
  if (source === undefined)
    return (
      <EmptyState icon={UsersRound} title={t('customers.list.begin')}>
        {t('customers.list.beginNote')}
      </EmptyState>
    )
  const isFailed = list.error !== undefined || list.unread !== undefined
  if (list.isFresh || isFailed || isAsking)
    return list.isBusy || isAsking ? <p className="px-5 py-4 text-soft">{t('customers.list.asking')}</p> : undefined
  const isNarrowed = source.kind === 'find' && Object.keys(source.filters[0]).length > 0
  return (
    <EmptyState
      icon={SearchX}
      title={t(isElse ? 'customers.list.nobodyElse' : 'customers.list.nobody')}
      actions={isNarrowed ? <Button onPress={onClear}>{t('customers.list.clear')}</Button> : undefined}
    >
      {isElse ? undefined : t(list.told?.isCached === true ? 'customers.list.nobodyKept' : 'customers.list.nobodyNote')}
    </EmptyState>
  )
}

type Hits = Response<'customers.direct'>

/** The pause in typing after which a text is looked up, in milliseconds. */
const pause = 350

/** `isNobody`: the text is no customer's name. `isBehind`: the answer for this text has not arrived yet. */
function useDirectHits(text: string, isNobody: boolean) {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const isOne = mayBeIdentifier(text)
  const request = isLookedUp(text, isNobody) ? { slot: slotOf('customer-direct'), text } : undefined
  const { value, error } = useRead('customers.direct', request, { scope, ...(isOne && { delay: pause }) })
  const isBehind = request !== undefined && value === undefined && error === undefined
  // The list has already answered about a text that is only perhaps a user ID.
  return { hits: value, error: isOne ? error : undefined, isBehind }
}

/** Shows the results for one identifier: the customer with this user ID or mapping ID, and what this computer knows about the box. */
function DirectHits({ hits }: { readonly hits: Hits | undefined }) {
  const now = useNow()
  if (hits === undefined) return undefined
  const { customer, by, box, jobs, holders } = hits
  const isBoxUnknown = box?.kind === 'mac' && jobs.length === 0 && holders.length === 0
  if (customer === undefined && jobs.length === 0 && holders.length === 0 && !isBoxUnknown) return undefined
  return (
    <section aria-label={t('customers.direct.label')} aria-live="polite" className="grid shrink-0 gap-2 px-5">
      {customer === undefined || by === undefined ? undefined : (
        <CustomerHit customer={customer} note={t(`customers.direct.${by}`)} />
      )}
      {holders.map((holder) => (
        <CustomerHit
          key={holder.userid ?? holder.customermappingid}
          customer={holder}
          note={t('customers.direct.holder', { age: sayAge(holder.at ?? now, now) })}
        />
      ))}
      {jobs.map((job) => (
        <Link key={job.id} href={queuePath('all', job.id)} className={hitLook}>
          <BoxIcon aria-hidden size="1.25rem" className="shrink-0 text-soft" />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate font-semibold">
              {job.customerName ?? job.userid ?? job.hostname}
            </span>
            <span className="block text-small text-soft">{t('customers.direct.job')}</span>
          </span>
          <JobChip job={job} />
        </Link>
      ))}
      {box === undefined || (customer !== undefined && jobs.length + holders.length === 0) ? undefined : (
        <p className="text-small text-soft">
          {isBoxUnknown ? (
            <>
              <Identifier identifier={box} />: {t('customers.direct.boxUnknown')}{' '}
            </>
          ) : undefined}
          {t('customers.direct.boxNote')}
        </p>
      )}
    </section>
  )
}

const hitLook =
  'flex items-center gap-3 rounded-large border border-line bg-surface px-4 py-2.5 text-ink no-underline shadow-lift transition-colors hover:bg-sunken'

function CustomerHit({ customer, note }: { readonly customer: CustomerRow; readonly note: string }) {
  return (
    <Link href={customerPath(customer)} data-direct={customer.userid} className={hitLook}>
      <UserRound aria-hidden size="1.25rem" className="shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-semibold">
          {nameOf(customer) ?? customer.userid}
        </span>
        <span className="block text-small text-soft">{note}</span>
      </span>
      {customer.status === undefined ? undefined : <CustomerStatusChip status={customer.status} />}
    </Link>
  )
}
