import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

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

/** A message about something that happened or is worth knowing. */
export function Notice({ tone, title, children, actions, announce }: NoticeProps) {
  const { look, icon: Icon } = tones[tone]
  const speaks = announce ?? (tone === 'bad' ? 'at-once' : 'politely')
  return (
    <div
      {...(speaks === 'off' ? {} : { role: speaks === 'at-once' ? 'alert' : 'status' })}
      className={joinClasses('flex gap-3 rounded-normal border border-current/25 px-4 py-3', look)}
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
