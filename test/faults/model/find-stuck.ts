import type { JobSummary } from '../../../src/shared/domain/job.ts'

type Told = Pick<JobSummary, 'state' | 'userid' | 'box'>

const atRest: ReadonlySet<JobSummary['state']> = new Set(['done', 'unconfirmed', 'refused', 'dropped', 'needs-you'])

/** The jobs that neither rest nor wait behind a job that needs a technician, for the same customer or box. */
export function findStuck<Job extends Told>(jobs: readonly Job[]): readonly Job[] {
  const blocked = new Set(jobs.filter(({ state }) => state === 'needs-you').flatMap(subjectsOf))
  let open = jobs.filter(({ state }) => !atRest.has(state))
  // A job behind a waiting job is blocked by the same one.
  for (;;) {
    const behind = open.filter((job) => subjectsOf(job).some((subject) => blocked.has(subject)))
    if (behind.length === 0) return open
    for (const job of behind) for (const subject of subjectsOf(job)) blocked.add(subject)
    open = open.filter((job) => !behind.includes(job))
  }
}

const subjectsOf = ({ userid, box }: Told): readonly string[] => [
  ...(userid === undefined ? [] : [`customer ${userid.toLowerCase()}`]),
  ...(box === undefined ? [] : [`box ${box.value}`]),
]
