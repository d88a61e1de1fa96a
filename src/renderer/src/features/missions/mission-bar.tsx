import { Check, Printer, ScanLine, Wifi, WifiOff } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { type BegunMission, missionNames } from '../../../../shared/domain/missions.ts'
import { t } from '../../locale.ts'
import { paths, queuePath, screenOf } from '../../routes.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { useSnapshot } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { giveScan } from '../scan/wedge/scan-watch.ts'
import { DeviceLabel, Identifier } from '../ticket/device-label.tsx'
import { useMissions, useTrainingCut } from './missions-panel.tsx'
import { stickerPaper } from '../../../../shared/domain/handout/handout.ts'
import { QrCode } from '../ticket/log-in-card.tsx'
import { PrintRun, Sheet } from '../ticket/paper/print-run.tsx'
import { Bars } from '../ticket/paper/handout.tsx'
import type { JobSummary } from '../../../../shared/domain/job.ts'

/** Milliseconds to wait for more changes before reading again, because jobs change in groups. */
const pause = 100
const mostRead = 5

/** Takes the focus at the beginning of each step, if it is lost. */
const takeLostFocus = (title: HTMLElement | null): void => {
  if (document.activeElement === document.body) title?.focus()
}

interface MissionBarProps {
  /** Whether the technician began the mission on this page. If not, the bar is there before the technician does anything. */
  readonly hasJustBegun: boolean
}

/** The bar of the current mission: its next step, and the label for that step. The bar stays on every screen, even over dialogs. */
export function MissionBar({ hasJustBegun }: MissionBarProps) {
  const begun = useSnapshot(({ preferences }) => preferences.missions.begun)
  return begun === undefined ? undefined : <Bar key={begun.box} begun={begun} hasJustBegun={hasJustBegun} />
}

function Bar({ begun, hasJustBegun }: MissionBarProps & { readonly begun: BegunMission }) {
  const [path, navigate] = useLocation()
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const isCut = useTrainingCut()
  const read = useRead('job.list', { limit: mostRead, text: begun.box }, { scope, follows: { pause } })
  const [isPrinting, setPrinting] = useState(false)
  const job = jobOf(begun, read.value?.jobs ?? [])
  const step = stepOf(begun, { screen: screenOf(path), job, isCut })
  const isDone = step === 'done'
  const { isBusy, error, begin, noteFinished, end, cutNetwork } = useMissions(isDone ? begun : undefined)
  const label = labelOf(begun, step)
  const number = missionNames.indexOf(begun.name) + 1
  const next = missionNames[number]
  /** Whether the technician has begun the mission or one of its steps with a button, which may be gone and the focus with it. */
  const [hasPressed, setPressed] = useState(hasJustBegun)
  const switchNetwork = (toBeCut: boolean): void => {
    setPressed(true)
    void cutNetwork(toBeCut)
  }

  const note = useEffectEvent(() => void noteFinished())
  // Saves the finished mission only once. A second save, after the technician has ended the mission, would begin the mission again.
  useEffect(() => {
    if (isDone) note()
  }, [isDone])

  return (
    <aside
      aria-label={t('missions.bar')}
      // The bar stays usable while a dialog is open, because technicians scan the label in the bar to fill the dialog.
      data-react-aria-top-layer
      className="relative z-50 flex max-h-[45%] shrink-0 flex-wrap items-center gap-x-5 gap-y-2 overflow-auto border-t-4 border-unconfirmed bg-raised px-4 py-2.5 print:hidden"
    >
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <h2
          key={step}
          ref={hasPressed ? takeLostFocus : undefined}
          tabIndex={-1}
          className="text-small font-bold outline-none"
        >
          {t('missions.number', { number, count: missionNames.length, name: t(`missions.${begun.name}.name`) })}
        </h2>
        <p aria-live="polite" className="flex items-start gap-2">
          {isDone ? <Check aria-hidden size="1.25rem" className="shrink-0 text-done" /> : undefined}
          {isDone ? t(`missions.${begun.name}.done`) : t(`missions.steps.${step}`)}
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
          <Button variant="primary" isBusy={isBusy} onPress={() => switchNetwork(true)}>
            <WifiOff aria-hidden size="1rem" />
            {t('missions.cut')}
          </Button>
        ) : undefined}
        {step === 'mend' ? (
          <Button variant="primary" isBusy={isBusy} onPress={() => switchNetwork(false)}>
            <Wifi aria-hidden size="1rem" />
            {t('missions.mend')}
          </Button>
        ) : undefined}
        {step === 'stuck' && job !== undefined ? (
          <LinkButton to={queuePath('all', job.id)}>{t('missions.openJob')}</LinkButton>
        ) : undefined}
        {isDone && next !== undefined ? (
          <Button
            variant="primary"
            isDisabled={isBusy}
            onPress={() => void begin(next).then(() => navigate(paths.home))}
          >
            {t('missions.next', { name: t(`missions.${next}.name`) })}
          </Button>
        ) : undefined}
        <Button variant="quiet" size="small" isBusy={isBusy} onPress={() => void end().then(focusMain)}>
          {t(isDone ? 'missions.finish' : 'missions.end')}
        </Button>
      </div>
      {isPrinting ? <MissionLabels begun={begun} onPrinted={() => setPrinting(false)} /> : undefined}
    </aside>
  )
}

