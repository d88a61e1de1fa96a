import { Link } from 'wouter'
import { buttonLook, type ButtonProps } from './button.tsx'

interface LinkButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'children'> {
  readonly to: string
}

export function LinkButton({ to, variant = 'plain', size = 'normal', children }: LinkButtonProps) {
  return (
    <Link href={to} className={buttonLook(variant, size)}>
      {children}
    </Link>
  )
}
