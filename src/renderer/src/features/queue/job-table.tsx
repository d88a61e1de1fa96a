import { Link } from 'wouter'
import type { JobSummary } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { formatWhen } from '../../ui/format-time.ts'
import { clsx } from 'clsx'
import { JobChip, useHostnames } from '../ticket/job-chip.tsx'
import { Identifier } from '../ticket/device-label.tsx'
import { FleetMark, sayBelowChip } from './say-job.tsx'

const columns = ['when', 'box', 'customer', 'state'] as const

/** The CSS classes of a cell in a table of jobs or events. */
export const tableCell = 'px-3 py-2.5 align-top first:ps-5 last:pe-5 max-narrow:block max-narrow:px-5 max-narrow:py-0.5'

/** The cell of a job. In a narrow pane the cells stand below each other, as in a narrow window. */
const jobCell = `${tableCell} @max-xl:block @max-xl:px-5 @max-xl:py-0.5`

/** The CSS classes of a link that covers its whole row. */
export const rowLink =
  "no-underline after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-[-2px] focus-visible:after:outline-focus"

export function HeadRow({ names }: { readonly names: readonly string[] }) {
  return (
    <tr className="border-b border-line text-small text-soft">
      {names.map((name) => (
        <th key={name} scope="col" className="px-3 py-2 text-start font-semibold first:ps-5 last:pe-5">
          {name}
        </th>
      ))}
    </tr>
  )
}

interface JobTableProps {
  readonly label: string
  readonly jobs: readonly JobSummary[]
  readonly now: number
  readonly pathOf: (job: JobSummary) => string
  readonly openId?: string | undefined
}

export function JobTable({ label, jobs, now, pathOf, openId }: JobTableProps) {
  return (
    <div className="@container">
      <table aria-label={label} className="w-full border-collapse text-start">
        <thead className="max-narrow:sr-only @max-xl:sr-only">
          <HeadRow names={columns.map((column) => t(`queue.columns.${column}`))} />
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} now={now} path={pathOf(job)} isOpen={job.id === openId} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface JobRowProps extends Pick<JobTableProps, 'now'> {
  readonly job: JobSummary
  readonly path: string
  readonly isOpen: boolean
}

function JobRow({ job, now, path, isOpen }: JobRowProps) {
  const why = sayBelowChip(job, useHostnames(job.connectionId))
  return (
    <tr
      data-job={job.id}
      className={clsx(
        'relative border-b border-line transition-colors last:border-0 hover:bg-sunken max-narrow:block max-narrow:py-2 @max-xl:block @max-xl:py-2',
        isOpen && 'bg-accent-tint hover:bg-accent-tint',
      )}
    >
      <td className={clsx(jobCell, 'whitespace-nowrap')}>
        <Link
          href={path}
          {...(isOpen ? { 'aria-current': 'true' } : {})}
          className={clsx('font-semibold text-ink tabular-nums', rowLink)}
        >
          {formatWhen(job.createdAt, now)}
        </Link>
        <span className="block text-small text-soft">{t(`queue.kinds.${job.kind}`)}</span>
      </td>
      <td className={jobCell}>
        {job.box === undefined ? (
          <span className="text-soft">{t('queue.noBox')}</span>
        ) : (
          <span className={clsx('font-semibold', job.box.kind === 'mac' && 'narrow:whitespace-nowrap')}>
            <Identifier identifier={job.box} />
          </span>
        )}
        <span className="block text-small text-soft">{job.box?.kind === 'serial' ? t('queue.serial') : job.model}</span>
      </td>
      <td className={clsx(jobCell, '[overflow-wrap:anywhere]')}>
        {job.customerName ?? job.userid ?? <NoCustomer job={job} />}
        <span className="block text-small text-soft">{job.productName ?? job.hostname}</span>
      </td>
      <td className={jobCell}>
        <JobChip job={job} />
        {why === undefined ? undefined : <span className="mt-1 block max-w-80 text-small text-soft">{why}</span>}
        {job.origin === undefined ? undefined : (
          <span className="mt-0.5 block max-w-80 text-small text-soft">{t(`queue.origins.${job.origin}`)}</span>
        )}
        <FleetMark job={job} now={now} />
      </td>
    </tr>
  )
}

/** Shown for a job without customer data. Work on a hostname has no customer. The data of any other such job was purged. */
function NoCustomer({ job }: { readonly job: JobSummary }) {
  return job.hostname === undefined ? undefined : <span className="text-soft">{t('queue.noCustomer')}</span>
}
