import { Fragment, type ReactNode } from 'react'
import { type PaperName, papers, stickerPaper } from '../../../../../shared/domain/handout/handout.ts'
import { formatDayOnPaper } from '../../../ui/format-time.ts'
import { usePolicy, useServices, useSnapshot } from '../../../state/services.tsx'
import { type HandoutModel, printedLogIn } from '../ticket-model.ts'
import { drawCode128 } from '../bar-strip.tsx'
import { Identifier } from '../device-label.tsx'
import { groupLogIn, logInText, QrCode } from '../log-in-card.tsx'
import { OrderLines } from '../ticket.tsx'
import { Sheet, useHandoutSpeech, PrintRun, InHandoutLanguage } from './print-run.tsx'
import { FileDown } from 'lucide-react'
import { ErrorNotice, useCall } from '../../../bridge/use-call.tsx'
import { t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'

/** The handout for the customer, on this computer's paper. It is visible only in print, and carries a mark until the job is done. */
export function Handout({ handout }: { readonly handout: HandoutModel }) {
  const paper = useSnapshot(({ preferences }) => preferences.handoutPaper)
  return (
    <PrintRun paper={papers[paper]}>
      <InHandoutLanguage>
        <HandoutSheet handout={handout} paper={paper} />
      </InHandoutLanguage>
    </PrintRun>
  )
}

/** Renders nothing in a browser, because the browser's print dialog can save a PDF. */
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
      <Button size={size} isBusy={save.isBusy} onPress={() => void press()}>
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

/** The largest type size for the credentials on each paper, in millimetres. */
const largest: Readonly<Record<PaperName, number>> = { 'roll-58': 7, 'roll-80': 9.5, a6: 10, a5: 14, a4: 18 }

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

/** The key of a handout's title among the texts of handouts. */
export const titleOf = ({ ticket, logIn }: HandoutModel) =>
  ticket.order !== undefined ? 'titleOrder' : logIn === undefined ? 'titleBox' : 'title'

function SheetHead({ handout }: { readonly handout: Pick<HandoutModel, 'operator' | 'brand'> }) {
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

/** Shows a user ID or a password in parts that do not break, and a note on characters that could be confused. */
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

/** Parts of a text that do not break on paper. `spaced`: the parts have gaps between them that are not characters of the text. */
interface Parts {
  readonly parts: readonly string[]
  readonly spaced: boolean
}

/** Splits credentials into parts that are easy to type. Digits and letters form short groups. Other texts are split at punctuation. */
function splitForPaper(text: string): Parts {
  const digits = groupLogIn(text)
  if (digits.length > 1) return { parts: digits, spaced: true }
  if (/^[A-Za-z0-9]{6,24}$/.test(text)) return { parts: inFours(text), spaced: true }
  const parts = (text.match(/[^@._+-]*[@._+-]?/g) ?? []).flatMap((part) => part.match(/.{1,10}/gu) ?? [])
  return { parts, spaced: false }
}

/** Splits a text into groups of four characters. A single last character joins the previous group. */
const inFours = (text: string): readonly string[] => text.match(/.{4}(?:.$)?|.+/g) ?? [text]

/** The assumed width of a character and of a gap, in em. Both are a little wider than in the fonts for figures. */
const [characterWidth, gapWidth] = [0.63, 0.45]

/** Two type sizes in millimetres: the smallest size that is readable from every printer, and the smallest size for a single line. */
const [smallest, wrapping] = [2.8, 4.2]

/** Returns the type size of a text in millimetres. The text takes one line if the type is then large enough, or else several lines. */
function sizeOnPaper({ parts, spaced }: Parts, width: number, largest: number): number {
  const widthOf = (texts: readonly string[]) =>
    texts.join('').length * characterWidth + (spaced ? (texts.length - 1) * gapWidth : 0)
  const inOneLine = width / widthOf(parts)
  if (inOneLine >= wrapping) return Math.min(largest, inOneLine)
  const inParts = width / Math.max(...parts.map((part) => widthOf([part])))
  return Math.max(smallest, Math.min(wrapping, inParts))
}

/** Characters that look alike in some fonts. */
const doubtfulCharacters = ['0', 'O', 'o', '1', 'l', 'I'] as const
type DoubtfulCharacter = (typeof doubtfulCharacters)[number]

/** Returns the characters of a text that could be confused. A text of only digits has no such characters. */
function findDoubtful(text: string): readonly DoubtfulCharacter[] {
  if (/^[0-9]*$/.test(text)) return []
  return doubtfulCharacters.filter((character) => text.includes(character))
}

/** The width of a module in millimetres. It is two dots of a 203 dpi print head, so that every bar consists of whole dots. */
const moduleWidth = (2 * 25.4) / 203

/** A sticker for the box, with its identifier for reading and scanning. The sticker never contains the customer's name or credentials. */
export function StickerSheet({ handout }: { readonly handout: HandoutModel }) {
  const { box } = handout.ticket
  const { t } = useHandoutSpeech()
  if (box === undefined) return undefined
  const { kind, value } = box.identifier
  return (
    <Sheet paper={stickerPaper} look="sheet-sticker">
      <div className="sheet-box">
        <div>
          <SheetHead handout={handout} />
          <p>
            {t(`ticket.sticker.${kind}`)}{' '}
            <b>
              <Identifier identifier={box.identifier} />
            </b>
          </p>
          <p>{box.model}</p>
        </div>
        <QrCode text={value} label={value} />
      </div>
      <Bars text={value} />
    </Sheet>
  )
}

/** Draws the text as Code 128 if the bars fit on the sticker. A longer text is only in the QR code. */
export function Bars({ text }: { readonly text: string }) {
  const code = drawCode128(text)
  const width = (code?.width ?? 0) * moduleWidth
  if (code === undefined || width > stickerPaper.printed) return undefined
  return (
    <svg
      className="sheet-bars"
      viewBox={`0 0 ${String(code.width)} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      style={{ width: `${width.toFixed(3)}mm` }}
      aria-hidden
    >
      {code.bars.map((bar) => (
        <rect key={bar.at} x={bar.at} y={0} width={bar.width} height={1} fill="#000" />
      ))}
    </svg>
  )
}
