import { AxisBottom, AxisLeft, AxisRight, type TickRendererProps } from '@visx/axis'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { BarStack } from '@visx/shape'
import type { ReactNode } from 'react'
import { directionOf } from '../../../../shared/domain/language.ts'
import { shownLanguage } from '../../locale.ts'
import { Panel } from '../../ui/panel.tsx'

/** `values` are stacked in the order of the series. */
export interface Bar {
  readonly name: string
  readonly values: readonly number[]
}

/** One part of every bar, such as the jobs with one outcome. `fill` is a CSS colour. */
export interface Series {
  readonly name: string
  readonly fill: string
}

interface BarChartProps {
  /** The figures in words, for users who do not see the bars. */
  readonly says: string
  readonly bars: readonly Bar[]
  readonly series: readonly Series[]
  readonly format: (value: number) => string
  /** The value at which the axis ends. By default, the axis ends at the highest bar or just above it. */
  readonly most?: number
}

/**
 * Sizes in rem, so that they grow with the text: the height of the chart, the space beside, below and above the bars, and the width for a
 * bar's name.
 */
const [height, beside, below, above, perName] = [12, 3.25, 1.75, 0.5, 2.5]
/** Draws a tick's text. The library's own tick measures each text in an element that stays in the page. */
function Tick({ x, y, dx = 0, dy = 0, textAnchor, formattedValue }: TickRendererProps) {
  return (
    <text x={x} y={y} dx={dx} dy={dy} textAnchor={textAnchor} className="fill-current text-small text-soft">
      {formattedValue}
    </text>
  )
}

/** In a right-to-left language, the first bar is on the right. */
export function BarChart({ says, bars, series, format, most }: BarChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return (
    <div ref={parentRef} className="relative min-w-0 overflow-hidden" style={{ height: `${String(height)}rem` }}>
      <p className="sr-only">{says}</p>
      {width === 0 ? undefined : (
        <svg aria-hidden width={width} height={height * rem} className="block [direction:ltr]">
          <Bars width={width} rem={rem} bars={bars} series={series} format={format} most={most} />
        </svg>
      )}
    </div>
  )
}

interface BarsProps extends Omit<BarChartProps, 'says' | 'most'> {
  readonly width: number
  readonly rem: number
  readonly most: number | undefined
}

function Bars({ width, rem, bars, series, format, most }: BarsProps) {
  const isReversed = directionOf(shownLanguage()) === 'rtl'
  const [first, last] = isReversed ? [width - beside * rem, 0] : [beside * rem, width]
  const foot = (height - below) * rem
  const highest = most ?? Math.max(1, ...bars.map(({ values: all }) => all.reduce((sum, value) => sum + value, 0)))
  const x = scaleBand({ domain: bars.map((_, index) => index), range: [first, last], padding: 0.25 })
  const y = scaleLinear({ domain: [0, highest], range: [foot, above * rem], nice: most === undefined })
  const every = Math.ceil((bars.length * perName * rem) / Math.abs(last - first))
  const Axis = isReversed ? AxisRight : AxisLeft
  const rows = bars.map(({ values: all }, index): Readonly<Record<string, number>> => ({
    ...Object.fromEntries(all.entries()),
    index,
  }))
  return (
    <>
      <Axis
        scale={y}
        left={first}
        numTicks={4}
        hideAxisLine
        hideTicks
        tickValues={ticksOf(y.ticks(4), most)}
        tickFormat={(value) => format(Number(value))}
        tickLabelProps={{ dy: '0.3em' }}
        tickComponent={Tick}
      />
      {ticksOf(y.ticks(4), most).map((tick) => (
        <line key={tick} x1={first} x2={last} y1={y(tick)} y2={y(tick)} className="stroke-line" />
      ))}
      <BarStack
        data={[...rows]}
        keys={series.map((_, index) => String(index))}
        x={({ index = 0 }) => index}
        xScale={x}
        yScale={y}
        color={(key) => series[Number(key)]?.fill ?? ''}
      >
        {(stacks) =>
          stacks.flatMap(({ bars: ofSeries, key }) =>
            ofSeries
              .filter((bar) => bar.height > 0)
              .map((bar) => (
                <rect
                  key={`${key} ${String(bar.index)}`}
                  x={bar.x}
                  y={bar.y}
                  width={Math.min(bar.width, 3 * rem)}
                  transform={`translate(${String(Math.max(0, bar.width - 3 * rem) / 2)})`}
                  height={bar.height}
                  fill={bar.color}
                  className="stroke-surface"
                />
              )),
          )
        }
      </BarStack>
      <AxisBottom
        scale={x}
        top={foot}
        hideTicks
        axisLineClassName="stroke-edge"
        tickValues={x.domain().filter((index) => index % every === 0)}
        tickFormat={(index) => bars[index]?.name ?? ''}
        tickLabelProps={{ dy: '0.25em' }}
        tickComponent={Tick}
      />
    </>
  )
}

/** Returns the ticks to show. Without `most`, these are only whole numbers. */
const ticksOf = (ticks: readonly number[], most: number | undefined): number[] =>
  ticks.filter((tick) => most !== undefined || Number.isInteger(tick))

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
