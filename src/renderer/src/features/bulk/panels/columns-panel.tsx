import { memo, startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { Texts } from '../../../english.ts'
import { hasWords, joinWords, t } from '../../../locale.ts'
import { findActiveConnection } from '../../../state/snapshot-store.ts'
import { useSnapshot } from '../../../state/services.tsx'
import { sayCountry } from '../../../ui/format-names.ts'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { QuestionDialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Switch } from '../../../ui/choices.tsx'
import type { DraftPath } from '../../activation/draft/read-draft.ts'
import type { NamedList } from '../bulk-state.ts'
import type { Bulk } from '../bulk-store.ts'
import { type BulkKind, bulkFields } from '../list/bulk-fields.ts'
import { isMadeByPlatform } from '../list/read-row.ts'
import { EncodingNotice } from './encoding-notice.tsx'

const leftOut = 'left-out'
/** Fields that are not offered for a common value. The hostname has its own input. The box and the password differ in every row. */
const elsewhere: ReadonlySet<DraftPath> = new Set(['box.raw', 'logIn.password', 'hostname'])
/** The number of columns that are added in each render. The first render of a column's select takes about ten milliseconds. */
const columnsATurn = 1

const delimiterNames: Readonly<Record<string, 'semicolon' | 'tab' | 'bar'>> = {
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

export const ColumnsPanel = memo(function ColumnsPanel({
  rules,
  setRules,
  readAs,
  close,
  countLost,
  list,
}: Pick<Bulk, 'rules' | 'setRules' | 'readAs' | 'close' | 'countLost'> & { readonly list: NamedList }) {
  // These settings are selected one by one, because every snapshot has a new connection object.
  const phoneCountry = useSnapshot((snapshot) => findActiveConnection(snapshot)?.settings.phoneCountry ?? '')
  const defaultHostname = useSnapshot((snapshot) => findActiveConnection(snapshot)?.settings.hostnames[0] ?? '')
  const isMade = useIsMadeByPlatform(rules.kind)
  const fields = bulkFields[rules.kind]
  const drawn = useGradually(list.header.length, columnsATurn, 0)
  const mapped = new Set(rules.columns)
  // Values of a restored list are not hidden, not even a user ID that the platform makes by now: the technician clears it here.
  const [restored] = useState(rules.common)
  const isGiven = (path: DraftPath): boolean => (restored[path] ?? '') !== ''
  const common = fields.filter(
    ({ path }) => !elsewhere.has(path) && !mapped.has(path) && (!(isMade && isOfLogIn(path)) || isGiven(path)),
  )
  const [hasCommon] = useState(() => common.some(({ path }) => isGiven(path)))
  const hostname = rules.common.hostname ?? defaultHostname
  const now = useRef(rules)
  useEffect(() => {
    now.current = rules
  }, [rules])
  // `choose` is the same function in every render, so that a column is rendered again only when its own field changes.
  const choose = useCallback(
    (index: number, path: DraftPath | undefined): void => {
      // A field can have only one column, so the column chosen last replaces the earlier column.
      const { columns } = now.current
      setRules({ columns: columns.map((was, at) => (at === index ? path : was === path ? undefined : was)) })
    },
    [setRules],
  )
  const setCommon = (path: DraftPath, text: string): void => {
    const { [path]: _, ...others } = rules.common
    // A cleared hostname means no hostname, and not the default.
    setRules({ common: text === '' && path !== 'hostname' ? others : { ...others, [path]: text } })
  }
  return (
    <Panel
      title={t('bulk.columns.title')}
      note={t('bulk.columns.note', {
        name: list.name,
        count: list.rows,
        delimiter: t(`bulk.delimiters.${delimiterNames[list.delimiter] ?? 'comma'}`),
        encoding: list.encoding,
      })}
      aside={
        <CloseListButton size="small" close={close} countLost={countLost}>
          {t('bulk.columns.putAway')}
        </CloseListButton>
      }
    >
      <div className="grid gap-4">
        <EncodingNotice list={list} readAs={readAs} />
        {list.ragged.count === 0 ? undefined : (
          <Notice tone="warning" announce="off">
            {t('bulk.columns.ragged', { count: list.ragged.count, lines: list.ragged.lines.join(', ') })}
          </Notice>
        )}
        <div className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3">
          {list.header.slice(0, drawn).map((title, index) => (
            <Column
              key={`${String(index)} ${title}`}
              list={list}
              index={index}
              kind={rules.kind}
              path={rules.columns[index]}
              choose={choose}
            />
          ))}
        </div>
        <div className="max-w-md">
          <TextField
            label={t('bulk.fields.hostname')}
            hint={t(
              hostname !== ''
                ? 'bulk.columns.hostname'
                : rules.kind === 'hostname'
                  ? 'activation.hostname.hint'
                  : 'activation.hostname.none',
            )}
            value={hostname}
            onChange={(text) => setCommon('hostname', text)}
          />
        </div>
        {common.length === 0 ? undefined : (
          <details className="grid gap-3" open={hasCommon || rules.kind !== 'new-customer'}>
            <summary className="min-h-6 cursor-default font-semibold">{t('bulk.columns.common')}</summary>
            <div className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3">
              {common.map(({ path }) => (
                <TextField
                  key={path}
                  label={nameOfPath(path)}
                  value={rules.common[path] ?? ''}
                  onChange={(text) => setCommon(path, text)}
                />
              ))}
            </div>
          </details>
        )}
        {rules.kind === 'new-customer' && phoneCountry !== '' ? (
          <Switch isSelected={rules.completesMobiles} onChange={(completesMobiles) => setRules({ completesMobiles })}>
            {t('bulk.columns.mobiles', { country: sayCountry(phoneCountry) })}
          </Switch>
        ) : undefined}
      </div>
    </Panel>
  )
})

const isOfLogIn = (path: DraftPath): boolean => path.startsWith('logIn.')

/** Whether the platform makes the credentials of the customers in this list. */
export const useIsMadeByPlatform = (kind: BulkKind): boolean =>
  useSnapshot((snapshot) => isMadeByPlatform(kind, findActiveConnection(snapshot)?.settings.logIns ?? 'own'))

interface ColumnProps {
  readonly list: NamedList
  readonly index: number
  readonly kind: BulkKind
  /** The field of this column. Undefined if the column is skipped. */
  readonly path: DraftPath | undefined
  readonly choose: (index: number, path: DraftPath | undefined) => void
}

/** Memoized, because the columns are drawn a few at a time, and each field takes long to render. */
const Column = memo(function Column({ list, index, kind, path, choose }: ColumnProps) {
  const isMade = useIsMadeByPlatform(kind)
  // A field that was guessed by its name stays, so that its column can be ignored.
  const fields = bulkFields[kind].filter((field) => field.path === path || !(isMade && isOfLogIn(field.path)))
  return (
    <Select
      label={nameOfColumn(list, list.header[index] ?? '')}
      hint={joinWords(
        list.samples
          .map((cells) => cells[index])
          .filter(Boolean)
          .slice(0, 2),
      )}
      choices={[
        { id: leftOut, name: t('bulk.columns.leftOut') },
        ...fields.map((field) => ({ id: field.path as string, name: nameOfPath(field.path) })),
      ]}
      value={path ?? leftOut}
      onChange={(id) => choose(index, fields.find((field) => field.path === id)?.path)}
    />
  )
})

interface CloseListButtonProps extends Pick<Bulk, 'close' | 'countLost'>, Pick<ButtonProps, 'size' | 'children'> {}

/** Closes the list. If rows are lost, the technician is asked first. */
export function CloseListButton({ close, countLost, ...look }: CloseListButtonProps) {
  const [lost, setLost] = useState<number>()
  const press = (): void => {
    const count = countLost()
    if (count === 0) close()
    else setLost(count)
  }
  return (
    <>
      <Button variant="quiet" onPress={press} {...look} />
      {lost === undefined ? undefined : (
        <DiscardQuestion lost={lost} onClose={() => setLost(undefined)} onAction={close} />
      )}
    </>
  )
}

interface DiscardQuestionProps {
  /** The number of rows that are lost. */
  readonly lost: number
  readonly onClose: () => void
  readonly onAction: () => void
}

export function DiscardQuestion({ lost, onClose, onAction }: DiscardQuestionProps) {
  return (
    <QuestionDialog
      role="alertdialog"
      variant="danger"
      title={t('bulk.discard.title', { count: lost })}
      onClose={onClose}
      action={t('bulk.columns.putAway')}
      onAction={onAction}
    >
      <p>{t('bulk.discard.text')}</p>
    </QuestionDialog>
  )
}

export const nameOfColumn = ({ hasHeader }: NamedList, title: string): string =>
  hasHeader ? title : t('bulk.columns.number', { number: title })

export function nameOfPath(path: DraftPath): string {
  // The only option that a row may lack.
  if (path.startsWith('options.')) return t('activation.options.currency')
  const name = path.replace(/^.*\./, '')
  return t(`bulk.fields.${isFieldName(name) ? name : 'raw'}`)
}

const isFieldName = (name: string): name is keyof Texts['bulk']['fields'] => hasWords(`bulk.fields.${name}`)

/**
 * Returns how many of `count` items to render now: at first `first` items, then `step` more in each further render. So no single render
 * blocks the screen for long.
 */
export function useGradually(count: number, step: number, first = step): number {
  const [drawn, setDrawn] = useState(first)
  const isAll = drawn >= count
  useEffect(() => {
    if (isAll) return undefined
    // A transition lets the page respond in the middle of a render, too.
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + step)))
    return () => clearTimeout(timer)
  }, [drawn, isAll, step])
  return Math.min(drawn, count)
}
