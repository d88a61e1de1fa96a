import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { LogInWords } from './log-in-words.tsx'
import { QrCode } from './qr-code.tsx'
import { logInText, type HandoutLine } from './slip-model.ts'
import { useEffect, useRef, useState } from 'react'
import { useDesk, useSnapshot } from '../../state/desk.tsx'

/** The result of copying. It returns to `idle` by itself. */
type CopyOutcome = 'idle' | 'copied' | 'failed'

const shownFor = 2500
interface LogInCardProps {
  readonly logIn: HandoutLine
}

/** The credentials to hand over, in large type, with copy buttons and a QR code. */
export function LogInCard({ logIn }: LogInCardProps) {
  const { t } = useTranslation()
  const words = { userid: t('ticket.userid'), password: t('ticket.password') }
  return (
    <div className="flex flex-wrap items-start justify-between gap-5">
      <div className="grid min-w-0 gap-4">
        <LogInWords userid={logIn.userid} password={logIn.password} size="large" />
        <div className="flex flex-wrap gap-2">
          <CopyButton name={t('ticket.copyUserid')} text={logIn.userid} />
          {logIn.password === undefined ? undefined : (
            <>
              <CopyButton name={t('ticket.copyPassword')} text={logIn.password} />
              <CopyButton name={t('ticket.copyBoth')} text={logInText(words, logIn)} />
            </>
          )}
        </div>
      </div>
      <div className="size-34 shrink-0 rounded-normal border border-line p-1">
        <QrCode text={logInText(words, logIn)} label={t('ticket.qr')} />
      </div>
    </div>
  )
}

/** A button that copies a text and confirms it in place. */
function CopyButton({ name, text }: { readonly name: string; readonly text: string }) {
  const { t } = useTranslation()
  const { outcome, copy } = useCopy()
  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <span className="inline-grid">
      <Button onPress={() => void copy(text)}>
        <Icon aria-hidden size={14} />
        {outcome === 'copied' ? t('ticket.copied') : name}
      </Button>
      <output className={outcome === 'failed' ? 'mt-1 max-w-60 text-small text-refused' : 'sr-only'}>
        {outcome === 'idle' ? '' : t(outcome === 'copied' ? 'ticket.copied' : 'ticket.notCopied')}
      </output>
    </span>
  )
}

/** Copies text: in a browser by the page itself, otherwise over the bridge, because the page may not. */
function useCopy(): { readonly outcome: CopyOutcome; readonly copy: (text: string) => Promise<void> } {
  const { bridge } = useDesk()
  const host = useSnapshot((snapshot) => snapshot.host)
  const [outcome, setOutcome] = useState<CopyOutcome>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
    },
    [],
  )
  const copy = async (text: string): Promise<void> => {
    const written = host === 'electron' ? (await bridge.call('clipboard.write', { text })).ok : await writeByPage(text)
    setOutcome(written ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setOutcome('idle')
    }, shownFor)
  }
  return { outcome, copy }
}

async function writeByPage(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
