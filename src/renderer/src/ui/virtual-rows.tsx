import type { ReactElement, ReactNode } from 'react'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { clsx } from 'clsx'

export interface VirtualRow {
  readonly id: string | number
  readonly says: string
}

export interface VirtualRowsProps<Row extends VirtualRow> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly children: (row: Row) => ReactNode
}

/** Up to this many rows are shown without a scroll area. */
const few = 8
const estimated = 58

/** A list with rows of any height that renders only the visible rows. Arrow keys move between rows. */
export function VirtualRows<Row extends VirtualRow>({ label, rows, children }: VirtualRowsProps<Row>): ReactElement {
  const isLong = rows.length > few
  const list = (
    <GridList
      aria-label={label}
      items={rows}
      className={clsx('block outline-none', isLong && 'h-[min(60vh,34rem)] min-h-40 overflow-y-auto')}
    >
      {(row) => (
        <GridListItem id={row.id} textValue={row.says} className="border-b border-line px-5 py-2 outline-offset-[-2px]">
          {children(row)}
        </GridListItem>
      )}
    </GridList>
  )
  if (!isLong) return list
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowSize: estimated }}>
      {list}
    </Virtualizer>
  )
}
