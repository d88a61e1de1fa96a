import { ArrowLeft, BookOpenCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { CatalogueView, TextView, SaidStatus } from '../../../../../shared/bridge/console-channels.ts'
import { teachLeaf, unteachLeaf, lookInside } from '../../../../../shared/domain/teach/teach-leaf.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { consolePath } from '../../../routes.ts'
import { useActiveConnection, useDesk, useSnapshot } from '../../../state/desk.tsx'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { LeafTable } from './leaf-table.tsx'
import { TaughtList } from './taught-list.tsx'
import { keepSource, keptSource, type TaughtSource } from './taught-source.ts'
import { TextPanel } from './text-panel.tsx'
import { UnderstoodView } from './understood-view.tsx'
import type { Response } from '../../../../../shared/bridge/contract.ts'
import { textLayoutSchema, type TextLayout } from '../../../../../shared/domain/teach/text-layout.ts'
import { type TaughtNames, taughtStatus, teachStatus } from '../../../../../shared/domain/teach/taught-names.ts'
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
  readonly names: TaughtNames
  readonly onChange: (names: TaughtNames) => void
}

const noMeaning = 'none'

type Chosen = CustomerStatus | typeof noMeaning

/** The field mapping of a platform. `layout`: how its plain texts hold records; null if they are only words. */
interface Taught {
  readonly names: TaughtNames
  readonly layout: TextLayout | null
}

const none: TaughtNames = {}

/** Compares regardless of the order of the keys. */
const isSame = (one: Taught, other: Taught): boolean =>
  sorted(one.names) === sorted(other.names) && sorted(one.layout ?? {}) === sorted(other.layout ?? {})

