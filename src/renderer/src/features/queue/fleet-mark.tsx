import { Network } from 'lucide-react'
import type { FleetCheck, JobSummary } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { formatWhen } from '../../ui/format-time.ts'

/** What the fleet's hub said of a job, and who has its box. Nothing if it was checked, or if there is no fleet. */
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
  if (isOwn === true) return time === undefined ? t('queue.fleet.own.says') : t(`queue.fleet.own.${conflict}`, { time })
  if (time === undefined) return t(`queue.fleet.${conflict}Undated`, { station })
  return t(`queue.fleet.${conflict}`, { station, time })
}
