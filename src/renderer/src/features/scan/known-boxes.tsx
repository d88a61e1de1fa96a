import { Link } from 'wouter'
import type { BoxHolder, Response } from '../../../../shared/bridge/contract.ts'
import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import type { JobSummary } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { customerPath, hostnamePath, queuePath } from '../../routes.ts'
import { useNow } from '../../state/use-now.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { formatWhen } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { StateChip } from '../../ui/state-chip.tsx'

/** Jobs on this computer that already have the box. Dropped jobs and the job `except` do not count. */
export function useKnownJobs(identifier: DeviceIdentifier | undefined, except?: string): readonly JobSummary[] {
  return useKnownBox(identifier).jobs.filter((job) => job.state !== 'dropped' && job.id !== except)
}

const nothing: Response<'box.look-up'> = { jobs: [], holders: [] }

/** What this computer knows of a box, without asking the platform. */
function useKnownBox(identifier: DeviceIdentifier | undefined): Response<'box.look-up'> {
  return useRead('box.look-up', identifier && { identifier }).value ?? nothing
}

interface KnownBoxesProps {
  readonly jobs: readonly JobSummary[]
  readonly isChosen: boolean
  readonly onChoose: () => void
  /** The technician goes to the customer who has the box. */
  readonly onLeave?: () => void
}

/** Lists the jobs that have this box, with links, and lets the technician use it anyway on purpose. */
export function KnownBoxes({ jobs, isChosen, onChoose, onLeave }: KnownBoxesProps) {
  const now = useNow()
  if (jobs.length === 0) return undefined
  return (
    <Notice
      tone="warning"
      title={t('scan.known.title', { count: jobs.length })}
      actions={
        isChosen ? (
          <p className="text-ink">{t('scan.known.anywayChosen')}</p>
        ) : (
          <Button size="large" onPress={onChoose}>
            {t('scan.known.anyway')}
          </Button>
        )
      }
    >
      <ul className="grid gap-1.5">
        {jobs.slice(0, 3).map((job) => (
          <li key={job.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StateChip state={job.state} why={job.why?.code} />
            <span>
              {t('scan.known.row', {
                who: job.customerName ?? job.userid ?? job.hostname ?? t('scan.known.nobody'),
                when: formatWhen(job.createdAt, now),
              })}
            </span>
            <Link href={queuePath('all', job.id)} className="text-accent underline underline-offset-2">
              {t('scan.known.open')}
            </Link>
            {job.userid !== undefined && isInService(job) ? (
              <Link
                href={customerPath({ userid: job.userid })}
                onClick={() => onLeave?.()}
                className="text-accent underline underline-offset-2"
              >
                {t('scan.known.customer')}
              </Link>
            ) : undefined}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Whether the customer of a job has the box now, so that it can be swapped or the subscription renewed. */
const isInService = ({ state }: JobSummary): boolean => state === 'done' || state === 'unconfirmed'

/**
 * Which customer or hostname had this box when the platform was last asked, and how long ago. Information only, it
 * blocks nothing.
 */
export function BoxHolders({ identifier }: { readonly identifier: DeviceIdentifier | undefined }) {
  const { holders } = useKnownBox(identifier)
  if (holders.length === 0) return undefined
  return (
    <Notice tone="info" announce="off" title={t('scan.holders.title')}>
      <ul className="grid gap-1">
        {holders.slice(0, 5).map((holder) => (
          <li key={`${holder.by} ${nameOf(holder)}`}>
            <Holder holder={holder} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Holder({ holder }: { readonly holder: BoxHolder }) {
  const when = formatWhen(holder.at, useNow())
  const says =
    holder.by === 'hostname'
      ? t('scan.holders.hostname', { hostname: holder.hostname })
      : t('scan.holders.customer', { who: nameOf(holder) })
  const path = pathOf(holder)
  return (
    <span>
      {path === undefined ? (
        says
      ) : (
        <Link href={path} className="text-accent underline underline-offset-2">
          {says}
        </Link>
      )}{' '}
      {t('scan.holders.asOf', { when })}
    </span>
  )
}

/** The page of the holder; undefined for a customer whose user ID is unknown. */
function pathOf(holder: BoxHolder): string | undefined {
  if (holder.by === 'hostname') return hostnamePath(holder.hostname)
  return holder.userid === undefined ? undefined : customerPath({ userid: holder.userid })
}

function nameOf(holder: BoxHolder): string {
  if (holder.by === 'hostname') return holder.hostname
  return [holder.name, holder.userid].filter((part) => part !== undefined).join(' · ')
}
