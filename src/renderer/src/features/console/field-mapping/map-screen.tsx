import { BookOpenCheck } from 'lucide-react'
import type { CatalogueView } from '../../../../../shared/bridge/console-channels.ts'
import { lookInside } from '../../../../../shared/domain/field-mapping/map-leaf.ts'
import { isolate, t } from '../../../locale.ts'
import { ErrorNotice, useCall } from '../../../bridge/use-call.tsx'
import { consolePath } from '../../../routes.ts'
import { useActiveConnection, useKept, useServices, useSnapshot, type ViewStore } from '../../../state/services.tsx'
import { useRead } from '../../../state/use-read.ts'
import { BackLink, Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { LeafTable, MappedList, StatusTable, type MappingProps } from './mapping-tables.tsx'
import { TextPanel } from './text-panel.tsx'
import { UnderstoodView } from './understood-view.tsx'
import type { Response } from '../../../../../shared/bridge/contract.ts'
import {
  type FieldMapping,
  type TextLayout,
  textLayoutSchema,
} from '../../../../../shared/domain/field-mapping/field-mapping.ts'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import { Select } from '../../../ui/select.tsx'
import { CheckAllAgain } from '../../queue/check-all-again.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { countTextParts, LongText } from '../long-text.tsx'

/** An answer to map: the operation it belongs to, the HTTP status as typed, and the text. */
export interface MappedSource {
  readonly operation: string
  readonly status: string
  readonly text: string
}

const keptAs = (connectionId = ''): string => `console answer ${connectionId}`

/** Passes an answer to the field mapping page of a connection. The answer contains no token and no password. */
export function keepSource(view: ViewStore, connectionId: string | undefined, source: MappedSource): void {
  view.kept.set(keptAs(connectionId), source)
}

const noSource: MappedSource = { operation: 'getCustomer', status: '200', text: '' }

/**
 * The field mapping of a platform. `layout` says how the platform's plain text answers are split into records. `layout` is null if these
 * answers are only words.
 */
interface Mapped {
  readonly names: FieldMapping
  readonly layout: TextLayout | null
}

const none: FieldMapping = {}

/** Compares two mappings, ignoring the order of keys. */
const isSame = (one: Mapped, other: Mapped): boolean =>
  sorted(one.names) === sorted(other.names) && sorted(one.layout ?? {}) === sorted(other.layout ?? {})

const sorted = (record: object): string =>
  JSON.stringify(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Whether a layout can be used. The layout is either complete, or `null` if there is none. */
const isUsable = (layout: TextLayout | null): boolean => textLayoutSchema.nullable().safeParse(layout).success

/** Milliseconds after the last key press before the answer is read again. */
const pause = 150

/** The field mapping page: gives meanings to the field names of a real answer, and saves the meanings with the connection. */
export function MapScreen({ catalogue }: { readonly catalogue: CatalogueView }) {
  const { view } = useServices()
  const connection = useActiveConnection()?.settings
  const { names, layout, isChanged, setNames, setLayout, revert } = useMapped(connection)
  const [source, change] = useKept(keptAs(connection?.id), noSource)
  const preview = useFieldMappingPreview(source, { names, layout })
  const isEmpty = source.text.trim() === ''
  const shown = isEmpty ? undefined : preview.value
  const save = useCall('field-mapping.save')
  const keep = async (): Promise<void> => {
    const reply = await save.run({ names, layout })
    if (reply.ok) view.say(t('console.fieldMapping.saved'))
  }
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-5 p-5 wide:p-8">
      <header>
        <BackLink to={consolePath()} className="mb-2">
          {t('console.title')}
        </BackLink>
        <h1 className="text-title font-semibold">{t('console.fieldMapping.title')}</h1>
        <p className="max-w-3xl text-soft">{t('console.fieldMapping.note')}</p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Panel title={t('console.fieldMapping.source')} note={t('console.fieldMapping.sourceNote')}>
            <SourceForm catalogue={catalogue} source={source} onChange={change} />
          </Panel>
          {shown?.text === undefined ? undefined : (
            <TextPanel
              operation={source.operation}
              example={source.text}
              text={shown.text}
              layout={layout}
              onChange={setLayout}
            />
          )}
          <Panel title={t('console.fieldMapping.leaves')} note={t('console.fieldMapping.leavesNote')}>
            <ErrorNotice error={preview.error} />
            {isEmpty ? (
              <EmptyState icon={BookOpenCheck} title={t('console.fieldMapping.empty')}>
                {t('console.fieldMapping.emptyNote')}
              </EmptyState>
            ) : (
              <div className="grid gap-4">
                <HiddenNotice preview={shown} names={names} onChange={setNames} />
                <LeafTable
                  leaves={shown?.leaves ?? []}
                  names={names}
                  // A text that does not fit the layout contains words and not records.
                  isNameless={
                    layout?.form === 'columns' && shown?.text !== undefined && shown.text.misfit === undefined
                  }
                  onChange={setNames}
                />
              </div>
            )}
          </Panel>
          {shown === undefined ? undefined : (
            <Panel title={t('console.fieldMapping.statuses')} note={t('console.fieldMapping.statusesNote')}>
              <StatusTable statuses={shown.statuses} names={names} onChange={setNames} />
            </Panel>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wide:sticky wide:top-5">
          <Panel
            title={t('console.fieldMapping.mapped')}
            note={isChanged ? t('console.fieldMapping.changed') : undefined}
          >
            <div className="grid gap-4">
              <MappedList names={names} onChange={setNames} layout={layout} onForgetLayout={() => setLayout(null)} />
              <ErrorNotice error={save.error} />
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="primary"
                  isDisabled={!isChanged || !isUsable(layout) || save.isBusy}
                  onPress={() => void keep()}
                >
                  {t('console.fieldMapping.save', { connection: connection?.name ?? '' })}
                </Button>
                {isChanged ? <Button onPress={revert}>{t('console.fieldMapping.revert')}</Button> : undefined}
              </div>
              {isChanged ? undefined : <UndecidedNotice />}
            </div>
          </Panel>
          {shown === undefined ? undefined : (
            <Panel title={t('console.fieldMapping.now')}>
              <UnderstoodView understood={shown.understood} />
            </Panel>
          )}
        </div>
      </div>
    </div>
  )
}

function useFieldMappingPreview({ operation, status, text }: MappedSource, { names, layout }: Mapped) {
  const isReadable = text.trim() !== '' && isUsable(layout)
  const number = Number(status)
  const sent = number >= 100 && number <= 599 ? Math.trunc(number) : 200
  return useRead('field-mapping.preview', isReadable ? { operation, status: sent, text, names, layout } : undefined, {
    delay: pause,
    keepsLast: true,
  })
}

interface HiddenNoticeProps extends MappingProps {
  readonly preview: Response<'field-mapping.preview'> | undefined
}

/** Shown if known names were found in parts of the answer that Setdesk does not read yet. A button makes Setdesk read these parts. */
function HiddenNotice({ preview, names, onChange }: HiddenNoticeProps) {
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

/** Returns the mapping being edited, which starts as the connection's mapping. Edits stay while the engineer fetches another answer. */
function useMapped(connection: Connection | undefined) {
  const kept: Mapped = { names: connection?.fieldNames ?? none, layout: connection?.textLayout ?? null }
  const [changed, set] = useKept<Mapped | undefined>(`console mapping ${connection?.id ?? ''}`, undefined)
  const mapped = changed ?? kept
  return {
    ...mapped,
    isChanged: !isSame(mapped, kept),
    setNames: (names: FieldMapping) => set({ ...mapped, names }),
    setLayout: (layout: TextLayout | null) => set({ ...mapped, layout }),
    revert: () => set(undefined),
  }
}

/** Offers to check refused and undecided jobs again, because a new mapping may explain the platform's answers to these jobs. */
function UndecidedNotice() {
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

function SourceForm({ catalogue, source, onChange }: SourceFormProps) {
  const operations = catalogue.sections.flatMap((section) => section.operations)
  return (
    <div className="grid items-start gap-x-4 gap-y-3.5 narrow:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Select
        label={t('console.fieldMapping.operation')}
        value={source.operation}
        choices={operations.map(({ id, summary }) => ({ id, name: id, note: isolate(summary) }))}
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