const focusMain = (): void => document.getElementById('main')?.focus()

function MissionLabels({ begun, onPrinted }: { readonly begun: BegunMission; readonly onPrinted: () => void }) {
  useEffect(() => {
    window.print()
    onPrinted()
  })
  return (
    <PrintRun paper={stickerPaper}>
      {[begun.broken, begun.box].map((value) =>
        value === undefined ? undefined : (
          <Sheet key={value} paper={stickerPaper} look="sheet-sticker">
            <div className="sheet-box">
              <div>
                <p>{t(value === begun.broken ? 'missions.brokenLabel' : 'missions.label')}</p>
                <p>
                  <b>
                    <Identifier identifier={{ kind: 'mac', value }} />
                  </b>
                </p>
              </div>
              <QrCode text={value} label={value} />
            </div>
            <Bars text={value} />
          </Sheet>
        ),
      )}
    </PrintRun>
  )
}

/** The next step of a mission. `stuck`: the job is not done, and Setdesk does not go on with the job. */
type MissionStep =
  | 'cut'
  | 'scan'
  | 'type'
  | 'scan-broken'
  | 'open-customer'
  | 'replace'
  | 'mend'
  | 'sending'
  | 'stuck'
  | 'done'

interface Circumstances {
  readonly screen: keyof typeof paths
  /** The job of the mission's box. Undefined before the job is saved. */
  readonly job: Pick<JobSummary, 'state'> | undefined
  readonly isCut: boolean
}

const underWay: ReadonlySet<string> = new Set(['saved', 'sending', 'checking', 'waiting'])

export function stepOf(mission: Pick<BegunMission, 'name'>, { screen, job, isCut }: Circumstances): MissionStep {
  if (job !== undefined) {
    if (job.state === 'done') return isCut ? 'mend' : 'done'
    if (!underWay.has(job.state)) return 'stuck'
    return isCut ? 'mend' : 'sending'
  }
  if (mission.name === 'offline' && !isCut) return 'cut'
  if (mission.name !== 'swap') return screen === 'activate' ? 'type' : 'scan'
  if (screen === 'customers') return 'replace'
  return screen === 'activate' ? 'open-customer' : 'scan-broken'
}

/** Returns the MAC address of the box whose label the step needs. Undefined if the step needs no label. */
export function labelOf({ box, broken }: BegunMission, step: MissionStep): string | undefined {
  if (step === 'scan' || step === 'type' || step === 'replace') return box
  return step === 'scan-broken' || step === 'open-customer' ? broken : undefined
}

/** Returns the job of the mission's box. Dropped jobs do not count. In a swap, only a job for an existing customer counts. */
export function jobOf({ name, box }: BegunMission, jobs: readonly JobSummary[]): JobSummary | undefined {
  return jobs.find(
    (job) => job.box?.value === box && job.state !== 'dropped' && (name !== 'swap' || job.kind === 'existing-customer'),
  )
}
