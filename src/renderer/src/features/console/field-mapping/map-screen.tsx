import { ArrowLeft, BookOpenCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { CatalogueView, TextView, SaidStatus } from '../../../../../shared/bridge/console-channels.ts'
import { mapLeaf, unmapLeaf, lookInside } from '../../../../../shared/domain/field-mapping/map-leaf.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { consolePath } from '../../../routes.ts'
import { useActiveConnection, useServices, useSnapshot } from '../../../state/services.tsx'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { LeafTable } from './leaf-table.tsx'
import { MappedList } from './mapped-list.tsx'
import { keepSource, keptSource, type MappedSource } from './mapped-source.ts'
import { TextPanel } from './text-panel.tsx'
import { UnderstoodView } from './understood-view.tsx'
import type { Response } from '../../../../../shared/bridge/contract.ts'
import { textLayoutSchema, type TextLayout } from '../../../../../shared/domain/field-mapping/text-layout.ts'
import { type FieldMapping, mappedStatus, mapStatus } from '../../../../../shared/domain/field-mapping/field-mapping.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import { customerStatuses, type CustomerStatus } from '../../../../../shared/domain/status.ts'
import { Select, type SelectChoice } from '../../../ui/select.tsx'
import { CheckAllAgain } from '../../queue/check-all-again.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { LongText } from '../long-text.tsx'
import { countTextParts } from '../part-of-text.ts'

interface StatusTableProps {
  readonly statuses: readonly SaidStatus[]
  readonly names: FieldMapping
  readonly onChange: (names: FieldMapping) => void
}

const noMeaning = 'none'

type Chosen = CustomerStatus | typeof noMeaning

/** The field mapping of a platform. `layout`: how its plain texts hold records; null if they are only words. */
interface Mapped {
  readonly names: FieldMapping
  readonly layout: TextLayout | null
}

const none: FieldMapping = {}

/** Compares regardless of the order of the keys. */
const isSame = (one: Mapped, other: Mapped): boolean =>
  sorted(one.names) === sorted(other.names) && sorted(one.layout ?? {}) === sorted(other.layout ?? {})

const sorted = (record: object): string =>
  JSON.stringify(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const pause = 150
/** The field mapping page: gives meanings to the field names of a real answer and saves them with the connection. */
export function MapScreen({ catalogue }: { readonly catalogue: CatalogueView }) {
  const { t } = useTranslation()
  const { view } = useServices()
  const connection = useActiveConnection()?.settings
  const { names, layout, isChanged, isUsable, setNames: set, setLayout, revert } = useMapped(connection)
  const [source, setSource] = useState<MappedSource>(() => keptSource(view))
  const preview = useFieldMappingPreview(source, { names, layout })
  const save = useCall('field-mapping.save')
  const change = (changed: MappedSource): void => {
    keepSource(view, changed)
    setSource(changed)
  }
  const keep = async (): Promise<void> => {
    const reply = await save.run({ names, layout })
    if (!reply.ok) return
    view.say(t('console.fieldMapping.saved'))
  }
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-5 p-5 wide:p-8">
      <header>
        <Link
          href={consolePath()}
          className="mb-2 flex w-fit items-center gap-1.5 font-semibold text-accent no-underline"
        >
          <ArrowLeft aria-hidden size="1rem" />
          {t('console.title')}
        </Link>
        <h1 className="text-title font-semibold">{t('console.fieldMapping.title')}</h1>
        <p className="max-w-3xl text-soft">{t('console.fieldMapping.note')}</p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Panel title={t('console.fieldMapping.source')} note={t('console.fieldMapping.sourceNote')}>
            <SourceForm catalogue={catalogue} source={source} onChange={change} />
          </Panel>
          {preview.value?.text === undefined || source.text.trim() === '' ? undefined : (
            <TextPanel
              operation={source.operation}
              example={source.text}
              text={preview.value.text}
              layout={layout}
              onChange={setLayout}
            />
          )}
          <Panel title={t('console.fieldMapping.leaves')} note={t('console.fieldMapping.leavesNote')}>
            <ErrorNotice error={preview.error} />
            {source.text.trim() === '' ? (
              <EmptyState icon={BookOpenCheck} title={t('console.fieldMapping.empty')}>
                {t('console.fieldMapping.emptyNote')}
              </EmptyState>
            ) : (
              <div className="grid gap-4">
                <HiddenNotice preview={preview.value} names={names} onChange={set} />
                <LeafTable
                  leaves={preview.value?.leaves ?? []}
                  names={names}
                  isNameless={layout?.form === 'columns' && holdsRecords(preview.value?.text)}
                  onMap={(leaf, meaning) =>
                    set(meaning === undefined ? unmapLeaf(names, leaf) : mapLeaf(names, leaf, meaning))
                  }
                />
              </div>
            )}
          </Panel>
          {preview.value === undefined || source.text.trim() === '' ? undefined : (
            <Panel title={t('console.fieldMapping.statuses')} note={t('console.fieldMapping.statusesNote')}>
              <StatusTable statuses={preview.value.statuses} names={names} onChange={set} />
            </Panel>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wide:sticky wide:top-5">
          <Panel
            title={t('console.fieldMapping.mapped')}
            note={isChanged ? t('console.fieldMapping.changed') : undefined}
          >
            <div className="grid gap-4">
              <MappedList names={names} onChange={set} layout={layout} onForgetLayout={() => setLayout(null)} />
              <ErrorNotice error={save.error} />
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="primary"
                  isDisabled={!isChanged || !isUsable || save.isBusy}
                  onPress={() => void keep()}
                >
                  {t('console.fieldMapping.save', { connection: connection?.name ?? '' })}
                </Button>
                {isChanged ? <Button onPress={revert}>{t('console.fieldMapping.revert')}</Button> : undefined}
              </div>
              {isChanged ? undefined : <UndecidedNotice />}
            </div>
          </Panel>
          {preview.value === undefined || source.text.trim() === '' ? undefined : (
            <Panel title={t('console.fieldMapping.now')}>
              <UnderstoodView understood={preview.value.understood} />
            </Panel>
          )}
        </div>
      </div>
    </div>
  )
}

/** A text that does not fit the layout holds words, not records. */
const holdsRecords = (text: TextView | undefined): boolean => text !== undefined && text.misfit === undefined

/**
 * The values of an answer and how the current mapping understands it. The last result stays until the next one arrives,
 * and while the typed layout is invalid.
 */
function useFieldMappingPreview({ operation, status, text }: MappedSource, { names, layout }: Mapped) {
  const isUsable = text.trim() !== '' && textLayoutSchema.nullable().safeParse(layout).success
  const number = Number(status)
  const sent = number >= 100 && number <= 599 ? Math.trunc(number) : 200
  return useRead('field-mapping.preview', isUsable ? { operation, status: sent, text, names, layout } : undefined, {
    delay: pause,
    keepsLast: true,
  })
}

interface HiddenNoticeProps {
  readonly preview: Response<'field-mapping.preview'> | undefined
  readonly names: FieldMapping
  readonly onChange: (names: FieldMapping) => void
}

/** Known names were found in parts of the answer that Setdesk does not read yet. One button makes it read them. */
function HiddenNotice({ preview, names, onChange }: HiddenNoticeProps) {
  const { t } = useTranslation()
  const hidden = preview?.leaves.filter(({ isHidden }) => isHidden === true) ?? []
  if (preview === undefined || preview.understood.records.length > 0 || hidden.length === 0) return undefined
  const inside = hidden.reduce(
    (all, leaf) => (leaf.known === undefined ? all : lookInside(all, leaf, leaf.known)),
    names,
  )
  const places = [...new Set(hidden.flatMap(({ keys }) => keys.filter((key) => key !== '[]').slice(0, -1)))]
  return (
    <Notice
      tone="info"
      actions={<Button onPress={() => onChange(inside)}>{t('console.fieldMapping.lookInside')}</Button>}
    >
      {t('console.fieldMapping.hidden', { names: places.join(', ') })}
    </Notice>
  )
}

/**
 * The mapping being edited; the connection's mapping until something changes. Edits are kept while the engineer fetches
 * another answer.
 */
function useMapped(connection: Connection | undefined) {
  const { view } = useServices()
  const key = `console mapping ${connection?.id ?? ''}`
  const kept: Mapped = { names: connection?.fieldNames ?? none, layout: connection?.textLayout ?? null }
  const [changed, setChanged] = useState<Mapped | undefined>(() => view.kept.get(key) as Mapped | undefined)
  const mapped = changed ?? kept
  const set = (next: Mapped | undefined): void => {
    view.kept.set(key, next)
    setChanged(next)
  }
  return {
    ...mapped,
    isChanged: !isSame(mapped, kept),
    isUsable: mapped.layout === null || textLayoutSchema.safeParse(mapped.layout).success,
    setNames: (names: FieldMapping) => set({ ...mapped, names }),
    setLayout: (layout: TextLayout | null) => set({ ...mapped, layout }),
    revert: () => set(undefined),
  }
}

/** Each value of an answer that is a customer's status, with a select for which of the five it is. */
export function StatusTable({ statuses, names, onChange }: StatusTableProps) {
  const { t } = useTranslation()
  if (statuses.length === 0) return <p className="text-soft">{t('console.fieldMapping.noStatuses')}</p>
  const choices: readonly SelectChoice<Chosen>[] = [
    { id: noMeaning, name: t('console.fieldMapping.no') },
    ...customerStatuses.map((id) => ({
      id,
      name: t(`customers.status.${id}.word`),
      note: t(`customers.status.${id}.means`),
    })),
  ]
  return (
    <ul className="grid gap-3">
      {statuses.map(({ said, meant }) => {
        const mapped = mappedStatus(names, said)
        return (
          <li key={said} data-status-said={said} className="border-b border-line pb-3 last:border-0 last:pb-0">
            <Select<Chosen>
              label={t('console.fieldMapping.said', { said })}
              {...(mapped !== undefined || meant === undefined
                ? {}
                : { hint: t('console.fieldMapping.known', { meaning: t(`customers.status.${meant}.word`) }) })}
              value={mapped ?? noMeaning}
              choices={choices}
              onChange={(chosen) => onChange(mapStatus(names, said, chosen === noMeaning ? undefined : chosen))}
            />
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Offers to check refused and undecided jobs again, since a new mapping may explain their answers. Renders nothing
 * without such jobs.
 */
function UndecidedNotice() {
  const { t } = useTranslation()
  const count = useSnapshot(({ counts }) => counts.needsYou + counts.refused)
  if (count === 0) return undefined
  return (
    <Notice tone="info" actions={<CheckAllAgain />} announce="off">
      {t('queue.checkAll.note', { count })}
    </Notice>
  )
}

interface SourceFormProps {
  readonly catalogue: CatalogueView
  readonly source: MappedSource
  readonly onChange: (source: MappedSource) => void
}

/** The answer to map: passed on by the console, or pasted. */
function SourceForm({ catalogue, source, onChange }: SourceFormProps) {
  const { t } = useTranslation()
  const operations = catalogue.sections.flatMap((section) => section.operations)
  return (
    <div className="grid items-start gap-x-4 gap-y-3.5 narrow:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Select
        label={t('console.fieldMapping.operation')}
        value={source.operation}
        choices={operations.map(({ id, summary }) => ({ id, name: id, note: summary }))}
        onChange={(operation) => onChange({ ...source, operation })}
      />
      <TextField
        label={t('console.fieldMapping.status')}
        hint={t('console.fieldMapping.statusHint')}
        figures
        inputMode="numeric"
        value={source.status}
        onChange={(status) => onChange({ ...source, status })}
      />
      <div className="narrow:col-span-2">
        {countTextParts(source.text) === 1 ? (
          <TextField
            label={t('console.fieldMapping.text')}
            hint={t('console.fieldMapping.textHint')}
            figures
            rows={6}
            value={source.text}
            onChange={(text) => onChange({ ...source, text })}
          />
        ) : (
          <div className="grid justify-items-start gap-2">
            <div className="w-full">
              <LongText label={t('console.fieldMapping.text')} text={source.text} />
            </div>
            <Button onPress={() => onChange({ ...source, text: '' })}>{t('console.fieldMapping.other')}</Button>
          </div>
        )}
      </div>
    </div>
  )
}
