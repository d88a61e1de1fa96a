import { useTranslation } from 'react-i18next'
import type { CustomerFacts } from '../../../../shared/domain/customer-view.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { CustomerTable } from './list/customer-list.tsx'
import { DirectHits } from './list/direct-hits.tsx'
import { FindPanel } from './list/find-panel.tsx'
import { IdsPanel } from './list/ids-panel.tsx'
import { ListStanding, NobodyFound } from './list/list-standing.tsx'
import { ResellerPanel } from './list/reseller-panel.tsx'
import { sourceOf, firstView, type SearchView } from './list/search-view.ts'
import { useCustomerList } from './list/use-customer-list.ts'
import { useCallback, useState, useEffect } from 'react'
import { useDesk, useSnapshot } from '../../state/desk.tsx'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { mayBeIdentifier } from './list/searches-for.ts'

type Hits = Response<'customers.direct'>

const pause = 350

const slot = 'customer-direct'

/** The key stands for the shape. */
const viewIn = (kept: ReadonlyMap<string, unknown>, key: string): SearchView =>
  (kept.get(key) as SearchView | undefined) ?? firstView
/** The ways to a customer, and the list that they lead to. */
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
      <ListStanding list={list} source={source} onTryAgain={list.tryAgain} />
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

/** What is typed and chosen, of each connection its own; it is there again when the screen is come back to. */
function useSearchView(): readonly [SearchView, (changed: Partial<SearchView>) => void] {
  const { kept } = useDesk().view
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

/** What a typed text leads to where it may be an identifier, once the typing pauses. */
function useDirectHits(text: string): Hits | undefined {
  const { bridge } = useDesk()
  const connectionId = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const [told, setTold] = useState<{ readonly key: string; readonly hits: Hits }>()
  const key = `${connectionId ?? ''} ${text}`
  useEffect(() => {
    if (!mayBeIdentifier(text)) return undefined
    let isWanted = true
    const ask = async (): Promise<void> => {
      const reply = await bridge.call('customers.direct', { slot, text })
      if (isWanted && reply.ok) setTold({ key, hits: reply.value })
    }
    const timer = setTimeout(() => {
      void ask()
    }, pause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [bridge, text, key])
  return told?.key === key ? told.hits : undefined
}
