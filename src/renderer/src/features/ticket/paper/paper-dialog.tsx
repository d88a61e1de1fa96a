import { type LucideIcon, Mail, MessageSquare, Printer, ScrollText, Share2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { BridgeError } from '../../../../../shared/bridge/errors.ts'
import {
  type Message,
  messageLink,
  type Paper,
  paperNames,
  papers,
  stickerPaper,
} from '../../../../../shared/domain/handout/handout.ts'
import { t } from '../../../locale.ts'
import { usePolicy, useServices, useSnapshot } from '../../../state/services.tsx'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RadioGroup } from '../../../ui/choices.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type HandoutModel, printedLogIn } from '../ticket-model.ts'
import { HandoutSheet, SavePdfButton, StickerSheet, titleOf } from './handout.tsx'
import { InHandoutLanguage, PrintRun, useHandoutSpeech } from './print-run.tsx'
import { ErrorNotice, NotAllowed, useCall } from '../../../bridge/use-call.tsx'
import { CopyButton, logInText } from '../log-in-card.tsx'
import { sayOrder } from '../ticket.tsx'
import { formatDayOnPaper } from '../../../ui/format-time.ts'
import { handoutLanguages } from '../../../../../shared/domain/language.ts'
import { sayLanguage } from '../../../ui/format-names.ts'
import { Select } from '../../../ui/select.tsx'

export function PaperButton(props: { readonly handouts: readonly HandoutModel[]; readonly size?: 'normal' | 'large' }) {
  const { handouts, size = 'normal' } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size={size} onPress={() => setOpen(true)}>
        <ScrollText aria-hidden size={16} />
        {t('ticket.paper.open')}
      </Button>
      {isOpen ? <PaperDialog handouts={handouts} onClose={() => setOpen(false)} /> : undefined}
    </>
  )
}

const kinds = ['handout', 'sticker'] as const

interface PaperDialogProps {
  readonly handouts: readonly HandoutModel[]
  readonly onClose: () => void
  /** Says that there are more handouts than these. */
  readonly note?: string | undefined
  /** The button for the next handouts. */
  readonly more?: ReactNode
}

/** Previews the first sheet, and prints all sheets in one run. */
export function PaperDialog({ handouts, onClose, note, more }: PaperDialogProps) {
  const { view } = useServices()
  const paper = useSnapshot(({ preferences }) => preferences.handoutPaper)
  useEffect(() => view.offerPrint(() => window.print()), [view])
  const [chosen, setKind] = useState<(typeof kinds)[number]>('handout')
  const boxes = handouts.filter(({ ticket }) => ticket.box !== undefined)
  const kind = boxes.length === 0 ? 'handout' : chosen
  const sheets =
    kind === 'sticker'
      ? boxes.map((handout) => <StickerSheet key={handout.ticket.reference} handout={handout} />)
      : handouts.map((handout) => <HandoutSheet key={handout.ticket.reference} handout={handout} paper={paper} />)
  const size = kind === 'sticker' ? stickerPaper : papers[paper]
  const [only] = handouts.length === 1 ? handouts : []
  return (
    <Dialog
      size="large"
      title={t('ticket.paper.title', { count: sheets.length })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.close')}</Button>
          {more}
          <SavePdfButton name={`Setdesk ${only?.ticket.reference ?? ''}`} />
          <Button variant="primary" onPress={() => window.print()}>
            <Printer aria-hidden size="1rem" />
            {t('ticket.paper.print', { count: sheets.length })}
          </Button>
        </>
      }
    >
      {note === undefined ? undefined : (
        <div className="mb-4">
          <Notice tone="warning">{note}</Notice>
        </div>
      )}
      <div className="grid items-start gap-5 narrow:grid-cols-[minmax(0,1fr)_15rem]">
        <figure
          aria-label={t('ticket.paper.preview')}
          className="sheet-preview rounded-normal border border-line bg-sunken"
        >
          {/* The sheet is scaled down so that all of it is visible. A roll has no fixed length, so only its width must fit. */}
          <div style={{ zoom: zoomFor(size) }} className="shadow-high" aria-hidden>
            <InHandoutLanguage>{sheets[0]}</InHandoutLanguage>
          </div>
        </figure>
        <div className="grid gap-4">
          {boxes.length === 0 ? undefined : (
            <RadioGroup
              label={t('ticket.paper.what')}
              choices={kinds.map((id) => ({ id, name: t(`ticket.paper.kinds.${id}`) }))}
              value={kind}
              onChange={setKind}
            />
          )}
          {kind === 'sticker' ? (
            <p className="text-small text-soft">{t('ticket.paper.sticker', { ...stickerPaper })}</p>
          ) : (
            <PaperChoice />
          )}
          {only === undefined || kind === 'sticker' ? undefined : (
            <InHandoutLanguage>
              <ShareLinks handout={only} />
            </InHandoutLanguage>
          )}
        </div>
      </div>
      <PrintRun paper={size}>
        <InHandoutLanguage>{sheets}</InHandoutLanguage>
      </PrintRun>
    </Dialog>
  )
}

/** The space for the preview, in CSS millimetres. */
const preview = { width: 78, height: 90 } as const

