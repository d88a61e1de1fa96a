import {
  ArrowLeft,
  CloudOff,
  GraduationCap,
  type LucideIcon,
  PlugZap,
  ScanLine,
  TicketCheck,
  UserRoundPlus,
} from 'lucide-react'
import { useLocation } from 'wouter'
import { t } from '../../locale.ts'
import { paths } from '../../routes.ts'
import { useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ConnectionFilePanel } from '../connection/connection-file-panel.tsx'
import { ConnectionFields } from '../connection/connection-form.tsx'
import { Messages } from '../frame/messages.tsx'
import { BackupsPanel } from '../maintenance/backups-panel.tsx'
import { LockedScreen } from '../vault/locked-screen.tsx'
import { needsPassphrase, ProtectPanel } from '../vault/protect-panel.tsx'
import { isShut } from '../../state/snapshot-store.ts'
import { type ComponentProps, useState } from 'react'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { TextField, useFirstFocus } from '../../ui/text-field.tsx'

const promises = [
  { name: 'scan', icon: ScanLine },
  { name: 'customer', icon: UserRoundPlus },
  { name: 'hand', icon: TicketCheck },
] as const

export function FirstRunScreen() {
  const [path, navigate] = useLocation()
  const isNamed = useSnapshot(({ preferences }) => preferences.technician !== '')
  const missing = useSnapshot(({ missingConnection }) => missingConnection)
  const isDamaged = useSnapshot(({ storage }) => storage.state === 'damaged')
  const isLocked = useSnapshot(({ vault }) => isShut(vault))
  if (isLocked)
    return (
      <main className="h-full overflow-auto bg-ground">
        <LockedScreen backups={<BackupsPanel />} />
        <Messages />
      </main>
    )
  return (
    <div className="grid h-full grid-rows-[auto_1fr] bg-ground narrow:grid-cols-[20rem_minmax(0,1fr)] narrow:grid-rows-1 wide:grid-cols-[26rem_minmax(0,1fr)]">
      <PromisePanel />
      <main className="min-h-0 overflow-auto">
        <div className="mx-auto grid max-w-3xl gap-6 p-6 wide:pt-16">
          {missing === undefined ? undefined : (
            <Notice tone="bad">
              {t('frame.banners.missing-connection', { address: missing.baseUrl, crm: missing.crmService })}
            </Notice>
          )}
          {isDamaged ? <BackupsPanel /> : undefined}
          {path === paths.connect && isNamed ? (
            <ConnectStep />
          ) : (
            <WelcomeStep onConnect={() => navigate(paths.connect)} />
          )}
        </div>
        {/* After the last connection was removed, this screen is the one that says so. */}
        <Messages />
      </main>
    </div>
  )
}

function ConnectStep() {
  const [, navigate] = useLocation()
  const goHome = () => navigate(paths.home, { replace: true })
  const mustProtect = useSnapshot(needsPassphrase)
  return (
    <>
      <header className="grid justify-items-start gap-2">
        <div className="-ms-2.5">
          <Button variant="quiet" size="small" onPress={goHome}>
            <ArrowLeft aria-hidden size="1rem" />
            {t('ui.back')}
          </Button>
        </div>
        <h1 className="text-title font-semibold">
          {t(mustProtect ? 'firstRun.protectFirst' : 'firstRun.connectTitle')}
        </h1>
      </header>
      {mustProtect ? (
        <ProtectPanel onDone={() => undefined} />
      ) : (
        <>
          <ConnectionFilePanel onTaken={() => undefined} />
          <ConnectionFields onDone={() => undefined} />
        </>
      )}
    </>
  )
}

