import { Link } from 'wouter'
import { buttonLook, type ButtonProps } from './button.tsx'

interface LinkButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'children'> {
  readonly to: string
}

/** A link to another screen that looks like a button. */
export function LinkButton({ to, variant = 'plain', size = 'normal', children }: LinkButtonProps) {
  return (
    <Link href={to} className={buttonLook(variant, size)}>
      {children}
    </Link>
  )
}
