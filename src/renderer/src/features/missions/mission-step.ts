import type { JobSummary } from '../../../../shared/domain/job.ts'
import type { BegunMission } from '../../../../shared/domain/missions.ts'
import type { paths } from '../../routes.ts'

/** What to do next. `stuck`: the job rests, and is not done. */
export type MissionStep =
  | 'cut'
  | 'scan'
  | 'type'
  | 'scan-broken'
  | 'open-customer'
  | 'replace'
  | 'mend'
  | 'sending'
  | 'stuck'
  | 'done'

interface Circumstances {
  readonly screen: keyof typeof paths
  /** The job of the mission's box, if it was saved. */
  readonly job: Pick<JobSummary, 'state'> | undefined
  readonly isCut: boolean
}

const underWay: ReadonlySet<string> = new Set(['saved', 'sending', 'checking', 'waiting'])

/** The step at which a mission is, judged by what was saved and by the screen that is open. */
export function stepOf(mission: Pick<BegunMission, 'name'>, { screen, job, isCut }: Circumstances): MissionStep {
  if (job !== undefined) {
    if (job.state === 'done') return isCut ? 'mend' : 'done'
    if (!underWay.has(job.state)) return 'stuck'
    return isCut ? 'mend' : 'sending'
  }
  if (mission.name === 'offline' && !isCut) return 'cut'
  if (mission.name !== 'swap') return screen === 'activate' ? 'type' : 'scan'
  if (screen === 'customers') return 'replace'
  return screen === 'activate' ? 'open-customer' : 'scan-broken'
}

/** The box whose label the step needs; undefined if it needs none. */
export function labelOf({ box, broken }: BegunMission, step: MissionStep): string | undefined {
  if (step === 'scan' || step === 'type' || step === 'replace') return box
  return step === 'scan-broken' || step === 'open-customer' ? broken : undefined
}

/** The job of the mission's box. A job that was dropped does not count, and a swap is no activation. */
export function jobOf({ name, box }: BegunMission, jobs: readonly JobSummary[]): JobSummary | undefined {
  return jobs.find(
    (job) => job.box?.value === box && job.state !== 'dropped' && (name !== 'swap' || job.kind === 'existing-customer'),
  )
}