function PromisePanel() {
  return (
    <aside
      aria-label={t('firstRun.title')}
      className="flex flex-col gap-6 overflow-auto bg-rail p-6 text-on-rail wide:p-10 wide:pt-16"
    >
      <p className="flex items-center gap-3 text-display font-bold text-marker">
        <img src="./icon.svg" alt="" className="size-12" />
        Setdesk
      </p>
      <p className="text-lead max-narrow:hidden">{t('firstRun.lead')}</p>
      <ol className="grid gap-5 max-narrow:hidden">
        {promises.map(({ name, icon: Icon }) => (
          <li key={name} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-3">
            <span aria-hidden className="grid size-10 place-items-center rounded-normal border border-on-rail/40">
              <Icon size="1.25rem" strokeWidth={1.7} />
            </span>
            <span>
              <span className="block font-semibold">{t(`firstRun.promise.${name}`)}</span>
              <span className="block text-small">{t(`firstRun.promise.${name}Text`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-auto flex items-start gap-3 border-t border-on-rail/40 pt-4 text-small max-narrow:hidden">
        <CloudOff aria-hidden size="1.125rem" className="shrink-0" />
        {t('firstRun.promise.offline')}
      </p>
    </aside>
  )
}

function WelcomeStep({ onConnect }: { readonly onConnect: () => void }) {
  const { preferences, openedFile } = useSnapshot((snapshot) => snapshot)
  const [technician, setTechnician] = useState(preferences.technician)
  const [stationName, setStationName] = useState(preferences.stationName)
  // The name of a technician who signs in with a PIN is changed in the settings.
  const mayName = useSnapshot(({ who }) => who.state === 'nobody')
  const [wasTried, setTried] = useState(false)
  const name = useFirstFocus<HTMLInputElement>()
  const save = useCall('preferences.save')
  const start = useCall('connection.start-training')
  const isBusy = save.isBusy || start.isBusy
  const isNameMissing = technician.trim() === ''

  const keepNames = async () => {
    setTried(true)
    if (isNameMissing) {
      name.current?.focus()
      return false
    }
    return (await save.run({ ...(mayName && { technician }), stationName })).ok
  }
  const practise = async () => {
    if (await keepNames()) await start.run({})
  }
  const connect = async () => {
    if (await keepNames()) onConnect()
  }

  return (
    <>
      {openedFile === undefined ? undefined : (
        <Notice tone="info">{t('frame.banners.opened-file', { file: openedFile })}</Notice>
      )}
      <section aria-labelledby="who" className="grid gap-3">
        <div>
          <h1 id="who" className="text-title font-semibold">
            {t('firstRun.who')}
          </h1>
          <p className="text-soft">{t('firstRun.whoNote')}</p>
        </div>
        <div className="grid gap-4 narrow:grid-cols-2">
          <TextField
            name="technician"
            label={t('firstRun.technician')}
            hint={t('firstRun.technicianHint')}
            autoComplete="name"
            maxLength={80}
            value={mayName ? technician : preferences.technician}
            onChange={setTechnician}
            isReadOnly={!mayName}
            inputRef={name}
            error={wasTried && isNameMissing ? t('rules.required') : undefined}
          />
          <TextField
            label={t('firstRun.station')}
            hint={t('firstRun.stationHint')}
            optional={t('ui.optional')}
            maxLength={80}
            value={stationName}
            onChange={setStationName}
          />
        </div>
      </section>
      <section aria-labelledby="how" className="grid gap-3">
        <h2 id="how" className="text-title font-semibold">
          {t('firstRun.how')}
        </h2>
        <div className="grid gap-4 narrow:grid-cols-2">
          <Choice
            name="training"
            icon={GraduationCap}
            variant="primary"
            isDisabled={isBusy}
            onPress={() => void practise()}
          />
          <Choice name="mine" icon={PlugZap} isDisabled={isBusy} onPress={() => void connect()} />
        </div>
        <p className="text-small text-soft">{t('firstRun.lightNote')}</p>
      </section>
      <ErrorNotice error={save.error ?? start.error} />
    </>
  )
}

interface ChoiceProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'isDisabled' | 'onPress'> {
  readonly name: 'training' | 'mine'
  readonly icon: LucideIcon
}

function Choice({ name, icon: Icon, ...button }: ChoiceProps) {
  return (
    <div className="flex flex-col gap-2 rounded-large border border-line bg-surface p-5">
      <Icon aria-hidden size="1.625rem" strokeWidth={1.6} className="text-accent" />
      <h3 className="text-lead font-semibold">{t(`firstRun.ways.${name}.title`)}</h3>
      <p className="text-soft">{t(`firstRun.ways.${name}.text`)}</p>
      <div className="mt-auto pt-2">
        <Button size="large" wide {...button}>
          {t(`firstRun.ways.${name}.action`)}
        </Button>
      </div>
    </div>
  )
}