const sorted = (record: object): string =>
  JSON.stringify(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const pause = 150
/** The field mapping page: gives meanings to the field names of a real answer and saves them with the connection. */
export function TeachScreen({ catalogue }: { readonly catalogue: CatalogueView }) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const connection = useActiveConnection()?.settings
  const { names, layout, isChanged, isUsable, setNames: set, setLayout, revert } = useTaught(connection)
  const [source, setSource] = useState<TaughtSource>(() => keptSource(view))
  const look = useTeachingLook(source, { names, layout })
  const save = useCall('teaching.save')
  const change = (changed: TaughtSource): void => {
    keepSource(view, changed)
    setSource(changed)
  }
  const keep = async (): Promise<void> => {
    const reply = await save.run({ names, layout })
    if (!reply.ok) return
    view.say(t('console.teach.saved'))
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
        <h1 className="text-title font-semibold">{t('console.teach.title')}</h1>
        <p className="max-w-3xl text-soft">{t('console.teach.note')}</p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Panel title={t('console.teach.source')} note={t('console.teach.sourceNote')}>
            <SourceForm catalogue={catalogue} source={source} onChange={change} />
          </Panel>
          {look.value?.text === undefined || source.text.trim() === '' ? undefined : (
            <TextPanel
              operation={source.operation}
              example={source.text}
              text={look.value.text}
              layout={layout}
              onChange={setLayout}
            />
          )}
          <Panel title={t('console.teach.leaves')} note={t('console.teach.leavesNote')}>
            <ErrorNotice error={look.error} />
            {source.text.trim() === '' ? (
              <EmptyState icon={BookOpenCheck} title={t('console.teach.empty')}>
                {t('console.teach.emptyNote')}
              </EmptyState>
            ) : (
              <div className="grid gap-4">
                <HiddenNotice look={look.value} names={names} onChange={set} />
                <LeafTable
                  leaves={look.value?.leaves ?? []}
                  names={names}
                  isNameless={layout?.form === 'columns' && holdsRecords(look.value?.text)}
                  onTeach={(leaf, meaning) => {
                    set(meaning === undefined ? unteachLeaf(names, leaf) : teachLeaf(names, leaf, meaning))
                  }}
                />
              </div>
            )}
          </Panel>
          {look.value === undefined || source.text.trim() === '' ? undefined : (
            <Panel title={t('console.teach.statuses')} note={t('console.teach.statusesNote')}>
              <StatusTable statuses={look.value.statuses} names={names} onChange={set} />
            </Panel>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wide:sticky wide:top-5">
          <Panel title={t('console.teach.taught')} note={isChanged ? t('console.teach.changed') : undefined}>
            <div className="grid gap-4">
              <TaughtList
                names={names}
                onChange={set}
                layout={layout}
                onForgetLayout={() => {
                  setLayout(null)
                }}
              />
              <ErrorNotice error={save.error} />
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="primary"
                  isDisabled={!isChanged || !isUsable || save.isBusy}
                  onPress={() => void keep()}
                >
                  {t('console.teach.save', { connection: connection?.name ?? '' })}
                </Button>
                {isChanged ? <Button onPress={revert}>{t('console.teach.revert')}</Button> : undefined}
              </div>
              {isChanged ? undefined : <UndecidedNotice />}
            </div>
          </Panel>
          {look.value === undefined || source.text.trim() === '' ? undefined : (
            <Panel title={t('console.teach.now')}>
              <UnderstoodView understood={look.value.understood} />
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
function useTeachingLook({ operation, status, text }: TaughtSource, { names, layout }: Taught) {
  const isUsable = text.trim() !== '' && textLayoutSchema.nullable().safeParse(layout).success
  const number = Number(status)
  const sent = number >= 100 && number <= 599 ? Math.trunc(number) : 200
  return useRead('teaching.look', isUsable ? { operation, status: sent, text, names, layout } : undefined, {
    delay: pause,
    keepsLast: true,
  })
}

interface HiddenNoticeProps {
  readonly look: Response<'teaching.look'> | undefined
  readonly names: TaughtNames
  readonly onChange: (names: TaughtNames) => void
}

/** Known names were found in parts of the answer that Setdesk does not read yet. One button makes it read them. */
function HiddenNotice({ look, names, onChange }: HiddenNoticeProps) {
  const { t } = useTranslation()
  const hidden = look?.leaves.filter(({ isHidden }) => isHidden === true) ?? []
  if (look === undefined || look.understood.records.length > 0 || hidden.length === 0) return undefined
  const inside = hidden.reduce(
    (all, leaf) => (leaf.known === undefined ? all : lookInside(all, leaf, leaf.known)),
    names,
  )
  const places = [...new Set(hidden.flatMap(({ keys }) => keys.filter((key) => key !== '[]').slice(0, -1)))]
  return (
    <Notice
      tone="info"
      acts={
        <Button
          onPress={() => {
            onChange(inside)
          }}
        >
          {t('console.teach.lookInside')}
        </Button>
      }
    >
      {t('console.teach.hidden', { names: places.join(', ') })}
    </Notice>
  )
}

/**
 * The mapping being edited; the connection's mapping until something changes. Edits are kept while the engineer fetches
 * another answer.
 */
function useTaught(connection: Connection | undefined) {
  const { view } = useDesk()
  const key = `console taught ${connection?.id ?? ''}`
  const kept: Taught = { names: connection?.fieldNames ?? none, layout: connection?.textLayout ?? null }
  const [changed, setChanged] = useState<Taught | undefined>(() => view.kept.get(key) as Taught | undefined)
  const taught = changed ?? kept
  const set = (next: Taught | undefined): void => {
    view.kept.set(key, next)
    setChanged(next)
  }
  return {
    ...taught,
    isChanged: !isSame(taught, kept),
    isUsable: taught.layout === null || textLayoutSchema.safeParse(taught.layout).success,
    setNames: (names: TaughtNames) => {
      set({ ...taught, names })
    },
    setLayout: (layout: TextLayout | null) => {
      set({ ...taught, layout })
    },
    revert: () => {
      set(undefined)
    },
  }
}

/** Each value of an answer that is a customer's status, with a select for which of the five it is. */
export function StatusTable({ statuses, names, onChange }: StatusTableProps) {
  const { t } = useTranslation()
  if (statuses.length === 0) return <p className="text-soft">{t('console.teach.noStatuses')}</p>
  const choices: readonly SelectChoice<Chosen>[] = [
    { id: noMeaning, name: t('console.teach.no') },
    ...customerStatuses.map((id) => ({
      id,
      name: t(`customers.status.${id}.word`),
      note: t(`customers.status.${id}.means`),
    })),
  ]
  return (
    <ul className="grid gap-3">
      {statuses.map(({ said, meant }) => {
        const taught = taughtStatus(names, said)
        return (
          <li key={said} data-status-said={said} className="border-b border-line pb-3 last:border-0 last:pb-0">
            <Select<Chosen>
              label={t('console.teach.said', { said })}
              {...(taught !== undefined || meant === undefined
                ? {}
                : { hint: t('console.teach.known', { meaning: t(`customers.status.${meant}.word`) }) })}
              value={taught ?? noMeaning}
              choices={choices}
              onChange={(chosen) => {
                onChange(teachStatus(names, said, chosen === noMeaning ? undefined : chosen))
              }}
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
    <Notice tone="info" acts={<CheckAllAgain />} announce="off">
      {t('queue.checkAll.note', { count })}
    </Notice>
  )
}

interface SourceFormProps {
  readonly catalogue: CatalogueView
  readonly source: TaughtSource
  readonly onChange: (source: TaughtSource) => void
}

/** The answer to map: passed on by the console, or pasted. */
function SourceForm({ catalogue, source, onChange }: SourceFormProps) {
  const { t } = useTranslation()
  const operations = catalogue.sections.flatMap((section) => section.operations)
  return (
    <div className="grid items-start gap-x-4 gap-y-3.5 narrow:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Select
        label={t('console.teach.operation')}
        value={source.operation}
        choices={operations.map(({ id, summary }) => ({ id, name: id, note: summary }))}
        onChange={(operation) => {
          onChange({ ...source, operation })
        }}
      />
      <TextField
        label={t('console.teach.status')}
        hint={t('console.teach.statusHint')}
        figures
        inputMode="numeric"
        value={source.status}
        onChange={(status) => {
          onChange({ ...source, status })
        }}
      />
      <div className="narrow:col-span-2">
        {countTextParts(source.text) === 1 ? (
          <TextField
            label={t('console.teach.text')}
            hint={t('console.teach.textHint')}
            figures
            rows={6}
            value={source.text}
            onChange={(text) => {
              onChange({ ...source, text })
            }}
          />
        ) : (
          <div className="grid justify-items-start gap-2">
            <div className="w-full">
              <LongText label={t('console.teach.text')} text={source.text} />
            </div>
            <Button
              onPress={() => {
                onChange({ ...source, text: '' })
              }}
            >
              {t('console.teach.other')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
