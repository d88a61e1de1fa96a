import { Mail, MessageSquare, Share2, type LucideIcon } from 'lucide-react'
import { messageLink, type Message } from '../../../../../shared/domain/message-link.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { t } from '../../../locale.ts'
import { useSnapshot } from '../../../state/services.tsx'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { NotAllowed, usePolicy } from '../../policy/policy.tsx'
import { printedLogIn, type HandoutModel } from '../handout-model.ts'
import { CopyButton, logInText } from '../log-in-card.tsx'
import { useHandoutSpeech } from './handout-language.tsx'

/** Ways to send the text of a handout to the customer: mail, text message, or what the system offers. */
export function ShareLinks({ handout }: { readonly handout: HandoutModel }) {
  const policy = usePolicy()
  const isWindow = useSnapshot(({ host }) => host === 'electron')
  const speech = useHandoutSpeech()
  const share = useCall('handout.share')
  if (!policy.shareHandouts) return <NotAllowed field="shareHandouts" />
  const shown = handout.logIn && printedLogIn(handout.logIn, policy)
  const text = handoutText({ ...handout, ...(shown && { logIn: shown }) }, speech.t)
  const title = `${handout.operator}: ${speech.t('ticket.handout.title')}`
  // The window follows no link: main opens the draft. A browser opens it by itself.
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
          <Button onPress={() => void shareBySystem({ title, text })}>
            <Share2 aria-hidden size="1rem" />
            {t('ticket.share.system')}
          </Button>
        ) : undefined}
        <CopyButton name={t('ticket.share.copy')} text={text} />
      </div>
      <ErrorNotice error={share.error} />
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

/** Closing the system's dialog is no error. */
async function shareBySystem(data: ShareData): Promise<void> {
  await navigator.share(data).catch(() => undefined)
}

/** The text of a handout as far as it may be shared: the mark, the credentials, the steps and the number to call. */
export function handoutText({ operator, outcome, ticket, logIn, brand }: HandoutModel, say: typeof t): string {
  const of = ticket.order === undefined ? 'box' : 'order'
  const key = outcome === 'not-done' ? 'notDone' : outcome
  const words = { userid: say('ticket.userid'), password: say('ticket.password') }
  return [
    operator,
    key === 'done' ? '' : `${say(`ticket.handout.${key}.${of}.word`)}: ${say(`ticket.handout.${key}.${of}.means`)}`,
    logInText(words, logIn),
    ...brand.handoutSteps.map((step, index) => `${String(index + 1)}. ${step}`),
    brand.supportNumber === '' ? '' : `${say('ticket.handout.support')} ${brand.supportNumber}`,
  ]
    .filter(Boolean)
    .join('\n')
}
