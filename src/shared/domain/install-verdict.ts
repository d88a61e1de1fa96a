import type { BoxBinding, CustomerDevice } from './customer/customer-view.ts'
import { readDay, type Day } from './day.ts'
import { knownStatus, type CustomerStatus } from './customer/customer.ts'

/**
 * The checks of an install in the order of the vendor's checklist: customer status, end of the subscription, the customer's boxes, the
 * device limit, and the hostname.
 */
export const verdictSubjects = ['status', 'end-date', 'box', 'limit', 'hostname'] as const
export type VerdictSubject = (typeof verdictSubjects)[number]

export const verdictFindings = {
  status: ['active', 'trial', 'pending', 'expired', 'disabled', 'other', 'not-told'],
  'end-date': ['ahead', 'soon', 'today', 'past', 'not-told', 'not-understood'],
  box: ['there', 'none', 'not-read', 'ours-missing'],
  limit: ['room', 'full', 'over', 'not-told'],
  hostname: ['all', 'some-missing', 'none-asked', 'not-read', 'no-box', 'not-looked'],
} as const satisfies Record<VerdictSubject, readonly string[]>

/** `unknown`: the platform did not say, so the check speaks neither for the install nor against it. */
export type CheckOutcome = 'good' | 'note' | 'bad' | 'unknown'

export type VerdictCheck = {
  readonly [S in VerdictSubject]: {
    readonly subject: S
    readonly finding: (typeof verdictFindings)[S][number]
    readonly outcome: CheckOutcome
  }
}[VerdictSubject]

export const verdictSteps = [
  'nothing',
  'first-log-in',
  'enable',
  'renew',
  'renew-soon',
  'add-box',
  'add-missing-box',
  'free-a-box',
  'bind-hostname',
  'look-again',
] as const
export type VerdictStep = (typeof verdictSteps)[number]

export interface InstallVerdict {
  /** `works`: all checks are known and none is bad. `works-perhaps`: none is bad, but some are unknown. `fails`: at least one is bad. */
  readonly outcome: 'works' | 'works-perhaps' | 'fails'
  readonly checks: readonly VerdictCheck[]
  readonly next: VerdictStep
}

/** What the platform said about a customer; unknown values are absent. */
export interface VerdictGround {
  readonly status?: string | undefined
  readonly endDate?: string | undefined
  readonly deviceLimit?: string | undefined
  readonly devices?: readonly CustomerDevice[] | undefined
  /** Absent until the hostnames have been read. */
  readonly bindings?: readonly BoxBinding[] | undefined
  /** How many boxes from this computer's finished jobs are missing from the customer's list. */
  readonly missingBoxes?: number | undefined
  readonly today: Day
}

/** How many days before the end date the warning starts. This leaves time for a visit to renew the subscription. */
const soon = 7

/** Judges by the vendor's checklist whether an install works, and names the next step if it does not (What things mean). */
export function judgeInstall(ground: VerdictGround): InstallVerdict {
  const checks: readonly VerdictCheck[] = [
    checkStatus(ground),
    checkEndDate(ground),
    checkBox(ground),
    checkLimit(ground),
    checkHostname(ground),
  ]
  const isBad = checks.some(({ outcome }) => outcome === 'bad')
  const isOpen = checks.some(({ outcome }) => outcome === 'unknown')
  return { outcome: isBad ? 'fails' : isOpen ? 'works-perhaps' : 'works', checks, next: chooseStep(checks) }
}

/** Days until the end date: 0 on the last day, negative after it. Undefined if the date cannot be read. */
export function daysLeft(endDate: string | undefined, today: Day): number | undefined {
  const day = endDate === undefined ? undefined : readDay(endDate)
  return day === undefined ? undefined : day - today
}

const ofStatus = {
  Active: { finding: 'active', outcome: 'good' },
  Trial: { finding: 'trial', outcome: 'good' },
  Pending: { finding: 'pending', outcome: 'note' },
  Expired: { finding: 'expired', outcome: 'bad' },
  Disabled: { finding: 'disabled', outcome: 'bad' },
} as const satisfies Record<CustomerStatus, Omit<VerdictCheck, 'subject'>>

