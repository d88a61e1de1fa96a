import { Check, Copy } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import { t } from '../../locale.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'

/** Credentials to hand over. The password is absent if the platform issued the credentials and does not show the password. */
export interface HandoutLogIn {
  readonly userid: string
  readonly password?: string
}

export function LogInCard({ logIn }: { readonly logIn: HandoutLogIn }) {
  const words = { userid: t('ticket.userid'), password: t('ticket.password') }
  return (
    <div className="flex flex-wrap items-start justify-between gap-5">
      <div className="grid min-w-0 gap-4">
        <LogInWords logIn={logIn} size="large" />
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

/** How long the outcome is shown, in milliseconds. */
const outcomeShownFor = 2500

export function CopyButton({ name, text }: { readonly name: string; readonly text: string }) {
  const { bridge } = useServices()
  const host = useSnapshot((snapshot) => snapshot.host)
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (): Promise<void> => {
    const written = host === 'electron' ? (await bridge.call('clipboard.write', { text })).ok : await writeByPage(text)
    setOutcome(written ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOutcome('idle'), outcomeShownFor)
  }
  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <span className="inline-grid">
      <Button onPress={() => void copy()}>
        <Icon aria-hidden size={14} />
        {outcome === 'copied' ? t('ticket.copied') : name}
      </Button>
      <output className={outcome === 'failed' ? 'mt-1 max-w-60 text-small text-refused' : 'sr-only'}>
        {outcome === 'idle' ? '' : t(outcome === 'copied' ? 'ticket.copied' : 'ticket.notCopied')}
      </output>
    </span>
  )
}

async function writeByPage(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Dark on light in every theme, because cameras need that. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
      className="size-full rounded-small [forced-color-adjust:none]"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  )
}

/** Credentials for reading aloud or typing with a remote control. Digits are grouped, but copied without gaps. */
export function LogInWords(props: { readonly logIn: HandoutLogIn; readonly size: 'normal' | 'large' }) {
  const { userid, password } = props.logIn
  const isLarge = props.size === 'large'
  const figures = isLarge ? 'text-title tracking-wide' : 'text-lead'
  return (
    <dl className={isLarge ? 'grid gap-3' : 'grid gap-1.5'}>
      <div>
        <dt className="text-small text-soft">{t('ticket.userid')}</dt>
        <dd
          className={`font-figures font-semibold [overflow-wrap:anywhere] whitespace-pre-wrap tabular-nums ${figures}`}
          translate="no"
        >
          <GroupedLogIn userid={userid} />
        </dd>
      </div>
      <div>
        <dt className="text-small text-soft">{t('ticket.password')}</dt>
        {password === undefined ? (
          <dd className="text-soft">{t('ticket.passwordNotTold')}</dd>
        ) : (
          <dd
            className={`font-figures font-semibold [overflow-wrap:anywhere] whitespace-pre-wrap ${figures}`}
            translate="no"
          >
            {password}
          </dd>
        )}
      </div>
    </dl>
  )
}

/** Shows a user ID with its digits in groups. The gaps are not text, so copying gives the plain user ID. */
export function GroupedLogIn({ userid }: { readonly userid: string }) {
  return (
    <span>
      {groupLogIn(userid).map((group, index) => (
        <Fragment key={`${String(index)}${group}`}>
          <wbr />
          <span className={index === 0 ? undefined : 'ps-[0.45em]'}>{group}</span>
        </Fragment>
      ))}
    </span>
  )
}

/** Splits a numeric user ID into groups of three or four digits, for typing with a remote control. Other user IDs stay whole. */
export function groupLogIn(userid: string): readonly string[] {
  if (!/^[0-9]{7,}$/.test(userid)) return [userid]
  const head = userid.length % 3 === 1 ? 4 : userid.length % 3
  const rest = userid.slice(head).match(/.{3}/g) ?? []
  return head === 0 ? rest : [userid.slice(0, head), ...rest]
}

/** Credentials as text for a QR code: one line each for user ID and password. */
export function logInText(
  words: { readonly userid: string; readonly password: string },
  logIn: HandoutLogIn | undefined,
): string {
  if (logIn === undefined) return ''
  const password = logIn.password === undefined ? '' : `\n${words.password}: ${logIn.password}`
  return `${words.userid}: ${logIn.userid}${password}`
}
