import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Shown in place of an empty list. It says what will appear there and how to begin. */
export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-10 text-center">
      <span aria-hidden className="mb-1 grid size-12 place-items-center rounded-large bg-accent-tint text-accent">
        <Icon size="1.5rem" strokeWidth={1.6} />
      </span>
      <p className="text-lead font-semibold">{title}</p>
      {children === undefined ? undefined : <div className="max-w-md text-soft">{children}</div>}
      {actions === undefined ? undefined : <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
