import { Files, Download, FileUp } from 'lucide-react'
import { memo, useSyncExternalStore, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useActiveConnection, useDesk } from '../../state/desk.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PileAnswer } from '../scan/pile-answer.tsx'
import { PileTrouble } from '../scan/pile-trouble.tsx'
import { BatchPanel } from './panels/batch-panel.tsx'
import { ColumnsPanel } from './panels/columns-panel.tsx'
import { useBulk, type Bulk } from './use-bulk.ts'
import { useBulkPile, type BulkPile } from './use-bulk-pile.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BeforeNotice } from './panels/before-notice.tsx'
import { neededColumn, bulkFields, bulkKinds } from './list/bulk-fields.ts'
import { FaultPart } from './panels/fault-part.tsx'
import type { NamedList } from './bulk-state.ts'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import type { CheckMeter } from './list/check-meter.ts'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { KeptNotice } from './panels/kept-notice.tsx'
import { keepCsv, type KeptCsv } from './keep-csv.ts'
import { linesOf } from '../../state/pile-store.ts'
import { TextField } from '../../ui/text-field.tsx'

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
  readonly meter: CheckMeter
  readonly rows: number
  readonly onStop: () => void
}) {
  const { t } = useTranslation()
  const checked = useSyncExternalStore(meter.listen, meter.checked)
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

/** Asks what the list is for and where it comes from: a file, or boxes scanned or pasted. */
function SourcePanel({ bulk, pile }: { readonly bulk: Bulk; readonly pile: BulkPile }) {
  const { t } = useTranslation()
  const { bridge } = useDesk()
  const [kept, setKept] = useState<KeptCsv>()
  const { kind } = bulk.rules
  const take = (files: readonly File[]): void => {
    const [file] = files
    if (file !== undefined) void bulk.open(file.name, file)
  }
  const template = async (): Promise<void> => {
    const fields = bulkFields[kind]
    const rows = [fields.map(({ title }) => title), fields.map(({ example }) => example)]
    setKept(await keepCsv(bridge, `template-${kind}.csv`, rows))
  }
  return (
    <Panel title={t('bulk.source.title')}>
      <div className="@container grid gap-4">
        <RadioGroup
          label={t('bulk.source.kind')}
          choices={bulkKinds.map((id) => ({ id, name: t(`bulk.kinds.${id}`), note: t(`bulk.kinds.${id}Note`) }))}
          value={kind}
          onChange={bulk.setKind}
        />
        {bulk.refusal === undefined ? undefined : (
          <Notice tone="bad" title={t('bulk.refused.title', { name: bulk.refusal.name })}>
            {t(`bulk.refused.${bulk.refusal.problem}`, { line: bulk.refusal.line ?? 0 })}
          </Notice>
        )}
        <div className="grid gap-4 @min-[44rem]:grid-cols-2">
          <DropZone
            getDropOperation={() => 'copy'}
            onDrop={({ items }) => {
              void Promise.all(items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : []))).then(take)
            }}
            className="grid content-center justify-items-center gap-3 rounded-large border-2 border-dashed border-edge bg-sunken px-5 py-6 text-center data-drop-target:border-accent data-drop-target:bg-accent-tint"
          >
            <FileUp aria-hidden size="1.75rem" className="text-soft" />
            <p className="text-soft">{t('bulk.source.drop')}</p>
            <div className="flex flex-wrap justify-center gap-2">
              <FileTrigger
                acceptedFileTypes={['.csv', '.txt', '.tsv', 'text/csv', 'text/plain']}
                onSelect={(files) => {
                  take(Array.from(files ?? []))
                }}
              >
                <Button variant={bulk.list === undefined ? 'primary' : 'plain'} size="large">
                  {t('bulk.source.choose')}
                </Button>
              </FileTrigger>
              <Button variant="quiet" onPress={() => void template()}>
                <Download aria-hidden size="1rem" />
                {t('bulk.source.template')}
              </Button>
            </div>
          </DropZone>
          <PileField
            pile={pile}
            onTake={(text) => {
              void bulk.open(t('bulk.source.pileName'), new Blob([text]), pile.store)
            }}
          />
        </div>
        <KeptNotice kept={kept} />
      </div>
    </Panel>
  )
}

/** A field for many boxes, by scanner, keyboard or paste. Each scan is confirmed by a sound and a message. */
function PileField({ pile, onTake }: { readonly pile: BulkPile; readonly onTake: (text: string) => void }) {
  const { t } = useTranslation()
  const { store, scans, text, trouble } = pile
  const count = linesOf(text).length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <PileAnswer scans={scans} />
      <PileTrouble trouble={trouble} />
      <TextField
        label={t('bulk.source.pile')}
        hint={t('bulk.source.pileHint')}
        rows={5}
        figures
        value={text}
        onChange={pile.type}
      />
      <div>
        <Button
          isDisabled={count === 0}
          onPress={() => {
            onTake(store.take())
          }}
        >
          {count === 0 ? t('bulk.source.takeNothing') : t('bulk.source.takePile', { count })}
        </Button>
      </div>
    </div>
  )
}
