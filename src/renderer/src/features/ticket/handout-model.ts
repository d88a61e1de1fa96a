import type { ConnectionView, Preferences } from '../../../../shared/bridge/snapshot.ts'
import { logInOf } from '../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import type { JobDetail, JobState } from '../../../../shared/domain/job.ts'
import type { Policy } from '../../../../shared/domain/policy.ts'
import type { HandoutLogIn } from './log-in-card.tsx'
import { ticketOfJob, type TicketModel } from './ticket-model.ts'

type Brand = Pick<Connection, 'handoutLogo' | 'handoutSteps' | 'supportNumber'>

/** Returns the settings of a connection that are printed on every handout. */
export const brandOf = ({ handoutLogo, handoutSteps, supportNumber }: Brand): Brand => ({
  handoutLogo,
  handoutSteps,
  supportNumber,
})

/** Returns the credentials for paper. The password is left out if the operator's policy forbids passwords on handouts. */
export const printedLogIn = (
  { userid, password }: HandoutLogIn,
  { passwordsOnHandouts }: Pick<Policy, 'passwordsOnHandouts'>,
): HandoutLogIn => ({ userid, ...(passwordsOnHandouts && password !== undefined ? { password } : {}) })

/** The handout of a job. It never contains a token, because a connection view has none. */
export interface HandoutModel {
  /** `done` only if the platform confirmed the work. Work in progress is printed as pending. */
  readonly outcome: 'done' | 'unconfirmed' | 'pending' | 'not-done'
  readonly operator: string
  /** The operator's texts on every handout. Missing texts are empty. */
  readonly brand: Brand
  readonly ticket: TicketModel
  /** The content of the QR code. Absent if there are no credentials to hand over. */
  readonly logIn?: HandoutLogIn
  /** Station and technician, if known. */
  readonly from: readonly string[]
  /** When the job was saved, in milliseconds since 1970. */
  readonly savedAt: number
}

/** Whether the job has a handout. Disabling, enabling and console operations have none. */
export function hasHandout({ intent }: Pick<JobDetail, 'intent'>): boolean {
  // Platform-issued credentials are unknown until the platform has answered, so there is nothing to hand over yet.
  if ('logIn' in intent && logInOf(intent).userid === undefined) return false
  return intent.kind !== 'disable' && intent.kind !== 'enable' && intent.kind !== 'console'
}

/** The handout of a job in its present state. */
export function handoutOfJob(
  job: JobDetail,
  { settings }: Pick<ConnectionView, 'settings'>,
  preferences: Pick<Preferences, 'stationName'>,
): HandoutModel {
  const ticket = ticketOfJob(job, settings.products)
  return {
    outcome: outcomes[job.summary.state],
    operator: settings.name,
    brand: brandOf(settings),
    ticket,
    ...(ticket.logIn?.kind === 'chosen' ? { logIn: printedLogIn(ticket.logIn, { passwordsOnHandouts: true }) } : {}),
    from: [preferences.stationName, job.summary.technician].filter((text) => text.trim() !== ''),
    savedAt: job.summary.createdAt,
  }
}

const outcomes: Readonly<Record<JobState, HandoutModel['outcome']>> = {
  saved: 'pending',
  sending: 'pending',
  checking: 'pending',
  waiting: 'pending',
  'needs-you': 'pending',
  done: 'done',
  unconfirmed: 'unconfirmed',
  refused: 'not-done',
  dropped: 'not-done',
}
