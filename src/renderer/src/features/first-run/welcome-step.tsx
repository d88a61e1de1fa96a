import { GraduationCap, PlugZap, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { paths } from '../../routes.ts'
import { useSnapshot } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'

/** Asks who works here and how to begin. */
export function WelcomeStep({ onConnect }: { readonly onConnect: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const preferences = useSnapshot((snapshot) => snapshot.preferences)
  const [technician, setTechnician] = useState(preferences.technician)
  const [stationName, setStationName] = useState(preferences.stationName)
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
    return (await save.run({ technician, stationName })).ok
  }
  const practise = async () => {
    if (await keepNames()) {
      const reply = await start.run({})
      if (reply.ok) navigate(paths.home)
    }
  }
  const connect = async () => {
    if (await keepNames()) onConnect()
  }

  return (
    <>
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
            value={technician}
            onChange={setTechnician}
            inputRef={name}
            {...(wasTried && isNameMissing ? { error: t('rules.required') } : {})}
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
            icon={GraduationCap}
            title={t('firstRun.training')}
            text={t('firstRun.trainingText')}
            act={
              <Button variant="primary" size="large" wide onPress={() => void practise()} isDisabled={isBusy}>
                {t('firstRun.trainingAct')}
              </Button>
            }
          />
          <Choice
            icon={PlugZap}
            title={t('firstRun.mine')}
            text={t('firstRun.mineText')}
            act={
              <Button size="large" wide onPress={() => void connect()} isDisabled={isBusy}>
                {t('firstRun.mineAct')}
              </Button>
            }
          />
        </div>
        <p className="text-small text-soft">{t('firstRun.lightNote')}</p>
      </section>
      <ErrorNotice error={save.error ?? start.error} />
    </>
  )
}

interface ChoiceProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly act: ReactNode
}

function Choice({ icon: Icon, title, text, act }: ChoiceProps) {
  return (
    <div className="flex flex-col gap-2 rounded-large border border-line bg-surface p-5">
      <Icon aria-hidden size="1.625rem" strokeWidth={1.6} className="text-accent" />
      <h3 className="text-lead font-semibold">{title}</h3>
      <p className="text-soft">{text}</p>
      <div className="mt-auto pt-2">{act}</div>
    </div>
  )
}
