import { Network } from 'lucide-react'
import type { FleetCheck, JobDetail, JobSummary, WhyCode } from '../../../../shared/domain/job.ts'
import { activationKinds, type JobKind, type StepKind } from '../../../../shared/domain/job-kinds.ts'
import { t } from '../../locale.ts'
import { formatWhen, formatTime } from '../../ui/format-time.ts'
import type { Activation, Intent } from '../../../../shared/domain/activation.ts'
import { lacksHostname } from '../ticket/job-chip.tsx'
import type { SendingStop } from '../../state/snapshot-store.ts'

/** The text below a job's state: the reason, the platform's words, and until when the job waits. */
export function sayWhy(job: Pick<JobSummary, 'why' | 'waitsUntil' | 'fleet'>): string | undefined {
  const { why, waitsUntil } = job
  const parts = [
    ...(why === undefined ? [] : sayReason(job, why)),
    ...(waitsUntil === undefined ? [] : [t('queue.until', { time: formatTime(waitsUntil) })]),
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}

/** Returns the key of the fleet's text for a job whose box or customer is in another job. Undefined if the usual text fits. */
function claimWords({
  why,
  fleet,
}: Pick<JobSummary, 'why' | 'fleet'>): `queue.fleet.${'forFreed' | 'own' | 'ownDone' | 'done'}` | undefined {
  if (why?.code !== 'claimed-elsewhere') return undefined
  if (fleet?.state === 'freed') return 'queue.fleet.forFreed'
  // The other job can be a job of this computer, for example a job that was moved to this computer.
  if (fleet?.isOwn === true) return fleet.isDone === true ? 'queue.fleet.ownDone' : 'queue.fleet.own'
  return fleet?.isDone === true ? 'queue.fleet.done' : undefined
}

/** Says what the technician does next. `isEffect` and `actions`: as for `adviceForUndecided`. */
export function sayNext(
  job: Pick<JobSummary, 'fleet' | 'state' | 'kind'> & { readonly why: NonNullable<JobSummary['why']> },
  isEffect = changesBy(job.kind),
  actions?: JobDetail['actions'],
): string {
  const words = claimWords(job)
  const { code } = job.why
  if (words !== undefined) return t(`${words}.next`)
  return t(job.state === 'needs-you' ? adviceForUndecided(code, isEffect, actions) : `why.${code}.next`)
}

/**
 * Returns the key of the advice for an undecided job. It may only name actions that the job offers. An undecided job cannot be corrected if
 * its first call may have arrived. It cannot be marked as present while the user ID that the platform made is unknown. `isEffect`: whether the
 * job changes something that exists, so the advice asks about an effect and not about a presence. `actions`: the actions that the job offers.
 * Absent in a list, where they are not known.
 */
function adviceForUndecided(code: WhyCode, isEffect: boolean, actions: JobDetail['actions'] = []) {
  if ((code === 'password-asked' && !actions.includes('correct')) || code === 'somebody-else')
    return `queue.known.${code}` as const
  const asked = askingIfThere.find((one) => one === code)
  if (isEffect && asked !== undefined) return `queue.known.effect.${asked}` as const
  const isUnnamed = actions.length > 0 && !actions.includes('it-is-there')
  return `why.${isUnnamed && asked !== undefined && asked !== 'sent-twice' ? 'log-in-unknown' : code}.next` as const
}

/** The reasons whose advice is to say whether it is there. They can be the reason of a creation whose user ID the platform makes. */
const askingIfThere = [
  'reply-lost-unreadable',
  'perhaps-sent-unreadable',
  'earlier-try-took-effect',
  'earlier-try-unclear',
  'sent-twice',
] as const satisfies readonly WhyCode[]

/** Whether a step changes something that exists. The other steps create something. */
export const isChange: Readonly<Record<StepKind, boolean>> = {
  'create-customer': false,
  'bind-user': false,
  'bind-hostname': false,
  renew: true,
  'change-product': true,
  disable: true,
  enable: true,
}

const changingKinds: Readonly<Record<JobKind, boolean>> = {
  'new-customer': false,
  'existing-customer': false,
  hostname: false,
  renewal: true,
  'product-change': true,
  disable: true,
  enable: true,
  console: false,
}

/** Whether a kind of job changes something that exists. A job from the console may do so; its kind does not tell. */
export const changesBy = (kind: JobKind): boolean => changingKinds[kind]

function sayReason(
  job: Pick<JobSummary, 'why' | 'fleet'>,
  { code, detail }: NonNullable<JobSummary['why']>,
): readonly string[] {
  const words = claimWords(job)
  if (words !== undefined) return [t(`${words}.says`)]
  if (detail === undefined) return [t(`why.${code}.says`)]
  if (code === 'platform-refused') return [t('queue.platformSaidNo', { detail })]
  const isElsewhere = code === 'exported' || code === 'handed-over' || code === 'moved-away'
  const told = isElsewhere ? 'queue.computer' : code === 'person-dropped' ? 'queue.reason' : 'queue.platformSaid'
  return [t(`why.${code}.says`), t(told, { detail })]
}

/** A job that comes from the activation form. */
export type DraftedJob = JobDetail & { readonly intent: Activation }

/** Whether this work is entered and corrected in the activation form. */
export function isDrafted(intent: Intent): intent is Activation {
  return activationKinds.some((kind) => kind === intent.kind)
}

export function isDraftedJob(job: JobDetail): job is DraftedJob {
  return isDrafted(job.intent)
}

/** Whether no step of a job was sent or is being sent, so that the job can become a draft again. */
export function isUnsent({ summary, actions, steps }: Pick<JobDetail, 'summary' | 'actions' | 'steps'>): boolean {
  const isWaiting = summary.state === 'saved' || summary.state === 'waiting'
  return isWaiting && actions.includes('drop') && steps.every(({ attempts }) => attempts.length === 0)
}

/** The reasons after which Setdesk sends a job without the technician, unless sending has been stopped. */
const goesOnAlone: ReadonlySet<WhyCode> = new Set([
  'network',
  'platform-busy',
  'processing-time',
  'sending-order',
  'read-back-first',
])

/**
 * Returns the meaning of a job's state, and what the technician does next, if that is known. `hostnames`: the hostnames that the
 * connection's boxes need. A box that was bound without a hostname still needs a hostname. `stop`: what
 * has stopped sending until a technician ends it.
 */
export function sayOutcome(
  job: JobSummary,
  hostnames: readonly string[] | undefined,
  stop: SendingStop | undefined,
  means: string = t(`states.${job.state}.means`),
): { readonly says: string; readonly next?: string } {
  const { state, why } = job
  if (stop !== undefined && (why === undefined ? state === 'saved' : goesOnAlone.has(why.code)))
    return { says: sayWhy(job) ?? t('states.saved.means'), next: t(`frame.banners.${stop}`) }
  const says = sayWhy(job) ?? means
  if ((state === 'done' || state === 'unconfirmed') && lacksHostname(job, hostnames)) {
    const missing = t('activation.hostname.none')
    return { says: state === 'done' ? missing : `${says} ${missing}` }
  }
  return { says, ...(why !== undefined && { next: sayNext({ ...job, why }) }) }
}

/**
 * Returns the text below a job's chip in a list. Undefined for a done job whose box lacks its hostname, because the usual text would
 * only say that the platform shows the box.
 */
export const sayBelowChip = (job: JobSummary, hostnames: readonly string[] | undefined): string | undefined =>
  job.state === 'done' && lacksHostname(job, hostnames) ? undefined : sayWhy(job)

export function FleetMark({ job, now }: { readonly job: Pick<JobSummary, 'fleet'>; readonly now: number }) {
  if (job.fleet === undefined) return undefined
  return (
    <span data-fleet={job.fleet.state} className="mt-0.5 flex max-w-80 items-start gap-1.5 text-small text-soft">
      <Network aria-hidden size="0.875rem" className="mt-0.5 shrink-0" />
      {sayFleet(job.fleet, now)}
    </span>
  )
}

function sayFleet({ state, station = '', since, isDone, isOwn }: FleetCheck, now: number): string {
  if (state === 'accepted') return t(isOwn === true ? 'queue.fleet.own.accepted' : 'queue.fleet.accepted', { station })
  if (state === 'freed' && isOwn === true) return t('queue.fleet.own.freed')
  if (state !== 'conflict') return t(`queue.fleet.${state}`, { station })
  const conflict = isDone === true ? 'conflictDone' : 'conflict'
  const time = since === undefined ? undefined : formatWhen(since, now)
  const ownUndated = isDone === true ? 'queue.fleet.ownDone.says' : 'queue.fleet.own.says'
  if (isOwn === true) return time === undefined ? t(ownUndated) : t(`queue.fleet.own.${conflict}`, { time })
  if (time === undefined) return t(`queue.fleet.${conflict}Undated`, { station })
  return t(`queue.fleet.${conflict}`, { station, time })
}
