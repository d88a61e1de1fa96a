import type { JobSummary } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { useSnapshot } from '../../state/services.tsx'
import { StateChip } from '../../ui/state-chip.tsx'
import { lacksHostname } from './lacks-hostname.ts'

interface JobChipProps {
  readonly job: JobSummary
  readonly size?: 'normal' | 'large'
}

/** The state of a job. A box that is bound without the hostname it needs is not plainly done. */
export function JobChip({ job, size = 'normal' }: JobChipProps) {
  const hostnames = useSnapshot(
    ({ connections }) => connections.find(({ settings }) => settings.id === job.connectionId)?.settings.hostnames,
  )
  const isDark = job.state === 'done' && lacksHostname(job, hostnames)
  return (
    <StateChip
      state={job.state}
      why={job.why?.code}
      size={size}
      {...(isDark && { look: 'needs-you', word: t('states.done.noHostname') })}
    />
  )
}
