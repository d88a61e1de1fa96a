import { t } from '../../../locale.ts'
import { sayCount, sayShare } from '../../activity/tally-table.tsx'
import { FigureTable } from '../../../ui/figure-table.tsx'
import type { Sum } from './sum-totals.ts'

interface SumTableProps {
  /** The heading of the names. */
  readonly first: string
  readonly rows: readonly Sum[]
}

/** Done and refused jobs, one row for each name. */
export function SumTable({ first, rows }: SumTableProps) {
  const columns: readonly (readonly [title: string, figure: (sum: Sum) => string])[] = [
    [t('fleet.totals.done'), ({ done }) => sayCount(done)],
    [t('fleet.totals.refused'), ({ refused }) => sayCount(refused)],
    [t('fleet.totals.share'), ({ done, refused }) => sayShare(done, Math.max(1, done + refused))],
  ]
  return (
    <FigureTable first={first} rows={rows} columns={columns}>
      {({ name }) => <bdi>{name}</bdi>}
    </FigureTable>
  )
}
