import {
  CircleCheck,
  CircleQuestionMark,
  CircleSlash,
  FlaskConical,
  Hourglass,
  TimerOff,
  type LucideIcon,
} from 'lucide-react'
import { useCallback } from 'react'
import type { CustomerFacts } from '../../../../shared/domain/customer/customer-view.ts'
import { dayOfInstant, type Day } from '../../../../shared/domain/day.ts'
import { daysLeft } from '../../../../shared/domain/install-verdict.ts'
import { knownStatus, type CustomerStatus } from '../../../../shared/domain/customer/customer.ts'
import { t } from '../../locale.ts'
import { useActiveConnection } from '../../state/services.tsx'
import { joinClasses } from '../../ui/join-classes.ts'

/** First and last name. Undefined if the platform returns neither. */
export function nameOf({ firstname, lastname }: CustomerFacts): string | undefined {
  const name = [firstname, lastname].filter((part) => part !== undefined).join(' ')
  return name === '' ? undefined : name
}

/** `in 12 days`, `today`, `3 days ago`. Undefined if the date cannot be read. */
export function sayDaysLeft(endDate: string | undefined, now: number): string | undefined {
  const left = daysLeft(endDate, todayOf(now))
  if (left === undefined) return undefined
  if (left === 0) return t('customers.days.today')
  return left > 0 ? t('customers.days.left', { count: left }) : t('customers.days.over', { count: -left })
}

/** Returns today by this computer's calendar. `now`: milliseconds since 1970. */
export function todayOf(now: number): Day {
  const at = new Date(now)
  return dayOfInstant(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()))
}

/** `just now`, `20 minutes ago`, `3 days ago`. Both times are in milliseconds since 1970. */
export function sayAge(at: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - at) / 60_000))
  if (minutes < 1) return t('customers.age.now')
  if (minutes < 60) return t('customers.age.minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 24
    ? t('customers.age.hours', { count: hours })
    : t('customers.age.days', { count: Math.floor(hours / 24) })
}

/** Returns a function that names a product as the connection does, or as the platform does if the connection does not list it. */
export function useProductName(): (product: string) => string {
  const products = useActiveConnection()?.settings.products
  return useCallback((product) => products?.find(({ productid }) => productid === product)?.name ?? product, [products])
}

const looks: Readonly<Record<CustomerStatus, { readonly icon: LucideIcon; readonly look: string }>> = {
  Active: { icon: CircleCheck, look: 'bg-done-tint text-done' },
  Trial: { icon: FlaskConical, look: 'bg-checking-tint text-checking' },
  Pending: { icon: Hourglass, look: 'bg-saved-tint text-saved' },
  Expired: { icon: TimerOff, look: 'bg-waiting-tint text-waiting' },
  Disabled: { icon: CircleSlash, look: 'bg-sunken text-ink' },
}

/** A customer's status in a word. A status that the interface document does not list keeps the platform's word. */
export function sayStatus(status: string): string {
  const known = knownStatus(status)
  return known === undefined ? status : t(`customers.status.${known}.word`)
}

/** A customer's status as icon and word. A status that the interface document does not list keeps the platform's word. */
export function CustomerStatusChip({
  status,
  size = 'normal',
}: {
  readonly status: string
  readonly size?: 'normal' | 'large'
}) {
  const known = knownStatus(status)
  const { icon: Icon, look } =
    known === undefined ? { icon: CircleQuestionMark, look: 'bg-dropped-tint text-dropped' } : looks[known]
  return (
    <span
      data-customer-status={status}
      className={joinClasses(
        'inline-flex items-center gap-1.5 rounded-small border border-transparent font-semibold whitespace-nowrap',
        size === 'large' ? 'px-3 py-1 text-body' : 'px-2 py-0.5 text-small',
        look,
      )}
    >
      <Icon aria-hidden size={size === 'large' ? '1rem' : '0.8125rem'} strokeWidth={2.2} className="shrink-0" />
      {sayStatus(status)}
    </span>
  )
}
