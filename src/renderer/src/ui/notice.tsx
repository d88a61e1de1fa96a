import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { clsx } from 'clsx'

export type NoticeTone = 'info' | 'good' | 'warning' | 'bad'

const tones: Readonly<Record<NoticeTone, { readonly look: string; readonly icon: LucideIcon }>> = {
  info: { look: 'bg-saved-tint text-saved', icon: Info },
  good: { look: 'bg-done-tint text-done', icon: CircleCheck },
  warning: { look: 'bg-waiting-tint text-waiting', icon: TriangleAlert },
  bad: { look: 'bg-refused-tint text-refused', icon: CircleAlert },
}

interface NoticeProps {
  readonly tone: NoticeTone
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** When a screen reader announces the message. The default is `at-once` for errors, or else `politely`. `off` is for an old message. */
  readonly announce?: 'at-once' | 'politely' | 'off'
}

export function Notice({ tone, title, children, actions, announce }: NoticeProps) {
  const { look, icon: Icon } = tones[tone]
  const speaks = announce ?? (tone === 'bad' ? 'at-once' : 'politely')
  return (
    <div
      {...(speaks === 'off' ? {} : { role: speaks === 'at-once' ? 'alert' : 'status' })}
      className={clsx('flex gap-3 rounded-normal border border-current/25 px-4 py-3', look)}
    >
      <Icon aria-hidden size="1.125rem" className="mt-px shrink-0" />
      <div className="grid min-w-0 flex-1 gap-1">
        {title === undefined ? undefined : <p className="font-semibold">{title}</p>}
        {children === undefined ? undefined : <div className="text-ink [overflow-wrap:anywhere]">{children}</div>}
        {actions === undefined ? undefined : <div className="mt-1 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}

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
