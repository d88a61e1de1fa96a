import type { LucideIcon } from 'lucide-react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  readonly label: string
  readonly icon: LucideIcon
}

/** A button with only an icon. `label` is its name for screen readers and its tooltip. */
export function IconButton({ label, icon: Icon, ...rest }: IconButtonProps) {
  return (
    <AriaButton
      {...rest}
      aria-label={label}
      className="grid size-9 shrink-0 place-items-center rounded-normal text-soft transition-colors data-hovered:bg-sunken data-hovered:text-ink data-pressed:bg-line data-disabled:opacity-55"
    >
      <Icon aria-hidden size="1.125rem" strokeWidth={1.8} />
    </AriaButton>
  )
}
