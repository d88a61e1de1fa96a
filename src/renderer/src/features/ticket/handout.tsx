import './handout.css'
import { FileDown } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Fragment, type ReactNode } from 'react'
import type { ConnectionView, Preferences } from '../../../../shared/bridge/snapshot.ts'
import { logInOf } from '../../../../shared/domain/activation.ts'
import type { Policy } from '../../../../shared/domain/policy.ts'
import type { JobDetail, JobState } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { formatToldDay } from '../../ui/format-time.ts'
import { usePolicy } from '../policy/policy.tsx'
import { Identifier } from './identifier.tsx'
import { logInText, type HandoutLogIn, GroupedLogIn, QrCode } from './log-in-card.tsx'
import { OrderLines } from './ticket.tsx'
import { ticketOfJob, type TicketModel } from './ticket-model.ts'

/** The handout for the customer. Visible only on paper, and marked until the job is done. */
export function Handout({ handout }: { readonly handout: HandoutModel }) {
  const { ticket } = handout
  const policy = usePolicy()
  const logIn = handout.logIn && printedLogIn(handout.logIn, policy)
  const words = { userid: t('ticket.userid'), password: t('ticket.password') }
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }).format(
    handout.savedAt,
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
    [t('ticket.handout.hostname'), ticket.hostname && <span className="font-figures">{ticket.hostname}</span>],
    [t('ticket.handout.until'), ticket.endDate && formatToldDay(ticket.endDate)],
    [t('ticket.handout.handedOver'), handout.from.length === 0 ? undefined : handout.from.join(' · ')],
    [t('ticket.handout.date'), date],
  ]
  return createPortal(
    <div className="handout" aria-hidden>
      <p>{handout.operator}</p>
      <h1 className="text-display font-semibold">
        {t(
          ticket.order !== undefined
            ? 'ticket.handout.titleOrder'
            : logIn === undefined
              ? 'ticket.handout.titleBox'
              : 'ticket.handout.title',
        )}
      </h1>
      <OutcomeMark outcome={handout.outcome} isOrder={ticket.order !== undefined} />
      {logIn === undefined ? undefined : (
        <div className="handout-log-in">
          <dl>
            <dt>{words.userid}</dt>
            <dd className="font-figures">
              <GroupedLogIn userid={logIn.userid} />
            </dd>
            <dt className="mt-4">{words.password}</dt>
            {logIn.password === undefined ? (
              <dd>{t(policy.passwordsOnHandouts ? 'ticket.passwordNotTold' : 'ticket.passwordNotPrinted')}</dd>
            ) : (
              <dd className="font-figures">{logIn.password}</dd>
            )}
          </dl>
          <QrCode text={logInText(words, logIn)} label={t('ticket.qr')} />
        </div>
      )}
      <dl className="handout-facts">
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

/** The credentials as the operator's policy lets them onto paper. */
export const printedLogIn = (
  { userid, password }: HandoutLogIn,
  { passwordsOnHandouts }: Pick<Policy, 'passwordsOnHandouts'>,
): HandoutLogIn => ({ userid, ...(passwordsOnHandouts && password !== undefined ? { password } : {}) })

function OutcomeMark({ outcome, isOrder }: { readonly outcome: HandoutModel['outcome']; readonly isOrder: boolean }) {
  if (outcome === 'done') return undefined
  const key = outcome === 'not-done' ? 'notDone' : outcome
  const of = isOrder ? 'order' : 'box'
  return (
    <p className="handout-status">
      <strong>{t(`ticket.handout.${key}.${of}.word`)}</strong>
      {t(`ticket.handout.${key}.${of}.means`)}
    </p>
  )
}

/** Saves the handout as a PDF, for a computer without a printer. In a browser the print dialog can do that. */
export function SavePdfButton(props: { readonly name: string; readonly size?: 'normal' | 'large' }) {
  const { name, size = 'normal' } = props
  const { view } = useServices()
  const isOffered = useSnapshot(({ host }) => host === 'electron')
  const save = useCall('page.save-pdf')
  if (!isOffered) return undefined
  const press = async (): Promise<void> => {
    const reply = await save.run({ name: fileName(name) })
    if (reply.ok && reply.value.isSaved) view.say(t('ticket.pdfSaved'))
  }
  return (
    <>
      <Button size={size} isDisabled={save.isBusy} onPress={() => void press()}>
        <FileDown aria-hidden size={16} />
        {t('ticket.savePdf')}
      </Button>
      <ErrorNotice error={save.error} />
    </>
  )
}

/** Replaces characters that some systems do not allow in file names. */
const fileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, ' ')
    .trim()
    .slice(0, 80) || 'Setdesk'

/** The handout of a job. It never contains a token, because a connection view has none. */
export interface HandoutModel {
  /** `done` only if the platform confirmed it. Work in progress is printed as pending. */
  readonly outcome: 'done' | 'unconfirmed' | 'pending' | 'not-done'
  readonly operator: string
  readonly ticket: TicketModel
  /** The content of the QR code; absent if there are no credentials to hand over. */
  readonly logIn?: HandoutLogIn
  /** Station and technician, if known. */
  readonly from: readonly string[]
  /** When the job was saved, in milliseconds since 1970. */
  readonly savedAt: number
}

/** Whether the job has a handout. Disabling, enabling and console operations have none. */
export function hasHandout({ intent }: Pick<JobDetail, 'intent'>): boolean {
  // Platform-issued credentials are unknown until the platform has answered.
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
