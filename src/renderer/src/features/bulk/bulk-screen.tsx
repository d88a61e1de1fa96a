import { Files } from 'lucide-react'
import { memo, useDeferredValue, useEffect, useRef } from 'react'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import { useStore } from 'zustand'
import { shownLanguage, t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { findActiveConnection } from '../../state/snapshot-store.ts'
import { useActiveConnection, useServices, type Services } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { Panel, useLanding } from '../../ui/panel.tsx'
import { ScanBatchAnswer, ScanBatchTrouble } from '../scan/scan-batch-answer.tsx'
import type { BulkState } from './bulk-state.ts'
import { createBulkStore, type Bulk, type BulkStore, type ListPartProps } from './bulk-store.ts'
import { neededColumn } from './list/bulk-fields.ts'
import { createListClient } from './list/list-client.ts'
import { nextTurn } from './list/parse-table.ts'
import { BatchPanel, BeforeNotice } from './panels/batch-panel.tsx'
import { ColumnsPanel, useIsMadeByPlatform } from './panels/columns-panel.tsx'
import { FaultPart } from './panels/fault-part.tsx'
import { type BulkScanBatch, SourcePanel, useBulkScanBatch } from './panels/source-panel.tsx'

/** The screen for lists of boxes from a file or a scan batch. Every row is checked, and then each good row becomes a job. */
export function BulkScreen() {
  const connection = useActiveConnection()?.settings
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-5 py-4">
      <header>
        <h1 className="text-title font-semibold">{t('bulk.title')}</h1>
        <p className="max-w-3xl text-soft">{t('bulk.note')}</p>
      </header>
      {connection === undefined ? (
        <EmptyState icon={Files} title={t('bulk.noConnection')}>
          {t('bulk.note')}
        </EmptyState>
      ) : (
        <Lists key={connection.id} connectionId={connection.id} />
      )}
    </div>
  )
}

/** Memoized, because every snapshot has a new connection object and would render the lists again. */
const Lists = memo(function Lists({ connectionId }: { readonly connectionId: string }) {
  return <BulkList connectionId={connectionId} scanBatch={useBulkScanBatch()} />
})

/**
 * Shows the list of a connection. `scanBatch` comes from the parent, so that a change of the list does not create a new scan batch object.
 */
function BulkList({ connectionId, scanBatch }: { readonly connectionId: string; readonly scanBatch: BulkScanBatch }) {
  const bulk = useBulk(connectionId)
  const { coming, list, saving, trouble } = bulk
  // The fields of a newly opened list are drawn in pieces, so that the page can respond in between.
  const drawn = useDeferredValue(list)
  // When a save begins, the panels of the list are removed first. The panel of the batch is added in another task, for the same reason.
  const showsBatch = useDeferredValue(saving !== undefined)
  // A scan that follows belongs to the next batch, so its answer stays.
  const isSaving = saving !== undefined && !saving.isOver
  const { noteSaved } = scanBatch.scans
  useEffect(() => {
    if (isSaving) noteSaved()
  }, [isSaving, noteSaved])
  const body = useRef<HTMLDivElement>(null)
  useLanding(body, stageOf({ ...bulk, list: drawn, saving: showsBatch ? saving : undefined }))
  return (
    <div ref={body} className="contents">
      {bulk.isBroken ? <Notice tone="bad">{t('bulk.broken')}</Notice> : undefined}
      <ErrorNotice error={bulk.error} />
      {trouble === undefined ? undefined : (
        <>
          <Notice tone="warning">{t('bulk.notKept')}</Notice>
          {trouble.code === 'changed-meanwhile' ? (
            <Notice tone="warning">{t('bulk.changedElsewhere')}</Notice>
          ) : (
            <ErrorNotice error={trouble} />
          )}
        </>
      )}
      {coming !== undefined ? (
        <>
          <Notice tone="info">{t('bulk.coming', { name: coming })}</Notice>
          {bulk.isChecking && list !== undefined ? <CheckGoing bulk={bulk} list={list} /> : undefined}
        </>
      ) : saving === undefined || list === undefined ? (
        <>
          <SourcePanel
            kind={bulk.rules.kind}
            setKind={bulk.setKind}
            open={bulk.open}
            countLostToAnother={bulk.countLostToAnother}
            refusal={bulk.refusal}
            hasList={list !== undefined}
            scanBatch={scanBatch}
          />
          {list === undefined || list.digest !== drawn?.digest ? undefined : (
            <>
              <ColumnsPanel
                rules={bulk.rules}
                setRules={bulk.setRules}
                readAs={bulk.readAs}
                close={bulk.close}
                countLost={bulk.countLost}
                list={list}
              />
              <CheckPanel bulk={bulk} list={list} />
            </>
          )}
        </>
      ) : !showsBatch ? undefined : (
        <>
          <BatchPanel bulk={bulk} list={list} saving={saving} />
          <ScanBatchAnswer scans={scanBatch.scans} />
          <ScanBatchTrouble trouble={scanBatch.trouble} />
        </>
      )}
    </div>
  )
}

