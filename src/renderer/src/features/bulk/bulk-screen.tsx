import { Files } from 'lucide-react'
import { memo } from 'react'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import { useTranslation } from 'react-i18next'
import { useStore, type StoreApi } from 'zustand'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useActiveConnection } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ScanBatchAnswer, ScanBatchTrouble } from '../scan/scan-batch-answer.tsx'
import type { NamedList } from './bulk-state.ts'
import { neededColumn } from './list/bulk-fields.ts'
import { BatchPanel, BeforeNotice } from './panels/batch-panel.tsx'
import { ColumnsPanel } from './panels/columns-panel.tsx'
import { FaultPart } from './panels/fault-part.tsx'
import { SourcePanel, useBulkScanBatch } from './panels/source-panel.tsx'
import { useBulk, type Bulk } from './use-bulk.ts'

/**
 * The screen for lists of boxes, from a file or a scan batch: all rows are checked before saving, then each row becomes
 * a job.
 */
export function BulkScreen() {
  const { t } = useTranslation()
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
        <Lists
          key={connection.id}
          connectionId={connection.id}
          phoneCountry={connection.phoneCountry}
          defaultHostname={connection.hostnames[0] ?? ''}
        />
      )}
    </div>
  )
}

/** Memoized on these values, because every snapshot brings a new connection object. */
const Lists = memo(function Lists({
  connectionId,
  phoneCountry,
  defaultHostname,
}: {
  readonly connectionId: string
  readonly phoneCountry: string
  readonly defaultHostname: string
}) {
  const { t } = useTranslation()
  const bulk = useBulk(connectionId)
  const scanBatch = useBulkScanBatch()
  const { coming, isChecking, list, saving, trouble } = bulk
  return (
    <>
      {bulk.isBroken ? <Notice tone="bad">{t('bulk.broken')}</Notice> : undefined}
      <ErrorNotice error={bulk.error} />
      {trouble === undefined ? undefined : (
        <>
          <Notice tone="warning">{t('bulk.notKept')}</Notice>
          <ErrorNotice error={trouble} />
        </>
      )}
      {coming === undefined ? undefined : (
        <>
          <Notice tone="info">{t('bulk.coming', { name: coming })}</Notice>
          {isChecking && list !== undefined ? (
            <CheckGoing meter={bulk.meter} rows={list.rows} onStop={bulk.stop} />
          ) : undefined}
        </>
      )}
      {coming !== undefined ? undefined : saving === undefined || list === undefined ? (
        <>
          <SourcePanel bulk={bulk} scanBatch={scanBatch} />
          {list === undefined ? undefined : (
            <ColumnsPanel
              rules={bulk.rules}
              setRules={bulk.setRules}
              close={bulk.close}
              list={list}
              phoneCountry={phoneCountry}
              defaultHostname={defaultHostname}
            />
          )}
          {list === undefined ? undefined : <CheckPanel bulk={bulk} list={list} />}
        </>
      ) : (
        <>
          <BatchPanel bulk={bulk} list={list} saving={saving} />
          <ScanBatchAnswer scans={scanBatch.scans} />
          <ScanBatchTrouble trouble={scanBatch.trouble} />
        </>
      )}
    </>
  )
})

/** Checks every row before anything is saved. Good rows can be saved while bad ones are being fixed. */
function CheckPanel({ bulk, list }: { readonly bulk: Bulk; readonly list: NamedList }) {
  const { t } = useTranslation()
  const { progress, isChecking, rules } = bulk
  const hasBox = rules.columns.includes(neededColumn)
  return (
    <Panel title={t('bulk.check.title')}>
      <div className="grid gap-4">
        {hasBox ? undefined : (
          <Notice tone="warning" announce="off">
            {t('bulk.check.needsBox')}
          </Notice>
        )}
        {isChecking ? <CheckGoing meter={bulk.meter} rows={list.rows} onStop={bulk.stop} /> : undefined}
        {!isChecking && progress === undefined ? (
          <div>
            <Button variant="primary" size="large" isDisabled={!hasBox} onPress={() => void bulk.check()}>
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
                isDisabled={progress.good === 0}
                onPress={() => void bulk.save(false)}
              >
                {t('bulk.check.save', { count: progress.good })}
              </Button>
            </div>
            {progress.bad === 0 ? undefined : <FaultPart bulk={bulk} list={list} total={progress.bad} />}
          </>
        ) : undefined}
      </div>
    </Panel>
  )
}

/** Shows the progress of a check. Only this part is rendered again as rows are checked. */
function CheckGoing({
  meter,
  rows,
  onStop,
}: {
  readonly meter: StoreApi<number>
  readonly rows: number
  readonly onStop: () => void
}) {
  const { t } = useTranslation()
  const checked = useStore(meter)
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
        <Button size="small" onPress={onStop}>
          {t('ui.cancel')}
        </Button>
      </div>
    </div>
  )
}
