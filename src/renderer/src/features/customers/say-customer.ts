import type { TFunction } from 'i18next'
import type { CustomerFacts } from '../../../../shared/domain/customer-view.ts'
import { dayOfInstant, type Day } from '../../../../shared/domain/day.ts'
import { daysLeft } from '../../../../shared/domain/install-verdict.ts'

/** First and last name; undefined if the platform provides neither. */
export function nameOf({ firstname, lastname }: CustomerFacts): string | undefined {
  const name = [firstname, lastname].filter((part) => part !== undefined).join(' ')
  return name === '' ? undefined : name
}

/** `in 12 days`, `today`, `3 days ago`; undefined if the date cannot be read. */
export function sayDaysLeft(t: TFunction, endDate: string | undefined, now: number): string | undefined {
  const left = daysLeft(endDate, todayOf(now))
  if (left === undefined) return undefined
  if (left === 0) return t('customers.days.today')
  return left > 0 ? t('customers.days.left', { count: left }) : t('customers.days.over', { count: -left })
}

/** Today by this computer's calendar. */
export function todayOf(now: number): Day {
  const at = new Date(now)
  return dayOfInstant(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()))
}

/** `just now`, `20 minutes ago`, `3 days ago`. Both times are in milliseconds since 1970. */
export function sayAge(t: TFunction, at: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - at) / 60_000))
  if (minutes < 1) return t('customers.age.now')
  if (minutes < 60) return t('customers.age.minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 24
    ? t('customers.age.hours', { count: hours })
    : t('customers.age.days', { count: Math.floor(hours / 24) })
}
