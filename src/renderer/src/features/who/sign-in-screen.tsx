import { LogIn } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { WhoView } from '../../../../shared/bridge/snapshot.ts'
import { westernDigits } from '../../../../shared/domain/language.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Button, KeyHint } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField, useFirstFocus } from '../../ui/text-field.tsx'
import { t } from '../../locale.ts'
import { useLate } from '../../ui/format-time.ts'
import { Form } from '../../ui/form.tsx'
import { useScanner } from '../scan/wedge/scan-watch.ts'

type ListedTechnician = WhoView['technicians'][number]

/** Fills the window while no technician is signed in, and shows nothing of the work. Asks for the name, then for the PIN. */
export function SignInScreen() {
  const { view } = useServices()
  const { technicians, isUnreadable } = useSnapshot(({ who }) => who)
  const folder = useSnapshot(({ storage }) => storage.folder)
  const only = technicians.length === 1 ? technicians[0]?.id : undefined
  const [chosen, choose] = useState(only)
  const [scans, setScans] = useState(0)
  // A scan of the next box does not count as a guess of a PIN. Its first digit may have chosen a name.
  const ignoreScan = () => {
    choose(only)
    setScans(scans + 1)
  }
  useScanner({ scanned: ignoreScan, unread: ignoreScan })
  const technician = technicians.find(({ id }) => id === chosen)
  useEffect(() => {
    document.title = t('who.locked.title')
    view.fail(undefined)
    for (const { id } of view.getState().toasts) view.unsay(id)
  }, [view])
  return (
    <main className="grid h-full content-start justify-items-center overflow-auto bg-ground p-6 wide:pt-24">
      <div className="grid w-full max-w-lg gap-6">
        <header className="flex gap-4">
          <img src="./icon.svg" alt="" className="size-12 shrink-0" />
          <div className="grid gap-1">
            <h1 className="text-title font-semibold">{t('who.locked.title')}</h1>
            {isUnreadable === true ? undefined : (
              <p className="text-soft">{t(technician === undefined ? 'who.locked.text' : 'who.locked.textChosen')}</p>
            )}
          </div>
        </header>
        {isUnreadable === true ? (
          <Notice tone="bad" title={t('who.locked.unreadable')}>
            {t('who.locked.unreadableNext', { folder })}
          </Notice>
        ) : (
          <>
            {scans === 0 ? undefined : (
              <Notice tone="warning" title={t('who.locked.scanned')}>
                {t('who.locked.scannedNext')}
              </Notice>
            )}
            {technician === undefined ? (
              <Names technicians={technicians} onChoose={choose} />
            ) : (
              <PinForm
                key={`${technician.id} ${scans}`}
                technician={technician}
                onNoPin={ignoreScan}
                onOther={technicians.length > 1 ? () => choose(undefined) : undefined}
              />
            )}
          </>
        )}
      </div>
    </main>
  )
}

interface NamesProps {
  readonly technicians: readonly ListedTechnician[]
  readonly onChoose: (id: string) => void
}

function Names({ technicians, onChoose }: NamesProps) {
  const list = useFirstFocus<HTMLUListElement>()
  useEffect(() => {
    const take = (press: KeyboardEvent) => {
      if (press.ctrlKey || press.metaKey || press.altKey || !/^[1-9]$/.test(press.key)) return
      const technician = technicians[Number(press.key) - 1]
      if (technician === undefined) return
      // Otherwise the digit of this key would also be typed into the PIN field, which opens now.
      press.preventDefault()
      onChoose(technician.id)
    }
    window.addEventListener('keydown', take)
    return () => window.removeEventListener('keydown', take)
  }, [technicians, onChoose])
  return (
    <Panel title={t('who.locked.names')} note={t('who.locked.keys')}>
      <ul ref={list} tabIndex={-1} className="grid gap-2 outline-none">
        {technicians.map(({ id, name }, index) => (
          <li key={id}>
            <Button size="large" wide onPress={() => onChoose(id)}>
              {index < 9 ? <KeyHint keys={String(index + 1)} /> : undefined}
              <span className="min-w-0 flex-1 text-start [overflow-wrap:anywhere] whitespace-normal">{name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface PinFormProps {
  readonly technician: ListedTechnician
  /** Called for a text that cannot be a PIN, such as a scan that was not recognized as one. */
  readonly onNoPin: () => void
  /** Goes back to the names. Undefined if there is only one name. */
  readonly onOther: (() => void) | undefined
}

function PinForm({ technician: { id, name }, onNoPin, onOther }: PinFormProps) {
  const [pin, setPin] = useState('')
  const field = useFirstFocus<HTMLInputElement>()
  const { bridge } = useServices()
  const signIn = useCall('who.sign-in')
  const isLate = useLate(signIn.isBusy, 1000)
  const giveUp = () => {
    // After several wrong PINs an answer waits. It must not unlock the screen when the technician has left.
    if (signIn.isBusy) void bridge.call('who.sign-out', {})
    onOther?.()
  }
  const submit = async () => {
    if (/\D/.test(pin)) return onNoPin()
    if ((await signIn.run({ id, pin })).ok) return
    setPin('')
    field.current?.focus()
  }
  return (
    <Panel>
      <Form className="grid gap-4" onSubmit={() => (pin !== '' && !signIn.isBusy ? submit() : undefined)}>
        <TextField
          label={t('who.locked.pin', { name })}
          type="password"
          inputMode="numeric"
          maxLength={12}
          large
          value={pin}
          onChange={(text) => setPin(westernDigits(text))}
          inputRef={field}
          onKeyDown={(press) => {
            if (press.key === 'Escape') giveUp()
          }}
        />
        <ErrorNotice error={signIn.error} />
        {isLate ? <Notice tone="info">{t('who.locked.waiting')}</Notice> : undefined}
        <div className="grid gap-2">
          <Button type="submit" variant="primary" size="large" wide isDisabled={signIn.isBusy || pin === ''}>
            <LogIn aria-hidden size="1.125rem" />
            {t('who.locked.action')}
          </Button>
          {onOther === undefined ? undefined : (
            <Button variant="quiet" wide onPress={giveUp}>
              {t('who.locked.other')}
            </Button>
          )}
        </div>
      </Form>
    </Panel>
  )
}
