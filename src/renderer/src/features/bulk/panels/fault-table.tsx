import { memo, useRef, useState, type RefObject } from 'react'
import { useStore } from 'zustand'
import { joinWords, t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import { TextField } from '../../../ui/text-field.tsx'
import type { NamedList } from '../bulk-state.ts'
import type { Bulk } from '../bulk-store.ts'
import type { ColumnMap } from '../list/bulk-fields.ts'
import type { BadRow } from '../list/read-row.ts'
import { nameOfColumn, useGradually } from './columns-panel.tsx'
import { sayFault } from './say-fault.ts'

/** A row takes about a millisecond to render, more on a slow computer. */
const rowsATurn = 10

interface FaultTableProps extends Pick<Bulk, 'bad' | 'fixes' | 'type' | 'fix'> {
  readonly list: NamedList
  readonly columns: ColumnMap
}

/** The bad rows, each with its faulty cells to correct in place. Enter checks a row again and leads to the next faulty cell. */
export function FaultTable({ bad, ...rest }: FaultTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const drawn = useGradually(bad.length, rowsATurn)
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
          <FaultRow key={row.line} row={row} table={table} {...rest} />
        ))}
      </tbody>
    </table>
  )
}

interface FaultRowProps extends Omit<FaultTableProps, 'bad'> {
  readonly row: BadRow
  readonly table: RefObject<HTMLTableElement | null>
}

const FaultRow = memo(function FaultRow({ list, columns, row, table, fixes, type, fix }: FaultRowProps) {
  const typed = useStore(fixes, (all) => all.typed.get(row.line))
  const [isWhole, setWhole] = useState(false)
  const cells = list.header.map((_, index) => (typed ?? row.cells)[index] ?? '')
  const faultIn = (index: number) => row.faults.find(({ path }) => columns[index] === path)
  const shown = list.header.flatMap((title, index) =>
    isWhole || faultIn(index) !== undefined ? [{ title, index, fault: faultIn(index) }] : [],
  )
  const homeless = row.faults.filter(({ path }) => !columns.includes(path))
  const check = async (): Promise<void> => {
    await fix(row, cells)
    // The row is rendered first, or is gone.
    requestAnimationFrame(() => focusNext(table.current, row.line))
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
        <form
          className="flex flex-wrap items-start gap-x-4 gap-y-2"
          onSubmit={(event) => {
            event.preventDefault()
            void check()
          }}
        >
          {homeless.map((fault) => (
            <p key={`${fault.path} ${fault.code}`} className="basis-full text-refused">
              {sayFault(fault)}
            </p>
          ))}
          {shown.length === 0 ? undefined : (
            <div className="grid flex-1 basis-56 grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
              {shown.map(({ title, index, fault }) => (
                <TextField
                  key={`${String(index)} ${title}`}
                  label={nameOfColumn(list, title)}
                  value={cells[index] ?? ''}
                  error={fault && sayFault(fault)}
                  onChange={(text) =>
                    type(
                      row.line,
                      cells.map((cell, at) => (at === index ? text : cell)),
                    )
                  }
                />
              ))}
            </div>
          )}
          <div className={joinClasses('flex flex-wrap items-center gap-2', shown.length > 0 && 'narrow:pt-6.5')}>
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
          </div>
        </form>
      </td>
    </tr>
  )
})

const lineOf = ({ dataset }: HTMLElement): number => Number(dataset['line'])

/** Leads to the first cell to correct in the row of this line, or in the next one; without any, to the screen. */
function focusNext(table: HTMLTableElement | null, line: number): void {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tr[data-line]') ?? [])]
  const wrong = rows.filter((row) => row.querySelector('[aria-invalid="true"]') !== null)
  const next = wrong.find((row) => lineOf(row) >= line) ?? wrong[0]
  const target = next?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? document.getElementById('main')
  target?.focus()
}
