import type { JobState, WhyCode } from '../../../../shared/domain/job.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { sayState, StateChip, stateLooks } from '../../ui/state-chip.tsx'

const finalStates: ReadonlySet<JobState> = new Set(['done', 'unconfirmed', 'refused', 'dropped'])

/** The state of a job on its ticket: a chip while it is on the way, a stamp once it is final. */
export function Stamp({ state, why }: { readonly state: JobState; readonly why?: WhyCode | undefined }) {
  if (!finalStates.has(state)) return <StateChip state={state} />
  const { icon: Icon, colour } = stateLooks[state]
  return (
    <span
      data-state={state}
      className={joinClasses(
        'stamp inline-flex items-center gap-1.5 rounded-small border-2 border-current px-2 py-0.5 text-body font-bold tracking-wider uppercase',
        colour,
      )}
    >
      <Icon aria-hidden size="1rem" strokeWidth={2.4} className="shrink-0" />
      {sayState(state, why)}
    </span>
  )
}
