import { t } from '../../../locale.ts'
import { sayCount } from '../../activity/tally-table.tsx'
import { Chart } from '../../activity/chart.tsx'
import type { Series } from '../../activity/bar-chart.tsx'
import type { Sum } from './sum-totals.ts'

/** The longest bars that are drawn; the table has all. */
const most = 10

interface RankingProps {
  readonly title: string
  readonly sums: readonly Sum[]
  /** Done, then refused. */
  readonly series: readonly Series[]
}

/** Names with a bar each, the longest first: names are too long to stand under bars. */
export function Ranking({ title, sums, series }: RankingProps) {
  const longest = Math.max(1, ...sums.map(({ done, refused }) => done + refused))
  const rest = sums.length - most
  return (
    <Chart title={title} series={series} note={rest > 0 ? t('fleet.totals.rest', { count: rest }) : undefined}>
      <ul className="grid gap-2.5">
        {sums.slice(0, most).map(({ name, done, refused }) => (
          <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
            <span className="text-end tabular-nums">
              {refused === 0
                ? sayCount(done)
                : t('fleet.totals.both', { done: sayCount(done), refused: sayCount(refused) })}
            </span>
            <span aria-hidden className="col-span-2 flex h-1.5 overflow-clip rounded-small bg-sunken">
              {[done, refused].map((count, index) => (
                <span
                  key={series[index]?.name}
                  data-block
                  className="block h-full forced-color-adjust-none"
                  style={{ width: `${String((count / longest) * 100)}%`, background: series[index]?.fill }}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Chart>
  )
}
