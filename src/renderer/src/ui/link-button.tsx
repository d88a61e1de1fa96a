import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { buttonLook, type ButtonSize, type ButtonVariant } from './button.tsx'

interface LinkButtonProps {
  readonly to: string
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly children: ReactNode
}

/** A link to another screen that looks like a button. */
export function LinkButton({ to, variant = 'plain', size = 'normal', children }: LinkButtonProps) {
  return (
    <Link href={to} className={buttonLook({ variant, size, wide: false })}>
      {children}
    </Link>
  )
}
