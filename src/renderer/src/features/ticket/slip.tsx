import './slip.css'
import { createPortal } from 'react-dom'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionView, Preferences } from '../../../../shared/bridge/snapshot.ts'
import { logInOf } from '../../../../shared/domain/activation.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { formatToldDay } from '../../ui/format-time.ts'
import { Identifier } from './identifier.tsx'
import { logInText, type HandoutLine, GroupedLogIn, QrCode } from './log-in-card.tsx'
import { OrderLines } from './order-lines.tsx'
import { ticketOfJob, type TicketModel } from './ticket-model.ts'

/** The handout for the customer. Visible only on paper, and marked until the job is done. */
export function Slip({ slip }: { readonly slip: SlipModel }) {
  const { t } = useTranslation()
  const { ticket, logIn } = slip
  const words = { userid: t('ticket.userid'), password: t('ticket.password') }
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }).format(
    slip.savedAt,
  )
  const facts: readonly (readonly [name: string, told: ReactNode])[] = [
    [t('ticket.customer'), ticket.customer?.name],
    [words.userid, ticket.customer?.userid],
    [t('ticket.order'), ticket.order && <OrderLines order={ticket.order} />],
    [
      t('ticket.box'),
      ticket.box && (
        <>
          <Identifier identifier={ticket.box.identifier} /> {ticket.box.model}
        </>
      ),
    ],
    [t('ticket.slip.hostname'), ticket.hostname && <span className="font-figures">{ticket.hostname}</span>],
    [t('ticket.slip.until'), ticket.endDate && formatToldDay(ticket.endDate)],
    [t('ticket.slip.handedOver'), slip.from.length === 0 ? undefined : slip.from.join(' · ')],
    [t('ticket.slip.date'), date],
  ]
  return createPortal(
    <div className="slip" aria-hidden>
      <p>{slip.operator}</p>
      <h1 className="text-display font-semibold">
        {t(
          ticket.order !== undefined
            ? 'ticket.slip.titleOrder'
            : logIn === undefined
              ? 'ticket.slip.titleBox'
              : 'ticket.slip.title',
        )}
      </h1>
      <Standing standing={slip.standing} isOrder={ticket.order !== undefined} />
      {logIn === undefined ? undefined : (
        <div className="slip-log-in">
          <dl>
            <dt>{words.userid}</dt>
            <dd className="font-figures">
              <GroupedLogIn userid={logIn.userid} />
            </dd>
            <dt className="mt-4">{words.password}</dt>
            {logIn.password === undefined ? (
              <dd>{t('ticket.passwordNotTold')}</dd>
            ) : (
              <dd className="font-figures">{logIn.password}</dd>
            )}
          </dl>
          <QrCode text={logInText(words, logIn)} label={t('ticket.qr')} />
        </div>
      )}
      <dl className="slip-facts">
        {facts.map(([name, told]) =>
          told === undefined ? undefined : (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{told}</dd>
            </Fragment>
          ),
        )}
      </dl>
    </div>,
    document.body,
  )
}

function Standing({ standing, isOrder }: { readonly standing: SlipModel['standing']; readonly isOrder: boolean }) {
  const { t } = useTranslation()
  if (standing === 'done') return undefined
  const key = standing === 'not-done' ? 'notDone' : standing
  const of = isOrder ? 'order' : 'box'
  return (
    <p className="slip-standing">
      <strong>{t(`ticket.slip.${key}.${of}.word`)}</strong>
      {t(`ticket.slip.${key}.${of}.means`)}
    </p>
  )
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
