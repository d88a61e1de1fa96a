import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'

const pitch = 4
const tallest = 16
const digitsOfMaker = 6

/** A MAC address as twelve bars, each as high as its digit; the maker's half is soft. Boxes that differ are seen at a glance. */
export function MacStrip({ identifier: { kind, value } }: { readonly identifier: DeviceIdentifier }) {
  if (kind !== 'mac') return <span aria-hidden className="w-12 shrink-0" />
  return (
    <svg aria-hidden viewBox="0 0 48 16" shapeRendering="crispEdges" className="h-4 w-12 shrink-0">
      <path d={drawBars(value.slice(0, digitsOfMaker), 0)} className="fill-edge" />
      <path d={drawBars(value.slice(digitsOfMaker), digitsOfMaker)} className="fill-ink" />
    </svg>
  )
}

/** The outline of a bar for each hexadecimal digit, from this place on. */
function drawBars(digits: string, from: number): string {
  return digits
    .split('')
    .map((digit, index) => {
      const height = Number.parseInt(digit, 16) + 1
      return `M${String((from + index) * pitch)} ${String(tallest)}v-${String(height)}h${String(pitch - 1)}v${String(height)}z`
    })
    .join('')
}
