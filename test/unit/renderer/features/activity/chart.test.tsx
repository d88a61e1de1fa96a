import { expect, it } from 'vitest'
import { Chart } from '../../../../../src/renderer/src/features/activity/bar-chart.tsx'
import { renderWords } from '../../../../fakes/render-words.tsx'

it('the legend of the chart keeps its own colours even if the system forces colours', () => {
  const series = [
    { name: 'Done', fill: 'var(--done)' },
    { name: 'Refused', fill: 'var(--refused)' },
  ]
  const marks = renderWords(
    <Chart title="Jobs" series={series}>
      bars
    </Chart>,
  ).match(/<span aria-hidden="true"[^>]*style="background[^>]*>/g)
  expect(marks).toHaveLength(2)
  for (const mark of marks ?? []) expect(mark).toContain('forced-color-adjust-none')
})
