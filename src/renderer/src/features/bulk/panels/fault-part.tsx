import { Download } from 'lucide-react'
import { memo, type RefObject, useRef, useState } from 'react'
import { joinWords, t } from '../../../locale.ts'
import { useServices, useSnapshot } from '../../../state/services.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Bulk, ListPartProps } from '../bulk-store.ts'
import { type ExportedCsv, keepCsv, SavedFileNotice, stampOfFile } from '../../maintenance/keep-csv.tsx'
import { findActiveConnection } from '../../../state/snapshot-store.ts'
import { sayCountry } from '../../../ui/format-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { sayRule, TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import type { FaultGroup } from '../list/fault-groups.ts'
import { useStore } from 'zustand'
import { clsx } from 'clsx'
import type { NamedList } from '../bulk-state.ts'
import { type ColumnMap, namesOfColumns } from '../list/bulk-fields.ts'
import type { BadRow, RowFault, RowRules } from '../list/read-row.ts'
import { nameOfColumn, nameOfPath, useGradually } from './columns-panel.tsx'
import { type BoxText, sayUnread } from '../../scan/box-text.ts'
import { readScanBatchScan, scanBatchBox } from '../../scan/scan-batch-answer.tsx'
import { giveScan } from '../../scan/wedge/scan-watch.ts'
import { createOneAtATime } from '../../../../../shared/one-at-a-time.ts'
import { useLabels } from '../../scan/use-labels.ts'
import { type DeviceIdentifier, identifierProblems } from '../../../../../shared/domain/device-identifier.ts'
import { Form } from '../../../ui/form.tsx'

export function FaultPart({ bulk, list }: ListPartProps) {
  const { bridge } = useServices()
  const [kept, setKept] = useState<ExportedCsv>()
  const { bad: total = 0, leftOut = 0 } = bulk.progress ?? {}
  const left =
    leftOut === 0 ? undefined : (
      <p className="flex flex-wrap items-center gap-x-3 text-soft">
        {t('bulk.faults.leftOut', { count: leftOut })}
        <Button variant="quiet" size="small" onPress={() => void bulk.bringBack()}>
          {t('bulk.faults.bringBack')}
        </Button>
      </p>
    )
  if (total === 0) return left
  const keepFaults = async (): Promise<void> => {
    const rows = tabulateFaults(list, bulk.rules, await bulk.allBad())
    setKept(await keepCsv(bridge, `faults-${stampOfFile(Date.now())}.csv`, rows))
  }
  return (
    <div className="grid gap-3">
      {bulk.progress?.isFull === true ? <Notice tone="warning">{t('bulk.faults.full')}</Notice> : undefined}
      <FaultGroups groups={bulk.groups} fixGroup={bulk.fixGroup} />
      <section aria-label={t('bulk.faults.title')} className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold">{t('bulk.faults.title')}</h3>
          <Button size="small" onPress={() => void keepFaults()}>
            <Download aria-hidden size="1rem" />
            {t('bulk.check.keepFaults', { count: total })}
          </Button>
        </div>
        <FaultTable
          bad={bulk.bad}
          list={list}
          columns={bulk.rules.columns}
          fixes={bulk.fixes}
          type={bulk.type}
          fix={bulk.fix}
        />
        {total > bulk.bad.length ? (
          <p className="text-soft">{t('bulk.faults.more', { count: total - bulk.bad.length })}</p>
        ) : undefined}
      </section>
      {left}
      <SavedFileNotice kept={kept} />
    </div>
  )
}

/** The file of the bad rows, which is read again once it is corrected. A list without column names gets those of its fields. */
export function tabulateFaults(
  { header, hasHeader }: Pick<NamedList, 'header' | 'hasHeader'>,
  { columns, kind }: Pick<RowRules, 'columns' | 'kind'>,
  bad: readonly BadRow[],
): readonly (readonly string[])[] {
  const names = hasHeader ? header : namesOfColumns(columns, kind)
  const rows = bad.map(({ line, cells, faults }) => [
    ...header.map((_, index) => cells[index] ?? ''),
    String(line),
    faults.map((fault) => sayFault(fault)).join(' '),
    // The row is not good before the values that have no column are gone.
    ...cells.slice(header.length),
  ])
  return [[...names, t('bulk.faults.line'), t('bulk.faults.reason')], ...rows]
}

