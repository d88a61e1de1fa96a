import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { buttonLook, type ButtonSize, type ButtonVariant } from './button-look.ts'

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly variant?: ButtonVariant
  /** `large` is 44 px: for scan, bind and the main action of a screen. */
  readonly size?: ButtonSize
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A button. `primary`: one per screen; `danger`: cannot be undone; `quiet`: secondary. */
export function Button({ variant = 'plain', size = 'normal', wide = false, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={buttonLook({ variant, size, wide })}>
      {children}
    </AriaButton>
  )
}
