import { useTranslation } from 'react-i18next'
import type { CustomerFacts } from '../../../../shared/domain/customer-view.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { CustomerTable } from './list/customer-list.tsx'
import { DirectHits } from './list/direct-hits.tsx'
import { FindPanel } from './list/find-panel.tsx'
import { sourceOf, firstView, type SearchView } from './list/search-view.ts'
import { useCustomerList } from './list/use-customer-list.ts'
import { useCallback, useState } from 'react'
import { useServices, useSnapshot } from '../../state/services.tsx'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { mayBeIdentifier, readUserids } from './list/searches-for.ts'
import { customerStatuses } from '../../../../shared/domain/status.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FileUp, Search, SearchX, UsersRound } from 'lucide-react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '../../ui/button.tsx'
import type { TFunction } from 'i18next'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useNow } from '../../state/use-now.ts'
import { useRead } from '../../state/use-read.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { CustomerListState } from './list/customer-list-store.ts'
import type { ListSource } from './list/list-source.ts'
import { RawAnswers } from './raw-answers.tsx'
import { sayAge } from './say-customer.ts'

interface IdsPanelProps {
  readonly userids: readonly string[]
  readonly onChange: (changed: Partial<SearchView>) => void
}

const largestFile = 2_000_000

type Hits = Response<'customers.direct'>

const pause = 350

const slot = 'customer-direct'

/** The cast is safe: each key belongs to one shape. */
const viewIn = (kept: ReadonlyMap<string, unknown>, key: string): SearchView =>
  (kept.get(key) as SearchView | undefined) ?? firstView
/** The ways to find a customer, and the resulting list. */
export function CustomerFinder({ open }: { readonly open: CustomerFacts }) {
  const { t } = useTranslation()
  const [view, change] = useSearchView()
  const source = sourceOf(view)
  const list = useCustomerList(source)
  const hits = useDirectHits(view.mode === 'find' ? view.text.trim() : '')
  const isHit = hits?.customer !== undefined || (hits?.jobs.length ?? 0) + (hits?.holders.length ?? 0) > 0
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 pt-4">
      <header className="grid shrink-0 gap-2 px-5">
        <p aria-hidden className="text-title font-semibold">
          {t('customers.title')}
        </p>
        <Tabs
          label={t('customers.ways')}
          selected={view.mode}
          onSelect={(mode) => {
            change({ mode })
          }}
          tabs={[
            { id: 'find', name: t('customers.modes.find'), content: <FindPanel view={view} onChange={change} /> },
            {
              id: 'reseller',
              name: t('customers.modes.reseller'),
              content: <ResellerPanel view={view} onChange={change} />,
            },
            {
              id: 'ids',
              name: t('customers.modes.ids'),
              content: <IdsPanel userids={view.userids} onChange={change} />,
            },
          ]}
        />
      </header>
      <DirectHits hits={hits} />
      <ListStatus list={list} source={source} onTryAgain={list.tryAgain} />
      <div className="relative min-h-72 flex-1 border-t border-line bg-surface">
        {list.total > 0 ? (
          <CustomerTable
            key={list.generation}
            label={t('customers.list.label')}
            list={list}
            onSight={list.lookAt}
            open={open}
          />
        ) : (
          <NobodyFound
            list={list}
            source={source}
            isElse={isHit}
            onClear={() => {
              change({ text: '', filter: {} })
            }}
          />
        )}
      </div>
    </div>
  )
}

/** The search input of each connection, restored when the screen opens again. */
function useSearchView(): readonly [SearchView, (changed: Partial<SearchView>) => void] {
  const { kept } = useServices().view
  const key = `customers ${useSnapshot((snapshot) => snapshot.activeConnectionId) ?? ''}`
  const [, redraw] = useState(0)
  const view = viewIn(kept, key)
  const change = useCallback(
    (changed: Partial<SearchView>) => {
      kept.set(key, { ...viewIn(kept, key), ...changed })
      redraw((count) => count + 1)
    },
    [kept, key],
  )
  return [view, change]
}

/** Looks up a text that may be an identifier, once typing pauses. */
function useDirectHits(text: string): Hits | undefined {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  return useRead('customers.direct', mayBeIdentifier(text) ? { slot, text } : undefined, { scope, delay: pause }).value
}

interface ResellerPanelProps {
  readonly view: SearchView
  readonly onChange: (changed: Partial<SearchView>) => void
}

