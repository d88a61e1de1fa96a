import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { paths } from '../../routes.ts'
import { useSnapshot } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { ConnectionFilePanel } from '../connection/connection-file-panel.tsx'
import { ConnectionFields } from '../connection/connection-form.tsx'
import { needsPassphrase } from '../connection/keeper-of.ts'
import { LockedScreen } from '../vault/locked-screen.tsx'
import { ProtectPanel } from '../vault/protect-panel.tsx'
import { PromisePanel } from './promise-panel.tsx'
import { WelcomeStep } from './welcome-step.tsx'
import { isShut } from '../../state/is-shut.ts'

/** The first minutes: who works here, then practise, or connect. */
export function FirstRunScreen() {
  const [path, navigate] = useLocation()
  const isNamed = useSnapshot(({ preferences }) => preferences.technician !== '')
  const isLocked = useSnapshot(({ vault }) => isShut(vault))
  if (isLocked)
    return (
      <main className="h-full overflow-auto bg-ground">
        <LockedScreen />
      </main>
    )
  return (
    <div className="grid h-full grid-rows-[auto_1fr] bg-ground narrow:grid-cols-[20rem_minmax(0,1fr)] narrow:grid-rows-1 wide:grid-cols-[26rem_minmax(0,1fr)]">
      <PromisePanel />
      <main className="min-h-0 overflow-auto">
        <div className="mx-auto grid max-w-3xl gap-6 p-6 wide:pt-16">
          {path === paths.connect && isNamed ? (
            <ConnectStep />
          ) : (
            <WelcomeStep
              onConnect={() => {
                navigate(paths.connect)
              }}
            />
          )}
        </div>
      </main>
    </div>
  )
}

function ConnectStep() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const goHome = () => {
    navigate(paths.home, { replace: true })
  }
  const mustProtect = useSnapshot(needsPassphrase)
  return (
    <>
      <header className="grid justify-items-start gap-2">
        <div className="-ml-2.5">
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
          <ConnectionFields onDone={goHome} />
          <ConnectionFilePanel onTaken={goHome} />
        </>
      )}
    </>
  )
}
