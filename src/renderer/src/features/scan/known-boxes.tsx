import { Link } from 'wouter'
import type { BoxHolder, Response } from '../../../../shared/bridge/contract.ts'
import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { isIn, type JobSummary } from '../../../../shared/domain/job.ts'
import { joinWords, t } from '../../locale.ts'
import { customerPath, customerWishes, hostnamePath, queuePath } from '../../routes.ts'
import { useRead } from '../../state/use-read.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { formatWhen, useNow } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { JobChip } from '../ticket/job-chip.tsx'

/** Returns the jobs on this computer that already have the box, without dropped jobs and without the job with the id `except`. */
export function useKnownJobs(identifier: DeviceIdentifier | undefined, except?: string): readonly JobSummary[] {
  return useKnownBox(identifier).jobs.filter((job) => job.state !== 'dropped' && job.id !== except)
}

const nothing: Response<'box.look-up'> = { jobs: [], holders: [] }

/**
 * Whether the box is in a job that was not dropped, or the platform listed it with a customer. False until that was read. Boxes are often
 * bound to their hostname in advance, so a hostname alone does not count.
 */
export function useIsUsed(identifier: DeviceIdentifier | undefined): boolean {
  const { jobs, holders } = useKnownBox(identifier)
  return holders.some(({ by }) => by === 'customer') || jobs.some(keepsBox)
}

const keepsBox = ({ kind, state }: JobSummary): boolean =>
  state !== 'dropped' && (kind !== 'hostname' || !isIn('resting', state) || state === 'needs-you')

/** Returns what this computer knows about a box, without a call to the platform. */
function useKnownBox(identifier: DeviceIdentifier | undefined): Response<'box.look-up'> {
  return useRead('box.look-up', identifier && { identifier }).value ?? nothing
}

interface KnownBoxesProps {
  readonly jobs: readonly JobSummary[]
  readonly isChosen: boolean
  /** Uses the box although it is in these jobs. Absent if the box is not about to be used. */
  readonly onChoose?: () => void
}

export function KnownBoxes({ jobs, isChosen, onChoose }: KnownBoxesProps) {
  const now = useNow()
  if (jobs.length === 0) return undefined
  return (
    <Notice
      tone="warning"
      title={t('scan.known.title', { count: jobs.length })}
      actions={
        isChosen ? (
          <p className="text-ink">{t('scan.known.anywayChosen')}</p>
        ) : onChoose === undefined ? undefined : (
          <Button size="large" onPress={onChoose}>
            {t('scan.known.anyway')}
          </Button>
        )
      }
    >
      <ul className="grid gap-1.5">
        {jobs.slice(0, 3).map((job) => (
          <li key={job.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <JobChip job={job} />
            <span>
              {t('scan.known.row', {
                who: job.customerName ?? job.userid ?? job.hostname ?? t('scan.known.nobody'),
                when: formatWhen(job.createdAt, now),
              })}
            </span>
            <Link href={queuePath('all', job.id)} className="text-accent underline underline-offset-2">
              {t('scan.known.open')}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface BoxOwnersProps {
  readonly identifier: DeviceIdentifier | undefined
  /** Called when the technician opens the page of the customer who has the box. */
  readonly onLeave: () => void
}

/**
 * Lists the customers and hostnames that have this box, according to this computer's finished jobs and the platform's last answers.
 * Offers the usual actions for a box in service. The technician can use the box anyway.
 */
export function BoxOwners({ identifier, onLeave }: BoxOwnersProps) {
  const known = useKnownBox(identifier)
  const owners = ownersOf(known)
  const rest = known.holders.filter((holder) => holder.by === 'hostname' || holder.userid === undefined)
  return (
    <>
      {identifier === undefined
        ? undefined
        : owners.map((owner) => (
            <OwnerPanel key={owner.userid} owner={owner} box={identifier.value} onLeave={onLeave} />
          ))}
      {rest.length === 0 ? undefined : (
        <Notice tone="info" announce="off" title={t('scan.holders.title')}>
          <ul className="grid gap-1">
            {rest.slice(0, 5).map((holder) => (
              <li key={`${holder.by} ${nameOf(holder)}`}>
                <Holder holder={holder} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

export interface BoxOwner {
  readonly userid: string
  readonly name?: string | undefined
  /** When the platform said that this customer has the box, or when this computer saved the job. Milliseconds since 1970. */
  readonly at: number
  readonly isToldByPlatform: boolean
}

/** Returns the customers that have the box, each only once. The platform's answer counts more than a job of this computer. */
export function ownersOf({ jobs, holders }: Response<'box.look-up'>): readonly BoxOwner[] {
  const told = holders.flatMap((holder): readonly BoxOwner[] => {
    if (holder.by === 'hostname' || holder.userid === undefined) return []
    return [{ userid: holder.userid, name: holder.name, at: holder.at, isToldByPlatform: true }]
  })
  const saved = jobs.flatMap(({ userid, customerName: name, createdAt: at, state }): readonly BoxOwner[] =>
    userid !== undefined && (state === 'done' || state === 'unconfirmed')
      ? [{ userid, name, at, isToldByPlatform: false }]
      : [],
  )
  const all = [...told, ...saved]
  return all.filter(({ userid }, index) => all.findIndex((owner) => owner.userid === userid) === index)
}

interface OwnerPanelProps extends Pick<BoxOwnersProps, 'onLeave'> {
  readonly owner: BoxOwner
  readonly box: string
}

function OwnerPanel({ owner, box, onLeave }: OwnerPanelProps) {
  const when = formatWhen(owner.at, useNow())
  const title = t('scan.owner.title', { who: owner.name ?? owner.userid })
  return (
    <section
      aria-label={title}
      data-owner
      className="grid gap-2 rounded-normal border-s-[6px] border-ink bg-surface px-4 py-3 shadow-lift"
    >
      <div className="min-w-0">
        <p className="text-lead font-bold [overflow-wrap:anywhere]">{title}</p>
        <p className="text-small text-soft">
          {joinWords([owner.userid, t(owner.isToldByPlatform ? 'scan.owner.told' : 'scan.owner.saved', { when })])}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {([undefined, ...customerWishes] as const).map((wish) => (
          <LinkButton key={wish ?? 'open'} to={customerPath(owner, wish && { wish, box })} onClick={onLeave}>
            {t(`scan.owner.${wish ?? 'open'}`)}
          </LinkButton>
        ))}
      </div>
    </section>
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

function pathOf(holder: BoxHolder): string | undefined {
  if (holder.by === 'hostname') return hostnamePath(holder.hostname)
  return holder.userid === undefined ? undefined : customerPath({ userid: holder.userid })
}

function nameOf(holder: BoxHolder): string {
  if (holder.by === 'hostname') return holder.hostname
  return joinWords([holder.name, holder.userid])
}
