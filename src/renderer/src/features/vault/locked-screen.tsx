import { KeyRound, LockKeyhole, RotateCw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'wouter'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { countOf, type QueueFilter, queueFilters, settingsPath } from '../../routes.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField, useFirstFocus } from '../../ui/text-field.tsx'
import { Form } from '../../ui/form.tsx'
import { useShallow } from 'zustand/react/shallow'
import { judgeRun, longestPause, type TimedKey } from '../scan/wedge/scan-evidence.ts'
import { traitsOf } from '../scan/wedge/scan-watch.ts'
import { isCharacter } from '../scan/wedge/wedge-detector.ts'

/**
 * Replaces every work screen while the key to the stored work is not available. Says what is stored, and how to continue. `backups` takes the
 * place of the link to the backups where no settings can be opened.
 */
export function LockedScreen({ backups }: { readonly backups?: ReactNode }) {
  const state = useSnapshot(({ vault }) => vault.state)
  const folder = useSnapshot(({ storage }) => storage.folder)
  const words = state === 'unavailable' || state === 'opening' || state === 'lost' ? state : 'unlock'
  return (
    <div className="mx-auto grid max-w-4xl gap-6 p-6 wide:pt-16">
      <header className="flex gap-4">
        <span
          aria-hidden
          className="grid size-12 shrink-0 place-items-center rounded-large bg-waiting-tint text-waiting"
        >
          <LockKeyhole size="1.5rem" strokeWidth={1.8} />
        </span>
        <div className="grid gap-1">
          <h1 className="text-title font-semibold">{t(`vault.${words}.title`)}</h1>
          <p className="max-w-2xl text-soft [overflow-wrap:anywhere]">{t(`vault.${words}.text`, { folder })}</p>
          {words === 'lost' && backups === undefined ? (
            <Link href={settingsPath('privacy')} className={`${buttonLook('primary', 'large')} mt-3 w-fit`}>
              {t('vault.lost.backups')}
            </Link>
          ) : undefined}
        </div>
      </header>
      {words === 'lost' ? backups : undefined}
      <div className="grid items-start gap-5 narrow:grid-cols-2">
        {words === 'unlock' ? <UnlockForm /> : undefined}
        {words === 'unavailable' ? <StartAgain /> : undefined}
        <LockedQueue />
      </div>
    </div>
  )
}

/** Offers a restart, because the system's key store is asked only once per start. */
function StartAgain() {
  const canRestart = useSnapshot(({ host }) => host === 'electron')
  const restart = useCall('app.restart')
  if (!canRestart) return undefined
  return (
    <Panel>
      <div className="grid gap-3">
        <p>{t('vault.unavailable.again')}</p>
        <Button variant="primary" size="large" wide isBusy={restart.isBusy} onPress={() => void restart.run({})}>
          <RotateCw aria-hidden size="1.125rem" />
          {t('vault.unavailable.action')}
        </Button>
        <ErrorNotice error={restart.error} />
      </div>
    </Panel>
  )
}

function UnlockForm() {
  const { view } = useServices()
  const folder = useSnapshot(({ storage }) => storage.folder)
  const [passphrase, setPassphrase] = useState('')
  const field = useFirstFocus<HTMLInputElement>()
  const unlock = useCall('vault.unlock')
  const traits = useSnapshot(useShallow(({ preferences }) => traitsOf(preferences)))
  const keys = useRef<readonly TimedKey[]>([])
  const [isScan, setIsScan] = useState(false)
  /**
   * A scan ends with one Enter or two. Neither is an attempt. The scan watch leaves the scan in the field, because a program may
   * type a passphrase as fast.
   */
  const note = (press: KeyboardEvent) => {
    const { key, timeStamp: at } = press
    if (key !== 'Enter' && !isCharacter(key)) return
    const last = keys.current.at(-1)
    if (last === undefined || (last.key === 'Enter' && key !== 'Enter') || at - last.at > longestPause)
      keys.current = []
    const run = keys.current.filter((one) => one.key !== 'Enter')
    keys.current = [...keys.current, { key, at }]
    if (key !== 'Enter') return
    const isFast = judgeRun(run, traits, { follows: true, isInner: false }).kind !== 'typing'
    setIsScan(isFast)
    if (!isFast) return
    press.preventDefault()
    // What is typed next replaces the scan.
    field.current?.select()
  }
  const submit = async () => {
    const reply = await unlock.run({ passphrase })
    if (reply.ok) {
      view.say(t('vault.unlock.unlocked'))
      return
    }
    setPassphrase('')
    field.current?.focus()
  }
  return (
    <Panel>
      <Form className="grid gap-4" onKeyDownCapture={note} onSubmit={() => (passphrase !== '' ? submit() : undefined)}>
        {isScan ? (
          <Notice tone="warning" title={t('vault.unlock.scanned')}>
            {t('vault.unlock.scannedNext')}
          </Notice>
        ) : undefined}
        <TextField
          label={t('vault.unlock.passphrase')}
          type="password"
          autoComplete="current-password"
          value={passphrase}
          onChange={setPassphrase}
          inputRef={field}
        />
        <ErrorNotice error={unlock.error} />
        <Button type="submit" variant="primary" size="large" wide isDisabled={unlock.isBusy || passphrase === ''}>
          <KeyRound aria-hidden size="1.125rem" />
          {t('vault.unlock.action')}
        </Button>
        <details className="text-small text-soft">
          <summary className="w-fit cursor-pointer font-semibold text-accent">{t('vault.unlock.forgotten')}</summary>
          <p className="mt-1 [overflow-wrap:anywhere]">{t('vault.unlock.forgottenText', { folder })}</p>
        </details>
      </Form>
    </Panel>
  )
}

const shown = (Object.keys(queueFilters) as QueueFilter[]).filter((name) => name !== 'all')

function LockedQueue() {
  const counts = useSnapshot((snapshot) => snapshot.counts)
  const rows = shown.map((name) => ({ name, count: countOf(name, counts) })).filter(({ count }) => count > 0)
  return (
    <Panel title={t('vault.unlock.queue')}>
      {rows.length === 0 ? <p className="text-soft">{t('vault.unlock.queueNone')}</p> : undefined}
      <dl className="grid gap-2">
        {rows.map(({ name, count }) => (
          <div key={name} className="flex items-center justify-between gap-4 border-b border-line pb-2 last:border-0">
            <dt className="flex items-center gap-2">
              <LockKeyhole aria-hidden size="0.875rem" className="text-soft" />
              {t(`queue.filters.${name}`)}
            </dt>
            <dd className="font-semibold tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
