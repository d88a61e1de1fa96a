import { Fragment, type ReactNode } from 'react'
import { papers, type PaperName } from '../../../../../shared/domain/handout.ts'
import { formatDayOnPaper } from '../../../ui/format-time.ts'
import { usePolicy } from '../../policy/policy.tsx'
import { printedLogIn, type HandoutModel } from '../handout-model.ts'
import { Identifier } from '../identifier.tsx'
import { logInText, QrCode } from '../log-in-card.tsx'
import { OrderLines } from '../ticket.tsx'
import { useHandoutSpeech } from './handout-language.tsx'
import { Sheet } from './print-run.tsx'
import { findDoubtful, sizeOnPaper, splitForPaper } from './spell-credentials.ts'

/** In millimetres: the largest type of the credentials. */
const largest: Readonly<Record<PaperName, number>> = { 'roll-58': 7, 'roll-80': 9.5, a6: 10, a5: 14, a4: 18 }

/** One handout on one paper: operator, mark, credentials with their QR code, steps, and what was done. */
export function HandoutSheet({ handout, paper }: { readonly handout: HandoutModel; readonly paper: PaperName }) {
  const { ticket, brand } = handout
  const { t } = useHandoutSpeech()
  const policy = usePolicy()
  const logIn = handout.logIn && printedLogIn(handout.logIn, policy)
  const words = { userid: t('ticket.userid'), password: t('ticket.password') }
  const spell = { paper, largest: largest[paper] }
  const steps = ticket.order === undefined ? brand.handoutSteps : []
  return (
    <Sheet paper={papers[paper]} look={`sheet-${paper}`}>
      <SheetHead handout={handout} />
      <OutcomeMark outcome={handout.outcome} isOrder={ticket.order !== undefined} />
      <h1>{t(`ticket.handout.${titleOf(handout)}`)}</h1>
      {logIn === undefined ? undefined : (
        <dl className="sheet-log-in">
          <dt>{words.userid}</dt>
          <dd>
            <Spelt text={logIn.userid} {...spell} />
          </dd>
          <dt>{words.password}</dt>
          <dd>
            {logIn.password === undefined ? (
              t(policy.passwordsOnHandouts ? 'ticket.passwordNotTold' : 'ticket.passwordNotPrinted')
            ) : (
              <Spelt text={logIn.password} {...spell} />
            )}
          </dd>
        </dl>
      )}
      {logIn === undefined && steps.length === 0 ? undefined : (
        <div className="sheet-more">
          {steps.length === 0 ? undefined : (
            <ol className="sheet-steps">
              {steps.map((step) => (
                <li key={step}>
                  <span dir="auto">{step}</span>
                </li>
              ))}
            </ol>
          )}
          {logIn === undefined ? undefined : (
            <div className="sheet-qr">
              <QrCode text={logInText(words, logIn)} label={t('ticket.qr')} />
              <p>{t('ticket.handout.scan')}</p>
            </div>
          )}
        </div>
      )}
      <Facts handout={handout} />
    </Sheet>
  )
}

const titleOf = ({ ticket, logIn }: HandoutModel) =>
  ticket.order !== undefined ? 'titleOrder' : logIn === undefined ? 'titleBox' : 'title'

/** The logo, or the name of the operator, and the number to call. */
export function SheetHead({ handout }: { readonly handout: Pick<HandoutModel, 'operator' | 'brand'> }) {
  const { operator, brand } = handout
  const { t } = useHandoutSpeech()
  return (
    <header className="sheet-head">
      {brand.handoutLogo === '' ? <p dir="auto">{operator}</p> : <img src={brand.handoutLogo} alt={operator} />}
      {brand.supportNumber === '' ? undefined : (
        <p className="sheet-support">
          {t('ticket.handout.support')}
          <b dir="auto">{brand.supportNumber}</b>
        </p>
      )}
    </header>
  )
}

function OutcomeMark({ outcome, isOrder }: { readonly outcome: HandoutModel['outcome']; readonly isOrder: boolean }) {
  const { t } = useHandoutSpeech()
  if (outcome === 'done') return undefined
  const key = outcome === 'not-done' ? 'notDone' : outcome
  const of = isOrder ? 'order' : 'box'
  return (
    <p className="handout-status">
      <span>
        <strong>{t(`ticket.handout.${key}.${of}.word`)}</strong>
        {t(`ticket.handout.${key}.${of}.means`)}
      </span>
    </p>
  )
}

/** A user ID or a password in parts that stay whole, and which of its characters could be taken for others. */
function Spelt(props: { readonly text: string; readonly paper: PaperName; readonly largest: number }) {
  const { t } = useHandoutSpeech()
  const split = splitForPaper(props.text)
  const doubtful = findDoubtful(props.text)
  const size = sizeOnPaper(split, papers[props.paper].printed, props.largest)
  return (
    <>
      <span
        translate="no"
        className={split.spaced ? 'sheet-spelt sheet-spaced' : 'sheet-spelt'}
        style={{ fontSize: `calc(${size.toFixed(2)}mm * var(--fit, 1))` }}
      >
        {split.parts.map((part, index) => (
          <span key={`${String(index)}${part}`}>{part}</span>
        ))}
      </span>
      {doubtful.length === 0 ? undefined : (
        <span className="sheet-doubt">
          {doubtful.map((character) => t(`ticket.handout.characters.${character}`)).join(' · ')}
        </span>
      )}
    </>
  )
}

function Facts({ handout }: { readonly handout: HandoutModel }) {
  const { ticket } = handout
  const { t, formatTag } = useHandoutSpeech()
  const date = new Intl.DateTimeFormat(formatTag, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(handout.savedAt)
  const order = ticket.order && <OrderLines order={ticket.order} say={t} />
  const hostname = ticket.hostname && <span className="font-figures">{ticket.hostname}</span>
  const facts: readonly (readonly [name: string, told: ReactNode])[] = [
    [t('ticket.customer'), ticket.customer?.name],
    [t('ticket.userid'), ticket.customer?.userid],
    [t('ticket.order'), order],
    [
      t('ticket.box'),
      ticket.box && (
        <>
          <Identifier identifier={ticket.box.identifier} /> {ticket.box.model}
        </>
      ),
    ],
    [t('ticket.handout.hostname'), hostname],
    [t('ticket.handout.until'), ticket.endDate && formatDayOnPaper(ticket.endDate, formatTag)],
    [t('ticket.handout.handedOver'), handout.from.length === 0 ? undefined : handout.from.join(' · ')],
    [t('ticket.handout.date'), date],
  ]
  return (
    <dl className="handout-facts">
      {facts.map(([name, told]) =>
        told === undefined ? undefined : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{told}</dd>
          </Fragment>
        ),
      )}
    </dl>
  )
}
