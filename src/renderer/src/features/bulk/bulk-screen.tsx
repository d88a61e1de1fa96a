import { Files } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useActiveConnection } from '../../state/desk.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PileAnswer } from '../scan/pile-answer.tsx'
import { PileTrouble } from '../scan/pile-trouble.tsx'
import { BatchPanel } from './panels/batch-panel.tsx'
import { CheckGoing } from './panels/check-going.tsx'
import { CheckPanel } from './panels/check-panel.tsx'
import { ColumnsPanel } from './panels/columns-panel.tsx'
import { SourcePanel } from './panels/source-panel.tsx'
import { useBulk } from './use-bulk.ts'
import { useBulkPile } from './use-bulk-pile.ts'

/** Many boxes at once: from a file or a pile, checked row by row before anything is saved, then a job a row. */
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

/** Drawn anew with the list, not with every snapshot: a connection comes with each. */
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
  const pile = useBulkPile()
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
          <SourcePanel bulk={bulk} pile={pile} />
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
          <PileAnswer scans={pile.scans} />
          <PileTrouble trouble={pile.trouble} />
        </>
      )}
    </>
  )
})
