import type { JobSummary } from '../../../../shared/domain/job.ts'
import { StateChip } from '../../ui/state-chip.tsx'
import { sayWithoutHostname, useHostnames } from './hostnames.ts'

interface JobChipProps {
  /** Without a connection id, the job belongs to the active connection. */
  readonly job: Pick<JobSummary, 'kind' | 'state' | 'why' | 'box' | 'hostname'> &
    Partial<Pick<JobSummary, 'connectionId'>>
  readonly size?: 'normal' | 'large'
}

/** The state of a job. A box that was bound without the required hostname is not shown as simply done. */
export function JobChip({ job, size = 'normal' }: JobChipProps) {
  const word = sayWithoutHostname(job, useHostnames(job.connectionId))
  return (
    <StateChip
      state={job.state}
      why={job.why?.code}
      size={size}
      {...(word !== undefined && { look: 'needs-you', word })}
    />
  )
}
