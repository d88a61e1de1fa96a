import { Check, Printer, ScanLine, Wifi, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { missionNames, type BegunMission } from '../../../../shared/domain/missions.ts'
import { t } from '../../locale.ts'
import { paths, queuePath, screenOf } from '../../routes.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useSnapshot } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { giveScan } from '../scan/wedge/scan-watch.ts'
import { DeviceLabel } from '../ticket/device-label.tsx'
import { MissionLabels } from './mission-labels.tsx'
import { jobOf, labelOf, stepOf } from './mission-step.ts'
import { useMissions } from './use-missions.ts'

/** Milliseconds; jobs change in groups. */
const pause = 100
const mostRead = 5

/** The mission that was begun: what to do next, and the label that it needs. Stays on every screen, also over dialogs. */
export function MissionBar() {
  const begun = useSnapshot(({ preferences }) => preferences.missions.begun)
  return begun === undefined ? undefined : <Bar key={begun.box} begun={begun} />
}

function Bar({ begun }: { readonly begun: BegunMission }) {
  const [path, navigate] = useLocation()
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const { missions, isCut, isBusy, error, begin, noteDone, end, cutNetwork } = useMissions()
  const read = useRead('job.list', { limit: mostRead, text: begun.box }, { scope, follows: { pause } })
  const [isPrinting, setPrinting] = useState(false)
  const job = jobOf(begun, read.value?.jobs ?? [])
  const step = stepOf(begun, { screen: screenOf(path), job, isCut })
  const label = labelOf(begun, step)
  const number = missionNames.indexOf(begun.name) + 1
  const next = missionNames[number]

  const isNew = step === 'done' && !(missions.done.includes(begun.name) && missions.box === begun.box)
  useEffect(() => {
    if (isNew) void noteDone(begun)
  })

  return (
    <aside
      aria-label={t('missions.bar')}
      // Stays in reach while a dialog is open, because its label is needed there.
      data-react-aria-top-layer
      className="relative z-50 flex max-h-[45%] shrink-0 flex-wrap items-center gap-x-5 gap-y-2 overflow-auto border-t-4 border-unconfirmed bg-raised px-4 py-2.5 print:hidden"
    >
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <h2 className="text-small font-bold">
          {t('missions.number', { number, count: missionNames.length, name: t(`missions.${begun.name}.name`) })}
        </h2>
        <p aria-live="polite" className="flex items-start gap-2">
          {step === 'done' ? <Check aria-hidden size="1.25rem" className="shrink-0 text-done" /> : undefined}
          {step === 'done' ? t(`missions.${begun.name}.done`) : t(`missions.steps.${step}`)}
        </p>
        <ErrorNotice error={error} />
      </div>
      {label === undefined ? undefined : (
        <div className="w-full max-w-66 min-w-0">
          <DeviceLabel size="small" deviceLabel={{ identifier: { kind: 'mac', value: label }, model: '', raw: '' }} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        {label === undefined ? undefined : (
          <>
            <Button variant="primary" size="small" onPress={() => giveScan(document, label)}>
              <ScanLine aria-hidden size="1rem" />
              {t('missions.scan')}
            </Button>
            <Button size="small" onPress={() => setPrinting(true)}>
              <Printer aria-hidden size="1rem" />
              {t('missions.print')}
            </Button>
          </>
        )}
        {step === 'cut' ? (
          <Button variant="primary" isDisabled={isBusy} onPress={() => void cutNetwork(true)}>
            <WifiOff aria-hidden size="1rem" />
            {t('missions.cut')}
          </Button>
        ) : undefined}
        {step === 'mend' ? (
          <Button variant="primary" isDisabled={isBusy} onPress={() => void cutNetwork(false)}>
            <Wifi aria-hidden size="1rem" />
            {t('missions.mend')}
          </Button>
        ) : undefined}
        {step === 'stuck' && job !== undefined ? (
          <LinkButton to={queuePath('all', job.id)}>{t('missions.openJob')}</LinkButton>
        ) : undefined}
        {step === 'done' && next !== undefined ? (
          <Button
            variant="primary"
            isDisabled={isBusy}
            onPress={() => void begin(next).then(() => navigate(paths.home))}
          >
            {t('missions.next', { name: t(`missions.${next}.name`) })}
          </Button>
        ) : undefined}
        <Button variant="quiet" size="small" onPress={() => void end()}>
          {t(step === 'done' ? 'missions.finish' : 'missions.end')}
        </Button>
      </div>
      {isPrinting ? <MissionLabels begun={begun} onPrinted={() => setPrinting(false)} /> : undefined}
    </aside>
  )
}