const zoomFor = ({ width, height }: Paper): number =>
  Math.min(1, preview.width / width, height === undefined ? 1 : preview.height / height)

export function ShareLinks({ handout }: { readonly handout: HandoutModel }) {
  const policy = usePolicy()
  const isWindow = useSnapshot(({ host }) => host === 'electron')
  const speech = useHandoutSpeech()
  const share = useCall('handout.share')
  const [systemError, setSystemError] = useState<BridgeError>()
  if (!policy.shareHandouts) return <NotAllowed field="shareHandouts" />
  const shown = handout.logIn && printedLogIn(handout.logIn, policy)
  const text = handoutText({ ...handout, ...(shown && { logIn: shown }) }, speech)
  const title = `${handout.operator}: ${speech.t(`ticket.handout.${titleOf(handout)}`)}`
  // The Electron window follows no links, so the main process opens the message. A browser opens the message itself.
  const open = isWindow ? (message: Message) => void share.run(message) : undefined
  return (
    <section className="grid gap-2">
      <h3 className="text-small font-semibold">{t('ticket.share.title')}</h3>
      {shown?.password === undefined ? undefined : (
        <p className="text-small text-soft">{t('ticket.share.hasPassword')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <ShareLink
          icon={Mail}
          name={t('ticket.share.mail')}
          message={{ by: 'mail', subject: title, text }}
          open={open}
        />
        <ShareLink
          icon={MessageSquare}
          name={t('ticket.share.sms')}
          message={{ by: 'sms', subject: title, text }}
          open={open}
        />
        {'share' in navigator && !isWindow ? (
          <Button onPress={() => void shareBySystem({ title, text }).then(setSystemError)}>
            <Share2 aria-hidden size="1rem" />
            {t('ticket.share.system')}
          </Button>
        ) : undefined}
        <CopyButton name={t('ticket.share.copy')} text={text} />
      </div>
      <ErrorNotice error={share.error ?? systemError} />
    </section>
  )
}

function ShareLink(props: {
  readonly icon: LucideIcon
  readonly name: string
  readonly message: Message
  readonly open: ((message: Message) => void) | undefined
}) {
  const { icon: Icon, name, message, open } = props
  const content = (
    <>
      <Icon aria-hidden size="1rem" />
      {name}
    </>
  )
  return open === undefined ? (
    <a href={messageLink(message)} className={buttonLook('plain', 'normal')}>
      {content}
    </a>
  ) : (
    <Button onPress={() => open(message)}>{content}</Button>
  )
}

/** Opens the system's share dialog. Returns an error if the system cannot share the text, but not if the user closes the dialog. */
async function shareBySystem(data: ShareData): Promise<BridgeError | undefined> {
  try {
    await navigator.share(data)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError'))
      return { code: 'no-program', message: 'The system shared nothing.', retryable: true }
  }
  return undefined
}

/**
 * The shareable text of a handout: the mark, the credentials and the steps, and the number to call. For an action on an existing customer it
 * has the order and the end date in place of the steps, as on paper.
 */
function handoutText(handout: HandoutModel, { t: say, formatTag }: ReturnType<typeof useHandoutSpeech>): string {
  const { operator, outcome, logIn, brand } = handout
  const { order: ordered, endDate } = handout.ticket
  const order = ordered && sayOrder(ordered, say)
  const of = order === undefined ? 'box' : 'order'
  const key = outcome === 'not-done' ? 'notDone' : outcome
  const words = { userid: say('ticket.userid'), password: say('ticket.password') }
  return [
    operator,
    key === 'done' ? '' : `${say(`ticket.handout.${key}.${of}.word`)}: ${say(`ticket.handout.${key}.${of}.means`)}`,
    logInText(words, logIn),
    ...(order === undefined
      ? brand.handoutSteps.map((step, index) => `${String(index + 1)}. ${step}`)
      : [say(`ticket.handout.${titleOf(handout)}`), order.main, ...order.more]),
    endDate === undefined ? '' : `${say('ticket.handout.until')} ${formatDayOnPaper(endDate, formatTag)}`,
    brand.supportNumber === '' ? '' : `${say('ticket.handout.support')} ${brand.supportNumber}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** A choice is stored at once. */
export function PaperChoice() {
  const paper = useSnapshot(({ preferences }) => preferences.handoutPaper)
  const language = useSnapshot(({ preferences }) => preferences.handoutLanguage)
  const save = useCall('preferences.save')
  return (
    <div className="grid max-w-xl gap-2">
      <Select
        label={t('ticket.paper.choice')}
        hint={t('ticket.paper.hint')}
        choices={paperNames.map((id) => ({ id, name: t(`ticket.paper.names.${id}`) }))}
        value={paper}
        onChange={(handoutPaper) => void save.run({ handoutPaper })}
      />
      <Select
        label={t('ticket.paper.language')}
        choices={handoutLanguages.map((id) => ({
          id,
          name: id === 'screen' ? t('ticket.paper.asScreen') : sayLanguage(id),
        }))}
        value={language}
        onChange={(handoutLanguage) => void save.run({ handoutLanguage })}
      />
      <ErrorNotice error={save.error} />
    </div>
  )
}
