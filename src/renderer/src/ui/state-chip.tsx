import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  HardDriveDownload,
  Hourglass,
  ScanSearch,
  Send,
  type LucideIcon,
} from 'lucide-react'
import type { JobState } from '../../../shared/domain/job.ts'
import { t } from '../locale.ts'
import { joinClasses } from './join-classes.ts'

/** Icon and colours of each state. The word comes from the locale. */
export const stateLooks: Readonly<Record<JobState, { readonly icon: LucideIcon; readonly look: string }>> = {
  saved: { icon: HardDriveDownload, look: 'bg-saved-tint text-saved' },
  sending: { icon: Send, look: 'bg-sending-tint text-sending' },
  checking: { icon: ScanSearch, look: 'bg-checking-tint text-checking' },
  waiting: { icon: Hourglass, look: 'bg-waiting-tint text-waiting' },
  done: { icon: CircleCheck, look: 'bg-done-tint text-done' },
  unconfirmed: { icon: CircleDashed, look: 'bg-unconfirmed-tint text-unconfirmed' },
  'needs-you': { icon: CircleAlert, look: 'bg-needs-you-tint text-needs-you' },
  refused: { icon: CircleX, look: 'bg-refused-tint text-refused' },
  dropped: { icon: CircleSlash, look: 'bg-dropped-tint text-dropped' },
}

/** The state of a job as icon and word, so that colour alone never carries it. */
export function StateChip(props: { readonly state: JobState; readonly size?: 'normal' | 'large' }) {
  const { state, size = 'normal' } = props
  const { icon: Icon, look } = stateLooks[state]
  return (
    <span
      data-state={state}
      className={joinClasses(
        'inline-flex items-center gap-1.5 rounded-full border border-transparent font-semibold whitespace-nowrap',
        size === 'large' ? 'px-3 py-1 text-body' : 'px-2 py-0.5 text-small',
        look,
      )}
    >
      <Icon aria-hidden size={size === 'large' ? '1rem' : '0.8125rem'} strokeWidth={2.2} className="shrink-0" />
      {t(`states.${state}.word`)}
    </span>
  )
}
