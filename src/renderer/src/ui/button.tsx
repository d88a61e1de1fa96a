import { ArrowLeft, type LucideIcon } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { clsx } from 'clsx'
import { Link } from 'wouter'

export type ButtonVariant = 'plain' | 'primary' | 'quiet' | 'danger'
type ButtonSize = 'small' | 'normal' | 'large'

const variants: Readonly<Record<ButtonVariant, string>> = {
  plain:
    'border-edge bg-field text-ink no-underline hover:bg-accent-tint data-hovered:bg-accent-tint data-pressed:bg-accent-tint',
  primary:
    'border-transparent bg-act text-on-act no-underline hover:bg-act-strong data-hovered:bg-act-strong data-pressed:bg-act-strong',
  quiet:
    'border-transparent bg-transparent text-accent underline decoration-1 underline-offset-4 hover:bg-accent-tint data-hovered:bg-accent-tint data-pressed:bg-accent-tint',
  danger:
    'border-refused bg-field text-refused no-underline hover:bg-refused-tint data-hovered:bg-refused-tint data-pressed:bg-refused-tint',
}

const sizes: Readonly<Record<ButtonSize, string>> = {
  small: 'min-h-7 px-2.5 py-1 text-small',
  normal: 'min-h-9 px-3.5 py-1.5 text-body',
  large: 'min-h-11 px-5 py-2.5 text-body',
}

export function buttonLook(variant: ButtonVariant, size: ButtonSize, wide = false): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-normal border font-semibold whitespace-nowrap max-narrow:whitespace-normal select-none',
    'transition-colors data-disabled:opacity-55 aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
    wide && 'w-full',
  )
}

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly variant?: ButtonVariant
  /** `large` is 44 px high. It is for scanning, binding and the main action of a screen. */
  readonly size?: ButtonSize
  readonly wide?: boolean
  /**
   * Whether the action of the button is under way. A busy button does nothing, but can take and keep the focus. React Aria's own
   * `isPending` is not used, because its announcement refers to a button that may be gone.
   */
  readonly isBusy?: boolean
  readonly ref?: Ref<HTMLButtonElement>
  readonly children: ReactNode
}

/**
 * A button. Each screen has one `primary` button. A `danger` action cannot be undone. A `quiet` action is secondary. A button that is disabled
 * while it has the focus, such as _Save_ after its press, does nothing but keeps the focus until the user moves it.
 */
export function Button(props: ButtonProps) {
  const { variant = 'plain', size = 'normal', wide = false, isBusy = false, isDisabled = false, ...others } = props
  const { children, ...rest } = others
  const [isFocused, setFocused] = useState(false)
  const inert = { type: 'button', 'aria-disabled': true, onPress: () => undefined } as const
  return (
    <AriaButton
      {...rest}
      isDisabled={isDisabled && !isFocused}
      onFocus={() => setFocused(true)}
      // Another window may have taken the focus of the whole page. Then the button still has it when the user comes back.
      onBlur={({ currentTarget }) => setFocused(currentTarget === document.activeElement)}
      {...((isBusy || (isDisabled && isFocused)) && inert)}
      className={buttonLook(variant, size, wide)}
    >
      {children}
    </AriaButton>
  )
}

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

interface LinkButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'children'> {
  readonly to: string
  readonly onClick?: () => void
}

export function LinkButton({ to, onClick, variant = 'plain', size = 'normal', children }: LinkButtonProps) {
  return (
    <Link href={to} onClick={() => onClick?.()} className={buttonLook(variant, size)}>
      {children}
    </Link>
  )
}

interface BackLinkProps {
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
}

/** A link to the page one level up. */
export function BackLink({ to, className, children }: BackLinkProps) {
  return (
    <Link
      href={to}
      className={clsx('flex w-fit items-center gap-1.5 font-semibold text-accent no-underline', className)}
    >
      <ArrowLeft aria-hidden size="1rem" />
      {children}
    </Link>
  )
}

/** Shows the keys of a shortcut as key caps, such as `Ctrl+K`. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return (
    <span className="inline-flex items-center gap-1" aria-hidden>
      {keys.split('+').map((key) => (
        <kbd
          key={key}
          className="rounded-small border border-line bg-surface px-1.5 font-figures text-small font-normal text-soft"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