/** The customers of one reseller, optionally with one status (Customer status). */
function ResellerPanel({ view: { resellerId, resellerStatus }, onChange }: ResellerPanelProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-3 @container">
      <div className="grid gap-3 @min-[26rem]:grid-cols-2">
        <TextField
          label={t('customers.reseller.label')}
          hint={t('customers.reseller.hint')}
          figures
          value={resellerId}
          onChange={(typed) => {
            onChange({ resellerId: typed.slice(0, 100) })
          }}
        />
        <Select
          label={t('customers.filters.status')}
          choices={[
            { id: 'any', name: t('customers.filters.any') },
            ...customerStatuses.map((id) => ({ id, name: t(`customers.status.${id}.word`) })),
          ]}
          value={resellerStatus}
          onChange={(status) => {
            onChange({ resellerStatus: status })
          }}
        />
      </div>
    </div>
  )
}

/** User IDs from the clipboard or a text file. Each is listed with the platform's answer (Customer status). */
function IdsPanel({ userids, onChange }: IdsPanelProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(() => userids.join('\n'))
  const [isTooLarge, setTooLarge] = useState(false)
  const count = readUserids(text).length
  const take = async (file: File): Promise<void> => {
    setTooLarge(file.size > largestFile)
    if (file.size > largestFile) return
    const read = await file.text()
    setText(read)
    onChange({ userids: readUserids(read) })
  }
  return (
    <div className="grid gap-2">
      <TextField
        label={t('customers.ids.label')}
        hint={t('customers.ids.hint')}
        {...(isTooLarge ? { error: t('customers.ids.tooLarge') } : {})}
        rows={3}
        figures
        value={text}
        onChange={setText}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isDisabled={count === 0}
          onPress={() => {
            onChange({ userids: readUserids(text) })
          }}
        >
          <Search aria-hidden size="1rem" />
          {t('customers.ids.ask', { count })}
        </Button>
        <FileTrigger
          acceptedFileTypes={['text/plain', 'text/csv', '.txt', '.csv']}
          onSelect={(files) => {
            const file = files?.[0]
            if (file !== undefined) void take(file)
          }}
        >
          <Button>
            <FileUp aria-hidden size="1rem" />
            {t('customers.ids.file')}
          </Button>
        </FileTrigger>
      </div>
    </div>
  )
}

interface ListStatusProps {
  readonly list: CustomerListState
  readonly source: ListSource | undefined
  readonly onTryAgain: () => void
}

/** The number of customers so far, the age of the data, and any error. */
function ListStatus({ list, source, onTryAgain }: ListStatusProps) {
  const { t } = useTranslation()
  const now = useNow()
  const { told, total, isStale, unread, error } = list
  const retry = (
    <Button size="small" onPress={onTryAgain}>
      {t('customers.list.tryAgain')}
    </Button>
  )
  return (
    <div className="grid shrink-0 gap-2 px-5">
      {told !== undefined && total > 0 ? (
        <p aria-live="polite" className="text-small text-soft tabular-nums">
          {isStale ? t('customers.list.asking') : sayCount(t, list, source)}
        </p>
      ) : undefined}
      {told?.isCached === true ? (
        <Notice tone="warning" announce="politely" actions={retry}>
          {told.isGathered
            ? t('customers.list.gathered', { age: sayAge(t, told.at, now) })
            : t('customers.list.kept', { age: sayAge(t, told.at, now) })}
        </Notice>
      ) : undefined}
      {told?.isCut === true ? (
        <Notice tone="warning" announce="politely">
          {t('customers.list.cut')}
        </Notice>
      ) : undefined}
      <ErrorNotice error={error} actions={retry} />
      {unread === undefined ? undefined : (
        <Notice tone="bad" title={t('customers.unread.title')} actions={retry}>
          <p>{t('customers.unread.next')}</p>
          <RawAnswers
            answers={[
              {
                operation: t('customers.unread.answer'),
                raw: unread.raw,
                ...(unread.status === undefined ? {} : { status: unread.status }),
              },
            ]}
          />
        </Notice>
      )}
    </div>
  )
}

function sayCount(t: TFunction, { total, unknown, next }: CustomerListState, source: ListSource | undefined): string {
  if (source?.kind !== 'ids')
    return next === undefined ? t('customers.list.all', { count: total }) : t('customers.list.soFar', { count: total })
  const counts = { found: total - unknown, count: source.userids.length }
  return next === undefined ? t('customers.list.found', counts) : t('customers.list.foundSoFar', counts)
}

/** Shown in place of an empty list: why it is empty and how to begin. */
function NobodyFound({
  list,
  source,
  onClear,
  isElse,
}: {
  readonly list: CustomerListState
  readonly source: ListSource | undefined
  readonly onClear: () => void
  /** Another way has found a customer. */
  readonly isElse: boolean
}) {
  const { t } = useTranslation()
  if (source === undefined)
    return (
      <EmptyState icon={UsersRound} title={t('customers.list.begin')}>
        {t('customers.list.beginNote')}
      </EmptyState>
    )
  if (list.isFresh || list.error !== undefined || list.unread !== undefined)
    return list.isBusy ? <p className="px-5 py-4 text-soft">{t('customers.list.asking')}</p> : undefined
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