function checkStatus({ status }: VerdictGround): VerdictCheck {
  const subject = 'status'
  if (status === undefined) return { subject, finding: 'not-told', outcome: 'unknown' }
  const known = knownStatus(status)
  return known === undefined ? { subject, finding: 'other', outcome: 'unknown' } : { subject, ...ofStatus[known] }
}

/** The last day has its own finding, because a box treats a subscription with under an hour left as expired. */
function checkEndDate({ endDate, today }: VerdictGround): VerdictCheck {
  const subject = 'end-date'
  if (endDate === undefined) return { subject, finding: 'not-told', outcome: 'unknown' }
  const left = daysLeft(endDate, today)
  if (left === undefined) return { subject, finding: 'not-understood', outcome: 'unknown' }
  if (left < 0) return { subject, finding: 'past', outcome: 'bad' }
  if (left === 0) return { subject, finding: 'today', outcome: 'note' }
  return left <= soon ? { subject, finding: 'soon', outcome: 'note' } : { subject, finding: 'ahead', outcome: 'good' }
}

function checkBox({ devices, missingBoxes = 0 }: VerdictGround): VerdictCheck {
  const subject = 'box'
  if (devices === undefined) return { subject, finding: 'not-read', outcome: 'unknown' }
  if (missingBoxes > 0) return { subject, finding: 'ours-missing', outcome: 'bad' }
  return devices.length === 0
    ? { subject, finding: 'none', outcome: 'bad' }
    : { subject, finding: 'there', outcome: 'good' }
}

/**
 * A full device limit is only a note: it blocks a further box, but not the boxes on the list. More boxes than the limit are bad. The
 * platform may leave expired boxes out of its count.
 */
function checkLimit({ deviceLimit, devices }: VerdictGround): VerdictCheck {
  const subject = 'limit'
  const limit = /^\d{1,4}$/.test(deviceLimit ?? '') ? Number(deviceLimit) : 0
  if (limit === 0 || devices === undefined) return { subject, finding: 'not-told', outcome: 'note' }
  if (devices.length > limit) return { subject, finding: 'over', outcome: 'bad' }
  return devices.length === limit
    ? { subject, finding: 'full', outcome: 'note' }
    : { subject, finding: 'room', outcome: 'good' }
}

function checkHostname({ devices, bindings }: VerdictGround): VerdictCheck {
  const subject = 'hostname'
  if (devices !== undefined && devices.length === 0) return { subject, finding: 'no-box', outcome: 'note' }
  if (bindings === undefined) return { subject, finding: 'not-looked', outcome: 'unknown' }
  if (bindings.some(({ light }) => light === 'off')) return { subject, finding: 'some-missing', outcome: 'bad' }
  if (bindings.some(({ light }) => light === 'unread')) return { subject, finding: 'not-read', outcome: 'unknown' }
  const isAsked = bindings.length > 0 && bindings.every(({ light }) => light === 'on')
  return isAsked ? { subject, finding: 'all', outcome: 'good' } : { subject, finding: 'none-asked', outcome: 'note' }
}

/** Picks one step, in the order in which the problems affect a box. While the customer is blocked, no other step helps. */
function chooseStep(checks: readonly VerdictCheck[]): VerdictStep {
  const says = (...findings: readonly string[]): boolean => checks.some(({ finding }) => findings.includes(finding))
  if (says('disabled')) return 'enable'
  if (says('expired', 'past')) return 'renew'
  if (says('ours-missing')) return 'add-missing-box'
  if (says('none')) return 'add-box'
  if (says('over')) return 'free-a-box'
  if (says('some-missing')) return 'bind-hostname'
  if (says('pending')) return 'first-log-in'
  if (says('soon', 'today')) return 'renew-soon'
  return checks.some(({ outcome }) => outcome === 'unknown') ? 'look-again' : 'nothing'
}
