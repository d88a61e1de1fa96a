import {
  CircleCheck,
  CircleQuestionMark,
  CircleSlash,
  FlaskConical,
  Hourglass,
  type LucideIcon,
  TimerOff,
} from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CustomerFacts } from '../../../../shared/domain/customer/customer-view.ts'
import { localDayOf } from '../../../../shared/domain/day.ts'
import { daysLeft } from '../../../../shared/domain/install-verdict.ts'
import { type CustomerStatus, knownStatus } from '../../../../shared/domain/customer/customer.ts'
import { t } from '../../locale.ts'
import { useActiveConnection, useServices } from '../../state/services.tsx'
import { clsx } from 'clsx'
import { isIn, type JobSummary } from '../../../../shared/domain/job.ts'
import { makeSlot, useRead } from '../../state/use-read.ts'

/** First and last name. Undefined if the platform returns neither. */
export function nameOf({ firstname, lastname }: CustomerFacts): string | undefined {
  const name = [firstname, lastname].filter((part) => part !== undefined).join(' ')
  return name === '' ? undefined : name
}

/** `in 12 days`, `today`, `3 days ago`. Undefined if the date cannot be read. */
export function sayDaysLeft(endDate: string | undefined, now: number): string | undefined {
  const left = daysLeft(endDate, localDayOf(now))
  if (left === undefined) return undefined
  if (left === 0) return t('customers.days.today')
  return left > 0 ? t('customers.days.left', { count: left }) : t('customers.days.over', { count: -left })
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

/**
 * Returns a function that gives the name of a product: the connection's name, or the platform's name if the connection does not list the
 * product.
 */
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

/** A status that the interface document does not list keeps the platform's word. */
export function sayStatus(status: string): string {
  const known = knownStatus(status)
  return known === undefined ? status : t(`customers.status.${known}.word`)
}

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
      className={clsx(
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

/**
 * Returns the jobs at rest. Each entry is the job's id and the time of its last change, so a job that comes to rest again is a new entry.
 */
export const restsOf = (jobs: readonly JobSummary[]): ReadonlySet<string> =>
  new Set(jobs.filter(({ state }) => isIn('resting', state)).map(({ id, updatedAt }) => `${id} ${String(updatedAt)}`))

/** Whether a job came to rest between two reads. The states are not compared, because a short job may never be seen running. */
export const hasComeToRest = (before: ReadonlySet<string>, after: ReadonlySet<string>): boolean =>
  [...after].some((rest) => !before.has(rest))

export type CustomerState = ReturnType<typeof useCustomer>

/** Each page has slots of its own. The end of another page, or another window, must not cancel its requests. */
const makeSlots = () => ({ page: makeSlot('customer-page'), bindings: makeSlot('customer-lights') })

const mostBoxes = 50
const noJobs: readonly JobSummary[] = []

/** A delay of 0 milliseconds still uses a timer, so that a page that is left at once sends no request. */
const delay = 0

/**
 * Loads the platform's data of a customer, then the hostnames of each box. Reloads when one of the customer's jobs comes to rest, and calls
 * `onRest` then.
 */
export function useCustomer(userid: string, customermappingid: string, onRest: () => void) {
  const { bridge } = useServices()
  const [slots] = useState(makeSlots)
  const page = useRead('customers.read', { slot: slots.page, userid, customermappingid }, { delay })
  const { value: answer, error, refresh } = page
  const { at, devices = [] } = answer?.kind === 'customer' ? answer : {}
  const boxes = devices.slice(0, mostBoxes).map(({ id }) => id)
  const bindingsRequest = boxes.length === 0 ? undefined : { slot: slots.bindings, userid, boxes }
  const { value: bindings } = useRead('customers.bindings', bindingsRequest, { scope: at, keepsLast: true })
  const jobs = useRead('customers.jobs', userid === '' ? undefined : { userid }, { delay, follows: {} }).value?.jobs
  const rests = useRef<ReadonlySet<string>>(undefined)
  const readAgain = useEffectEvent(() => {
    void refresh()
    onRest()
  })
  useEffect(() => {
    const before = rests.current
    rests.current = jobs === undefined ? undefined : restsOf(jobs)
    if (before !== undefined && rests.current !== undefined && hasComeToRest(before, rests.current)) readAgain()
  }, [jobs])
  useEffect(
    () => () => {
      for (const slot of Object.values(slots)) void bridge.call('customers.cancel', { slot })
    },
    [bridge, slots],
  )
  return {
    answer,
    bindings,
    jobs: jobs ?? noJobs,
    isBusy: page.isBusy || (answer === undefined && error === undefined),
    error,
    refresh: () => void refresh(),
  }
}
