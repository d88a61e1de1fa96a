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
import type { JobState, WhyCode } from '../../../shared/domain/job.ts'
import { t } from '../locale.ts'
import { clsx } from 'clsx'

interface StateLook {
  readonly icon: LucideIcon
  /** The look of the chip: grey while in progress, tinted once it is final or needs a technician. */
  readonly look: string
  readonly colour: string
}

const onTheWay = 'bg-sunken text-ink'

/** Icon and colours of each state. The word comes from the locale. */
export const stateLooks: Readonly<Record<JobState, StateLook>> = {
  saved: { icon: HardDriveDownload, look: onTheWay, colour: 'text-saved' },
  sending: { icon: Send, look: onTheWay, colour: 'text-sending' },
  checking: { icon: ScanSearch, look: onTheWay, colour: 'text-checking' },
  waiting: { icon: Hourglass, look: onTheWay, colour: 'text-waiting' },
  done: { icon: CircleCheck, look: 'bg-done-tint text-done', colour: 'text-done' },
  unconfirmed: { icon: CircleDashed, look: 'bg-unconfirmed-tint text-unconfirmed', colour: 'text-unconfirmed' },
  'needs-you': { icon: CircleAlert, look: 'bg-needs-you-tint text-needs-you', colour: 'text-needs-you' },
  refused: { icon: CircleX, look: 'bg-refused-tint text-refused', colour: 'text-refused' },
  dropped: { icon: CircleSlash, look: onTheWay, colour: 'text-dropped' },
}

interface StateChipProps {
  readonly state: JobState
  /** The reason for the state, if it is known. The reason decides the word for a dropped job, see `sayState`. */
  readonly why?: WhyCode | undefined
  readonly size?: 'normal' | 'large'
  /** Replaces the word of the state, for example for a job of another computer. */
  readonly word?: string | undefined
  /** The state whose icon and colours the chip shows, if it is not `state`. */
  readonly look?: JobState | undefined
}

/** Returns the word for a state. A job that was exported or moved to another computer has the state `dropped`, but a word of its own. */
export const sayState = (state: JobState, why?: WhyCode): string =>
  t(
    state === 'dropped' && (why === 'exported' || why === 'moved-away')
      ? `states.dropped.${why}`
      : `states.${state}.word`,
  )

/** The state of a job as icon and word, so that colour is never the only sign. */
export function StateChip({ state, why, size = 'normal', word, look = state }: StateChipProps) {
  const { icon: Icon, look: ground, colour } = stateLooks[look]
  return (
    <span
      data-state={state}
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-small border border-transparent font-semibold whitespace-nowrap',
        size === 'large' ? 'px-3 py-1 text-body' : 'px-2 py-0.5 text-small',
        // In a list, a done job has no background, because only states that need attention are tinted.
        look === 'done' && size === 'normal' ? 'text-done' : ground,
      )}
    >
      <Icon
        aria-hidden
        size={size === 'large' ? '1rem' : '0.875rem'}
        strokeWidth={2.2}
        className={clsx('shrink-0', colour)}
      />
      {word ?? sayState(state, why)}
    </span>
  )
}

/**
 * The words for a job's state on another computer. The usual text for a saved job does not fit, because that text is about this computer.
 */
export const sayStateThere = (state: JobState): string =>
  state === 'saved' ? t('fleet.work.saved') : t(`states.${state}.word`)
