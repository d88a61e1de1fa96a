import type { ReactNode } from 'react'
import { Panel } from '../../ui/panel.tsx'
import type { Series } from './bar-chart.tsx'

interface ChartProps {
  readonly title: string
  readonly note?: string | undefined
  /** The series, which are named below the chart if there are several. */
  readonly series?: readonly Series[]
  readonly children: ReactNode
}

export function Chart({ title, note, series, children }: ChartProps) {
  return (
    <Panel title={title} note={note}>
      {children}
      {series === undefined || series.length < 2 ? undefined : (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
          {series.map(({ name, fill }) => (
            <li key={name} className="flex items-center gap-1.5">
              <span
                aria-hidden
                className="size-2.5 forced-color-adjust-none rounded-small border border-edge"
                style={{ background: fill }}
              />
              {name}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