/** The stage of the work on a list. Undefined while a stored list is being loaded. */
function stageOf({ coming, list, isChecking, progress, saving }: BulkState): string | undefined {
  if (coming !== undefined) return undefined
  if (saving !== undefined) return saving.isOver ? 'saved' : 'saving'
  return list === undefined ? 'source' : isChecking ? 'checking' : progress === undefined ? 'columns' : 'checked'
}

const stores = new WeakMap<Services, Map<string, BulkStore>>()

/** Returns the store of a connection. The store outlives the screen, so that saving continues while another screen is open. */
function storeOf(services: Services, connectionId: string): BulkStore {
  const ofServices = stores.get(services) ?? new Map<string, BulkStore>()
  stores.set(services, ofServices)
  const store =
    ofServices.get(connectionId) ??
    createBulkStore({
      bridge: services.bridge,
      connectionId,
      connection: () => {
        const { snapshot } = services.snapshots.getState()
        const settings = snapshot && findActiveConnection(snapshot)?.settings
        return settings?.id === connectionId ? settings : undefined
      },
      createClient: createListClient,
      language: shownLanguage,
      patterns: () => services.snapshots.getState().snapshot?.preferences.serialPatterns ?? [],
    })
  ofServices.set(connectionId, store)
  return store
}

function useBulk(connectionId: string): Bulk {
  const store = storeOf(useServices(), connectionId)
  const state = useStore(store)
  useEffect(() => {
    void store.come()
    return () => void store.leave()
  }, [store])
  return { ...store, ...state, unsaved: (state.progress?.good ?? 0) - (state.saving?.seen ?? 0) }
}

/** Checks every row before anything is saved. Good rows can be saved while the technician still corrects bad rows. */
function CheckPanel({ bulk, list }: ListPartProps) {
  const { progress, isChecking } = bulk
  const hasBox = bulk.rules.columns.includes(neededColumn)
  const isMade = useIsMadeByPlatform(bulk.rules.kind)
  const top = useRef<HTMLDivElement>(null)
  const wasChecking = useRef(isChecking)
  useEffect(() => {
    // Scrolls to the result, because otherwise the result is below the window.
    if (wasChecking.current && !isChecking) top.current?.scrollIntoView({ block: 'start' })
    wasChecking.current = isChecking
  }, [isChecking])
  const checkLater = async (): Promise<void> => {
    // The check renders the panel again. It runs in a task of its own, so that the task of the press stays short.
    await nextTurn()
    await bulk.check()
  }
  return (
    <Panel lands title={t('bulk.check.title')}>
      <div ref={top} className="grid scroll-mt-16 gap-4">
        {hasBox ? undefined : (
          <Notice tone="warning" announce="off">
            {t('bulk.check.needsBox')}
          </Notice>
        )}
        {isMade && list.rows > 1 ? (
          <Notice tone="warning" announce="off">
            {t('bulk.check.oneAtATime')}
          </Notice>
        ) : undefined}
        {isChecking ? <CheckGoing bulk={bulk} list={list} /> : undefined}
        {!isChecking && progress === undefined ? (
          <div>
            <Button variant="primary" size="large" isDisabled={!hasBox} onPress={() => void checkLater()}>
              {t('bulk.check.begin', { count: list.rows })}
            </Button>
          </div>
        ) : undefined}
        {!isChecking && progress !== undefined ? (
          <>
            <BeforeNotice before={bulk.savedBefore} />
            <Notice tone={progress.bad === 0 ? 'good' : 'warning'}>
              {t('bulk.check.good', { count: progress.good })}{' '}
              {progress.bad === 0 ? undefined : t('bulk.check.bad', { count: progress.bad })}
            </Notice>
            {progress.dark === undefined ? undefined : (
              <Notice tone="warning" title={t('bulk.check.dark', { count: progress.dark })}>
                {t('bulk.check.darkNext')}
              </Notice>
            )}
            <div className="flex flex-wrap gap-2">
              <Button
                variant="primary"
                size="large"
                isDisabled={progress.good === 0 || (isMade && progress.good > 1)}
                onPress={() => void bulk.save(false)}
              >
                {t('bulk.check.save', { count: progress.good })}
              </Button>
            </div>
            <FaultPart bulk={bulk} list={list} />
          </>
        ) : undefined}
      </div>
    </Panel>
  )
}

/** Only this part is rendered again as rows are checked. */
function CheckGoing({ bulk, list: { rows } }: ListPartProps) {
  const checked = useStore(bulk.meter)
  return (
    <div className="grid gap-2">
      <ProgressBar
        aria-label={t('bulk.check.title')}
        maxValue={rows}
        value={checked}
        className="h-2 overflow-hidden rounded-full border border-edge bg-sunken"
      >
        {({ percentage = 0 }) => <div className="h-full bg-accent" style={{ width: `${String(percentage)}%` }} />}
      </ProgressBar>
      <div className="flex items-center gap-3">
        <p className="tabular-nums">{t('bulk.check.going', { done: checked, count: rows })}</p>
        <Button size="small" onPress={bulk.stop}>
          {t('ui.cancel')}
        </Button>
      </div>
    </div>
  )
}
