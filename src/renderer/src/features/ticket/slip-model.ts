import type { ConnectionView, Preferences } from '../../../../shared/bridge/snapshot.ts'
import { logInOf } from '../../../../shared/domain/activation.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { ticketOfJob, type TicketModel } from './ticket-model.ts'

/** A log-in to hand over; without a password where the platform made it and shows none. */
export interface HandoutLine {
  readonly userid: string
  readonly password?: string
}

/** What a slip of paper says about a job. It never holds a token: a connection view has none. */
export interface SlipModel {
  /** `done` only where the platform has it; everything else is printed as pending. */
  readonly standing: 'done' | 'unconfirmed' | 'pending' | 'not-done'
  readonly operator: string
  readonly ticket: TicketModel
  /** What goes into the QR code; absent where there is no log-in to hand over. */
  readonly logIn?: HandoutLine
  /** Station and technician, whichever is known. */
  readonly from: readonly string[]
  /** When the job was saved, in milliseconds since 1970. */
  readonly savedAt: number
}

/** Whether there is anything to hand over on paper: disabling, enabling and the console leave none. */
export function hasSlip({ intent }: Pick<JobDetail, 'intent'>): boolean {
  // Where the platform makes the log-in there is none to hand over before it has told.
  if ('logIn' in intent && logInOf(intent).userid === undefined) return false
  return intent.kind !== 'disable' && intent.kind !== 'enable' && intent.kind !== 'console'
}

/** The slip of a job, as it stands now. */
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

/** A log-in as a phone's camera reads it out: two lines of words. */
export function logInText(
  words: { readonly userid: string; readonly password: string },
  logIn: HandoutLine | undefined,
): string {
  if (logIn === undefined) return ''
  const password = logIn.password === undefined ? '' : `\n${words.password}: ${logIn.password}`
  return `${words.userid}: ${logIn.userid}${password}`
}
