import { t } from '../../../locale.ts'
import { sayCount, sayShare } from '../../activity/tally-table.tsx'
import type { Sum } from './sum-totals.ts'

interface SumTableProps {
  /** The heading of the names. */
  readonly first: string
  readonly rows: readonly Sum[]
}

const cell =
  'px-3 py-2 text-end tabular-nums last:pe-5 max-narrow:flex max-narrow:justify-between max-narrow:px-5 max-narrow:py-0.5'

/** Done and refused jobs, one row for each name. In a narrow window each figure stands beside its own heading. */
export function SumTable({ first, rows }: SumTableProps) {
  const columns: readonly (readonly [title: string, figure: (sum: Sum) => string])[] = [
    [t('fleet.totals.done'), ({ done }) => sayCount(done)],
    [t('fleet.totals.refused'), ({ refused }) => sayCount(refused)],
    [t('fleet.totals.share'), ({ done, refused }) => sayShare(done, Math.max(1, done + refused))],
  ]
  return (
    <table className="w-full border-collapse">
      <thead className="max-narrow:sr-only">
        <tr className="border-y border-line text-small text-soft">
          <th scope="col" className="px-5 py-2 font-semibold">
            {first}
          </th>
          {columns.map(([title]) => (
            <th key={title} scope="col" className="px-3 py-2 text-end font-semibold last:pe-5">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-b border-line last:border-0 max-narrow:block max-narrow:py-2">
            <th
              scope="row"
              className="px-5 py-2 font-semibold [overflow-wrap:anywhere] max-narrow:block max-narrow:py-0.5"
            >
              <bdi>{row.name}</bdi>
            </th>
            {columns.map(([title, figure]) => (
              <td key={title} className={cell}>
                <span aria-hidden className="font-words text-small text-soft narrow:hidden">
                  {title}
                </span>
                {figure(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