/** The largest number of groups on screen. More groups would not help, because their rows are listed below. */
const mostShown = 8

function FaultGroups({ groups, fixGroup }: Pick<Bulk, 'groups' | 'fixGroup'>) {
  if (groups.length === 0) return undefined
  return (
    <section aria-label={t('bulk.groups.title')} className="grid gap-2">
      <h3 className="font-semibold">{t('bulk.groups.title')}</h3>
      <ul className="grid rounded-normal border border-line bg-surface">
        {groups.slice(0, mostShown).map((group) => (
          <li
            key={`${group.path} ${group.code} ${group.value ?? ''}`}
            className="grid gap-2 border-b border-line px-4 py-3 last:border-0"
          >
            <Group group={group} fixGroup={fixGroup} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Group({ group, fixGroup }: { readonly group: FaultGroup } & Pick<Bulk, 'fixGroup'>) {
  const [text, setText] = useState('')
  const country = useSnapshot((snapshot) => findActiveConnection(snapshot)?.settings.phoneCountry ?? '')
  const { rows, lines, value, local = 0 } = group
  // Box and user ID take no common text, because the same box or user ID in several rows would be another fault.
  const takesText = value !== undefined && group.path !== 'box.raw' && group.path !== 'logIn.userid'
  return (
    <>
      <div>
        <p>
          <span className="font-semibold">{t('bulk.groups.rows', { count: rows })}</span>{' '}
          <span className="text-refused">{sayFault(group)}</span>
        </p>
        <p className="text-small text-soft [overflow-wrap:anywhere]">
          {value === undefined || value === '' ? '' : `“${value}” · `}
          {t('bulk.groups.lines', { lines: rows > lines.length ? `${lines.join(', ')}, …` : lines.join(', ') })}
        </p>
      </div>
      {local === 0 ? undefined : (
        <div>
          <Button size="small" onPress={() => void fixGroup(group, 'country-code')}>
            {t('bulk.groups.asCountry', { count: local, country: sayCountry(country) })}
          </Button>
        </div>
      )}
      {takesText && local === 0 ? (
        <Form className="flex flex-wrap items-end gap-2" onSubmit={() => fixGroup(group, { text })}>
          <Instead group={group} text={text} onChange={setText} />
          <Button type="submit" isDisabled={text.trim() === ''}>
            {t('bulk.groups.apply', { count: rows })}
          </Button>
        </Form>
      ) : undefined}
    </>
  )
}

interface InsteadProps {
  readonly group: FaultGroup
  readonly text: string
  readonly onChange: (text: string) => void
}

/** An input for the value that all rows of a group get. A product is chosen, and any other value is typed. */
function Instead({ group, text, onChange }: InsteadProps) {
  const products = useSnapshot((snapshot) => findActiveConnection(snapshot)?.settings.products)
  if (group.path !== 'plan.productid' || products === undefined || products.length === 0)
    return <TextField label={t('bulk.groups.instead')} value={text} onChange={onChange} />
  return (
    <div className="min-w-52">
      <Select
        label={t('bulk.groups.instead')}
        choices={products.map(({ productid, name }) => ({ id: productid, name }))}
        value={text === '' ? undefined : text}
        onChange={onChange}
      />
    </div>
  )
}

/** The number of rows that are added in each render. Rendering a row takes about a millisecond, and longer on a slow computer. */
const rowsATurn = 10

interface FaultTableProps extends Pick<Bulk, 'bad' | 'fixes' | 'type' | 'fix'> {
  readonly list: NamedList
  readonly columns: ColumnMap
}

/** Enter checks a row again and moves the focus to the next faulty cell. */
function FaultTable({ bad, ...rest }: FaultTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const drawn = useGradually(bad.length, rowsATurn)
  const [scans] = useState(createCellScans)
  return (
    <table ref={table} className="w-full border-collapse bg-surface">
      <thead className="max-narrow:sr-only">
        <tr className="border-y border-line text-start text-small text-soft">
          {(['line', 'row', 'correct'] as const).map((name) => (
            <th key={name} scope="col" className="px-4 py-2 text-start font-semibold">
              {t(`bulk.faults.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bad.slice(0, drawn).map((row) => (
          <FaultRow key={row.line} row={row} table={table} scans={scans} {...rest} />
        ))}
      </tbody>
    </table>
  )
}

interface FaultRowProps extends Omit<FaultTableProps, 'bad'> {
  readonly row: BadRow
  readonly table: RefObject<HTMLTableElement | null>
  readonly scans: ReturnType<typeof createCellScans>
}

/** A serial number that is scanned within this time after a MAC address may be on the same label, in milliseconds. */
const sameLabelMs = 3000

/** What the scans into the cells of all rows share. */
function createCellScans() {
  let last: { readonly kind: DeviceIdentifier['kind']; readonly at: number } | undefined
  return {
    /** Handles the scans one after the other, because a scan may arrive while the row of the scan before is still being checked. */
    inTurn: createOneAtATime(),
    /**
     * Called once for each scan. Returns whether a serial number may be a late second code of the label whose MAC address was scanned
     * before. If the serial number is scanned again, it is meant.
     */
    isMaybeSameLabel({ kind }: DeviceIdentifier): boolean {
      const at = performance.now()
      const isDoubtful = kind === 'serial' && last?.kind === 'mac' && at - last.at < sameLabelMs
      last = { kind, at }
      return isDoubtful
    },
  }
}

const FaultRow = memo(function FaultRow({ list, columns, row, table, scans, fixes, type, fix }: FaultRowProps) {
  const typed = useStore(fixes, (all) => all.typed.get(row.line))
  // Values in wrong fields are in every cell.
  const [isWhole, setWhole] = useState(() => row.faults.some(({ code }) => code === 'too-many-cells'))
  const cells = list.header.map((_, index) => (typed ?? row.cells)[index] ?? '')
  const faultIn = (index: number) => row.faults.find(({ path }) => columns[index] === path)
  const shown = list.header.flatMap((title, index) =>
    isWhole || faultIn(index) !== undefined ? [{ title, index, fault: faultIn(index) }] : [],
  )
  const homeless = row.faults.filter(({ path }) => !columns.includes(path))
  const withCell = (index: number, text: string) => cells.map((cell, at) => (at === index ? text : cell))
  // A row with too many values keeps them all until a cell is changed.
  const check = async (checked: readonly string[] = typed ?? row.cells): Promise<void> => {
    await fix(row, checked)
    // Waits one frame, because until then the row is neither rendered again nor removed.
    await new Promise(requestAnimationFrame)
    focusNext(table.current, row.line)
  }
  const putBox = async (index: number, text: string): Promise<void> => {
    const scanned = withCell(index, text)
    type(row.line, scanned)
    await check(scanned)
  }
  return (
    <tr data-line={row.line} className="border-b border-line align-top max-narrow:block max-narrow:py-2">
      <th scope="row" className="px-4 py-3 text-start font-semibold tabular-nums max-narrow:block max-narrow:py-1">
        <span className="narrow:sr-only">{t('bulk.faults.line')} </span>
        {row.line}
      </th>
      <td className="px-4 py-3 text-small text-soft [overflow-wrap:anywhere] max-narrow:block max-narrow:py-1">
        {joinWords(row.cells)}
      </td>
      <td className="w-3/5 px-4 py-3 max-narrow:block max-narrow:w-auto max-narrow:py-1">
        <Form className="flex flex-wrap items-start gap-x-4 gap-y-2" onSubmit={() => check()}>
          {homeless.map((fault) => (
            <p key={`${fault.path} ${fault.code}`} className="basis-full text-refused">
              {sayFault(fault)}
            </p>
          ))}
          {shown.length === 0 ? undefined : (
            <div className="grid flex-1 basis-56 grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
              {shown.map(({ title, index, fault }) => {
                const field = {
                  label: nameOfColumn(list, title),
                  value: cells[index] ?? '',
                  error: fault && sayFault(fault),
                  onChange: (text: string) => type(row.line, withCell(index, text)),
                }
                const key = `${String(index)} ${title}`
                return columns[index] === 'box.raw' ? (
                  <BoxCell key={key} {...field} scans={scans} onBox={(text) => putBox(index, text)} />
                ) : (
                  <TextField key={key} {...field} />
                )
              })}
            </div>
          )}
          <div className={clsx('flex flex-wrap items-center gap-2', shown.length > 0 && 'narrow:pt-6.5')}>
            {shown.length === 0 ? undefined : (
              <Button type="submit" size="small">
                {t('bulk.faults.checkAgain')}
              </Button>
            )}
            {isWhole ? undefined : (
              <Button variant="quiet" size="small" onPress={() => setWhole(true)}>
                {t('bulk.faults.wholeRow')}
              </Button>
            )}
            <Button variant="quiet" size="small" onPress={() => void check([])}>
              {t('bulk.faults.leaveOut')}
            </Button>
          </div>
        </Form>
      </td>
    </tr>
  )
})

interface BoxCellProps extends TextFieldProps, Omit<BoxCellScansProps, 'input'> {}

/** The cell of a box. A scan goes into the cell that has the focus. Elsewhere on this screen, a scan goes to the scan batch. */
function BoxCell({ scans, onBox, ...field }: BoxCellProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isFocused, setFocused] = useState(false)
  return (
    <>
      <TextField {...field} inputRef={input} onFocusChange={setFocused} />
      {isFocused ? <BoxCellScans input={input} scans={scans} onBox={onBox} /> : undefined}
    </>
  )
}

interface BoxCellScansProps extends Pick<FaultRowProps, 'scans'> {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onBox: (text: string) => Promise<void>
}

function BoxCellScans({ input, scans, onBox }: BoxCellScansProps) {
  const { view } = useServices()
  const take = (box: BoxText): void => {
    // A box is judged as in a scan batch, where no form asks about a doubtful one.
    const found = scanBatchBox(readScanBatchScan(box))
    if (found === undefined) return view.say(sayUnread(box.raw))
    if (scans.isMaybeSameLabel(found.identifier)) return view.say(t('bulk.faults.sameLabel', { text: box.raw }))
    void scans.inTurn(async () => {
      // If the check of the scan before has moved the focus meanwhile, the box belongs into the cell that has the focus now.
      if (document.activeElement === input.current) await onBox(found.line)
      else giveScan(document, found.line)
    })
  }
  useLabels({ gathered: take, unread: (text) => view.say(sayUnread(text)) })
  return undefined
}

const lineOf = ({ dataset }: HTMLElement): number => Number(dataset['line'])

/** Focuses the first faulty cell in the row of `line` or in a later row. If no cell is faulty, focuses the main part of the screen. */
function focusNext(table: HTMLTableElement | null, line: number): void {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tr[data-line]') ?? [])]
  const wrong = rows.filter((row) => row.querySelector('[aria-invalid="true"]') !== null)
  const next = wrong.find((row) => lineOf(row) >= line) ?? wrong[0]
  const target = next?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? document.getElementById('main')
  target?.focus()
}

export function sayFault({ path, code }: RowFault): string {
  const field = nameOfPath(path)
  const [rule, detail = ''] = code.split(':')
  if (rule === 'repeated')
    return detail === '' ? t('bulk.groups.repeated', { field }) : t('bulk.faults.repeated', { field, line: detail })
  if (rule === 'too-many-cells') return t('bulk.faults.tooManyCells')
  const problem = identifierProblems.find((known) => known === rule)
  if (problem !== undefined)
    return t('bulk.faults.rule', { field, rule: t(`bulk.faults.box.${problem}`, { letters: detail }) })
  const says = { field, rule: sayRule(code) ?? '' }
  // A list has no column for such a value.
  return path.startsWith('options.')
    ? t('bulk.faults.inSettings', { ...says, place: t('settings.fields.creationDefaults.label') })
    : t('bulk.faults.rule', says)
}
