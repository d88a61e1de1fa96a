import {
  CircleCheck,
  CircleSlash,
  FlaskConical,
  Hourglass,
  TimerOff,
  CircleQuestionMark,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { knownStatus } from '../../../../shared/domain/status.ts'
import type { CustomerStatus } from '../../../../shared/domain/status.ts'
import { joinClasses } from '../../ui/join-classes.ts'

const looks: Readonly<Record<CustomerStatus, { readonly icon: LucideIcon; readonly look: string }>> = {
  Active: { icon: CircleCheck, look: 'bg-done-tint text-done' },
  Trial: { icon: FlaskConical, look: 'bg-checking-tint text-checking' },
  Pending: { icon: Hourglass, look: 'bg-saved-tint text-saved' },
  Expired: { icon: TimerOff, look: 'bg-waiting-tint text-waiting' },
  Disabled: { icon: CircleSlash, look: 'bg-refused-tint text-refused' },
}

/** A customer's status as icon and word. A status that the interface does not know is shown in the platform's own word. */
export function CustomerStatusChip({
  status,
  size = 'normal',
}: {
  readonly status: string
  readonly size?: 'normal' | 'large'
}) {
  const { t } = useTranslation()
  const known = knownStatus(status)
  const { icon: Icon, look } =
    known === undefined ? { icon: CircleQuestionMark, look: 'bg-dropped-tint text-dropped' } : looks[known]
  return (
    <span
      data-customer-status={status}
      className={joinClasses(
        'inline-flex items-center gap-1.5 rounded-full border border-transparent font-semibold whitespace-nowrap',
        size === 'large' ? 'px-3 py-1 text-body' : 'px-2 py-0.5 text-small',
        look,
      )}
    >
      <Icon aria-hidden size={size === 'large' ? '1rem' : '0.8125rem'} strokeWidth={2.2} className="shrink-0" />
      {known === undefined ? status : t(`customers.status.${known}.word`)}
    </span>
  )
}
