import { Link } from 'wouter'
import { buttonLook, type ButtonProps } from './button.tsx'

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
