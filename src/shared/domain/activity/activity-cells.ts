import { identifierOnWire } from '../device-identifier.ts'
import type { ActivityRow } from './activity.ts'

type Cell = (row: ActivityRow) => string | number | undefined

/** The columns of an event in an export. Times are in UTC. The names are not translated, because programs read the file. */
export const activityCells: readonly (readonly [name: string, cell: Cell])[] = [
  ['time', ({ at }) => new Date(at).toISOString()],
  ['technician', ({ by }) => by],
  ['act', ({ action }) => action],
  ['work', ({ job }) => job?.kind],
  ['step', ({ step }) => step],
  ['operation', ({ operation }) => operation],
  ['box', ({ box }) => box && identifierOnWire(box, 'colon')],
  ['model', ({ model }) => model],
  ['customer', ({ customerName }) => customerName],
  ['login', ({ userid }) => userid],
  ['hostname', ({ hostname }) => hostname],
  ['outcome', ({ isAssumed, outcome }) => (isAssumed === true ? 'assumed' : outcome)],
  ['http_status', ({ status }) => status],
  ['words', ({ words }) => words],
  ['jobs', ({ jobs }) => jobs],
  ['other', ({ other }) => other],
  ['job_state', ({ job }) => job?.state],
  ['job', ({ job }) => job?.id],
]

/** An event as the audit files contain it. */
export type ToldEvent = Readonly<Record<string, string | number>>

export const tellEvent = (row: ActivityRow): ToldEvent =>
  Object.fromEntries(
    activityCells
      .map(([name, cell]) => [name, cell(row)] as const)
      .filter((pair): pair is readonly [string, string | number] => pair[1] !== undefined),
  )
