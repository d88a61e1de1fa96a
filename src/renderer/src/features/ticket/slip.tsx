import './slip.css'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatToldDay } from '../../ui/format-time.ts'
import { Identifier } from './identifier.tsx'
import { GroupedLogIn } from './log-in-words.tsx'
import { OrderLines } from './order-lines.tsx'
import { QrCode } from './qr-code.tsx'
import { logInText, type SlipModel } from './slip-model.ts'

/** The handout for the customer. Visible only on paper, and marked until the job is done. */
export function Slip({ slip }: { readonly slip: SlipModel }) {
  const { t } = useTranslation()
  const { ticket, logIn } = slip
  const words = { userid: t('ticket.userid'), password: t('ticket.password') }
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }).format(
    slip.savedAt,
  )
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
        {ticket.customer?.name === undefined ? undefined : (
          <Fact name={t('ticket.customer')}>{ticket.customer.name}</Fact>
        )}
        {ticket.customer?.userid === undefined ? undefined : <Fact name={words.userid}>{ticket.customer.userid}</Fact>}
        {ticket.order === undefined ? undefined : (
          <Fact name={t('ticket.order')}>
            <OrderLines order={ticket.order} />
          </Fact>
        )}
        {ticket.box === undefined ? undefined : (
          <Fact name={t('ticket.box')}>
            <Identifier identifier={ticket.box.identifier} /> {ticket.box.model}
          </Fact>
        )}
        {ticket.hostname === undefined ? undefined : (
          <Fact name={t('ticket.slip.hostname')}>
            <span className="font-figures">{ticket.hostname}</span>
          </Fact>
        )}
        {ticket.endDate === undefined ? undefined : (
          <Fact name={t('ticket.slip.until')}>{formatToldDay(ticket.endDate)}</Fact>
        )}
        {slip.from.length === 0 ? undefined : <Fact name={t('ticket.slip.handedOver')}>{slip.from.join(' · ')}</Fact>}
        <Fact name={t('ticket.slip.date')}>{date}</Fact>
      </dl>
    </div>,
    document.body,
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
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
