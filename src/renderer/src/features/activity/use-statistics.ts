import type { Request } from '../../../../shared/bridge/contract.ts'
import { useSnapshot } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'

/** Milliseconds: jobs change in groups, and a name is typed letter by letter. */
const [pause, delay] = [1500, 200]

/** The statistics of the active connection's jobs, kept up to date. */
export function useStatistics({
  edges,
  technician,
  kinds,
}: Omit<Request<'activity.statistics'>, 'edges'> & {
  readonly edges: readonly number[]
}) {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  return useRead(
    'activity.statistics',
    { edges: [...edges], technician, kinds },
    { scope, delay, keepsLast: true, follows: { pause } },
  )
}
