import type { ReactNode } from 'react'
import { Switch as AriaSwitch } from 'react-aria-components/Switch'

interface ToggleProps {
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly 'aria-describedby'?: string
  readonly children: ReactNode
}

/** An on/off switch that takes effect at once. */
export function Switch({ children, ...rest }: ToggleProps) {
  return (
    <AriaSwitch {...rest} className="group flex min-h-9 items-center gap-2.5">
      <span
        aria-hidden
        className="flex h-5 w-9 shrink-0 items-center rounded-full border border-edge bg-sunken p-0.5 transition-colors group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus group-data-selected:border-accent group-data-selected:bg-accent"
      >
        <span className="size-3.5 rounded-full bg-edge transition-transform group-data-selected:translate-x-4 rtl:group-data-selected:-translate-x-4 group-data-selected:bg-on-accent forced-colors:bg-[CanvasText]! forced-colors:[forced-color-adjust:none]" />
      </span>
      <span>{children}</span>
    </AriaSwitch>
  )
}
