import type { ConnectionView, Preferences } from '../../../../shared/bridge/snapshot.ts'
import { logInOf } from '../../../../shared/domain/activation.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { ticketOfJob, type TicketModel } from './ticket-model.ts'

/** Credentials to hand over; without a password if the platform issued them and shows none. */
export interface HandoutLine {
  readonly userid: string
  readonly password?: string
}

/** The handout of a job. It never contains a token, because a connection view has none. */
export interface SlipModel {
  /** `done` only if the platform confirmed it. Work in progress is printed as pending. */
  readonly standing: 'done' | 'unconfirmed' | 'pending' | 'not-done'
  readonly operator: string
  readonly ticket: TicketModel
  /** The content of the QR code; absent if there are no credentials to hand over. */
  readonly logIn?: HandoutLine
  /** Station and technician, if known. */
  readonly from: readonly string[]
  /** When the job was saved, in milliseconds since 1970. */
  readonly savedAt: number
}

/** Whether the job has a handout. Disabling, enabling and console operations have none. */
export function hasSlip({ intent }: Pick<JobDetail, 'intent'>): boolean {
  // Platform-issued credentials are unknown until the platform has answered.
  if ('logIn' in intent && logInOf(intent).userid === undefined) return false
  return intent.kind !== 'disable' && intent.kind !== 'enable' && intent.kind !== 'console'
}

/** The handout of a job in its present state. */
export function slipOfJob(
  job: JobDetail,
  { settings }: Pick<ConnectionView, 'settings'>,
  preferences: Pick<Preferences, 'stationName'>,
): SlipModel {
  const ticket = ticketOfJob(job, settings.products)
  return {
    standing: standingOf(job.summary.state),
    operator: settings.name,
    ticket,
    ...(ticket.logIn?.kind === 'chosen' ? { logIn: handedOver(ticket.logIn) } : {}),
    from: [preferences.stationName, job.summary.technician].filter((text) => text.trim() !== ''),
    savedAt: job.summary.createdAt,
  }
}

const handedOver = ({ userid, password }: HandoutLine): HandoutLine => ({
  userid,
  ...(password === undefined ? {} : { password }),
})

function standingOf(state: JobDetail['summary']['state']): SlipModel['standing'] {
  switch (state) {
    case 'done':
    case 'unconfirmed':
      return state
    case 'refused':
    case 'dropped':
      return 'not-done'
    case 'saved':
    case 'sending':
    case 'checking':
    case 'waiting':
    case 'needs-you':
      return 'pending'
  }
}

/** Credentials as text for a QR code: one line each for user ID and password. */
export function logInText(
  words: { readonly userid: string; readonly password: string },
  logIn: HandoutLine | undefined,
): string {
  if (logIn === undefined) return ''
  const password = logIn.password === undefined ? '' : `\n${words.password}: ${logIn.password}`
  return `${words.userid}: ${logIn.userid}${password}`
}
