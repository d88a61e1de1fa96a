import { Download } from 'lucide-react'
import { memo, useState } from 'react'
import { useStore } from 'zustand'
import { t } from '../../../locale.ts'
import { useServices } from '../../../state/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { NamedList } from '../bulk-state.ts'
import type { Bulk, ListPartProps } from '../bulk-store.ts'
import { keepCsv, SavedFileNotice, stampOfFile, type ExportedCsv } from '../keep-csv.tsx'
import type { BadRow } from '../list/read-row.ts'
import { nameOfColumn, useGradually } from './columns-panel.tsx'
import { FaultGroups } from './fault-groups.tsx'
import { sayFault } from './say-fault.ts'

/** A row takes about a millisecond to render, more on a slow computer. */
const rowsATurn = 10

const FaultRow = memo(function FaultRow({
  list,
  row,
  fixes,
  type,
  fix,
}: Pick<Bulk, 'fixes' | 'type' | 'fix'> & { readonly list: NamedList; readonly row: BadRow }) {
  const cells = useStore(fixes, ({ typed }) => typed.get(row.line))
  const setCells = (typed: readonly string[] | undefined): void => type(row.line, typed)
  return (
    <li className="grid gap-2 rounded-normal border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold tabular-nums">{t('bulk.faults.inLine', { line: row.line })}</p>
          <p className="text-small text-soft [overflow-wrap:anywhere]">{row.cells.filter(Boolean).join(' · ')}</p>
          <ul className="text-refused">
            {row.faults.map((fault) => (
              <li key={`${fault.path} ${fault.code}`}>{sayFault(fault)}</li>
            ))}
          </ul>
        </div>
        {cells === undefined ? (
          <Button size="small" onPress={() => setCells(list.header.map((_, index) => row.cells[index] ?? ''))}>
            {t('bulk.faults.fix')}
          </Button>
        ) : undefined}
      </div>
      {cells === undefined ? undefined : (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void fix(row, cells)
          }}
        >
          <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
            {list.header.map((title, index) => (
              <TextField
                key={`${String(index)} ${title}`}
                label={nameOfColumn(list, title)}
                value={cells[index] ?? ''}
                onChange={(text) => setCells(cells.map((cell, at) => (at === index ? text : cell)))}
              />
            ))}
          </div>
          <div className="flex gap-2">
            <Button type="submit">{t('bulk.faults.checkAgain')}</Button>
            <Button variant="quiet" onPress={() => setCells(undefined)}>
              {t('ui.cancel')}
            </Button>
          </div>
        </form>
      )}
    </li>
  )
})

/** The bad rows, with line and reason: each can be fixed here, and all can be saved to a file. */
export function FaultPart({ bulk, list }: ListPartProps) {
  const { bridge } = useServices()
  const [kept, setKept] = useState<ExportedCsv>()
  const drawn = useGradually(bulk.bad.length, rowsATurn)
  const total = bulk.progress?.bad ?? 0
  if (total === 0) return undefined
  const keepFaults = async (): Promise<void> => {
    const header = [...list.header, t('bulk.faults.line'), t('bulk.faults.reason')]
    const rows = (await bulk.allBad()).map(({ line, cells, faults }) => [
      ...list.header.map((_, index) => cells[index] ?? ''),
      String(line),
      faults.map((fault) => sayFault(fault)).join(' '),
    ])
    setKept(await keepCsv(bridge, `faults-${stampOfFile(Date.now())}.csv`, [header, ...rows]))
  }
  return (
    <div className="grid gap-3">
      <FaultGroups groups={bulk.groups} fixGroup={bulk.fixGroup} />
      <section aria-label={t('bulk.faults.title')} className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold">{t('bulk.faults.title')}</h3>
          <Button size="small" onPress={() => void keepFaults()}>
            <Download aria-hidden size="1rem" />
            {t('bulk.check.keepFaults', { count: total })}
          </Button>
        </div>
        <ul className="grid gap-2">
          {bulk.bad.slice(0, drawn).map((row) => (
            <FaultRow key={row.line} list={list} row={row} fixes={bulk.fixes} type={bulk.type} fix={bulk.fix} />
          ))}
        </ul>
        {total > bulk.bad.length ? (
          <p className="text-soft">{t('bulk.faults.more', { count: total - bulk.bad.length })}</p>
        ) : undefined}
      </section>
      <SavedFileNotice kept={kept} />
    </div>
  )
}
