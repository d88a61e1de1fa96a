import { Check, RotateCcw, ScanLine } from 'lucide-react'
import { useState } from 'react'
import type { Preferences } from '../../../../shared/bridge/snapshot.ts'
import { spellOut } from '../../../../shared/domain/label/label.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { settingsPath } from '../../routes.ts'
import { useSnapshot } from '../../state/services.tsx'
import { BackLink, Button, LinkButton } from '../../ui/button.tsx'
import { clsx } from 'clsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { gapsOf, type ScannerTraits, shareOf } from '../scan/wedge/scan-evidence.ts'
import { type KeyTrace, scansToLearn } from './learn-scanner.ts'
import { LessonPanel, sayCalibrationProblem, sayGaps, TraceLine } from './lesson-panel.tsx'
import { type Calibration, isComplete, type Trial, useCalibration } from './use-calibration.ts'

/** The path of the page for learning a scanner, after the path of the scanner settings. */
export const learnPage = 'learn'

/**
 * Learns from three scans of one code how a scanner sends codes, and shows the result. The technician can try the result with another scan,
 * and save it.
 */
export function CalibrationPage() {
  const { calibration, learning, printed, setPrinted, trial, beginAnew } = useCalibration()
  const kept = useStoredScanner()
  const lesson = learning?.ok === true ? learning.lesson : undefined
  const hasBegun = calibration.traces.length > 0
  return (
    <>
      <BackLink to={settingsPath('scanner')}>{t('calibration.back')}</BackLink>
      <Panel
        title={t('calibration.title')}
        note={t('calibration.note')}
        aside={
          hasBegun ? (
            <Button variant="quiet" onPress={beginAnew}>
              <RotateCcw aria-hidden size="1rem" />
              {t('calibration.trial.anew')}
            </Button>
          ) : undefined
        }
      >
        <ScanSlots calibration={calibration} />
      </Panel>
      {learning === undefined ? undefined : (
        <LessonPanel learning={learning} printed={printed} onPrinted={setPrinted} />
      )}
      {lesson?.isHeard === true ? (
        <section
          aria-label={t('calibration.trial.title')}
          className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-large border border-line bg-raised px-5 py-4 shadow-high narrow:sticky narrow:bottom-3 narrow:z-10"
        >
          <div aria-live="polite" className="min-w-0 flex-1 basis-64">
            {trial === undefined ? <p>{t('calibration.trial.note')}</p> : <TrialResult trial={trial} />}
          </div>
          <ErrorNotice error={kept.error} />
          {kept.holds(lesson.traits) ? (
            <ChangeNotice kept={kept}>{t('calibration.trial.kept')}</ChangeNotice>
          ) : (
            <Button variant="primary" size="large" isBusy={kept.isBusy} onPress={() => kept.keep(lesson.traits)}>
              {t('calibration.trial.keep')}
            </Button>
          )}
        </section>
      ) : undefined}
    </>
  )
}

function ChangeNotice({ kept, children }: { readonly kept: StoredScanner; readonly children: string }) {
  const undo = kept.goBack && (
    <Button onPress={kept.goBack} isBusy={kept.isBusy}>
      {t('calibration.trial.undo')}
    </Button>
  )
  return (
    <Notice tone="info" actions={undo}>
      {children}
    </Notice>
  )
}

export function ScanSlots({ calibration }: { readonly calibration: Calibration }) {
  const { traces, fault } = calibration
  const count = traces.length
  return (
    <div className="@container grid gap-3">
      <ol
        aria-label={t('calibration.scans')}
        className={clsx('grid gap-2', isComplete(calibration) && '@min-[38rem]:grid-cols-3')}
      >
        {Array.from({ length: scansToLearn }, (_, index) => (
          <Slot key={index} number={index + 1} trace={traces[index]} isNext={index === count} />
        ))}
      </ol>
      <output className="sr-only">
        {count === 0 ? undefined : t('calibration.arrived', { count, all: scansToLearn })}{' '}
        {isComplete(calibration) ? t('calibration.learntAll') : undefined}
      </output>
      <div aria-live="assertive" className="empty:hidden">
        {fault === undefined ? undefined : (
          <Notice tone="warning" announce="off" title={sayCalibrationProblem(fault.problem)}>
            <span className="text-small text-soft">{t('calibration.came')}</span> <TraceLine trace={fault.trace} />
          </Notice>
        )}
      </div>
    </div>
  )
}

function Slot(props: { readonly number: number; readonly trace: KeyTrace | undefined; readonly isNext: boolean }) {
  const { number, trace, isNext } = props
  const Icon = trace === undefined ? ScanLine : Check
  return (
    <li
      data-slot={trace === undefined ? (isNext ? 'next' : 'later') : 'done'}
      className={clsx(
        'grid min-h-16 grid-cols-[auto_minmax(0,1fr)] items-center gap-3 rounded-normal border px-4 py-2.5',
        isNext ? 'border-2 border-dashed border-accent/60 bg-accent-tint' : 'border-line',
      )}
    >
      <span
        className={clsx(
          'flex items-center gap-1.5 font-semibold tabular-nums',
          trace === undefined ? (isNext ? 'text-accent' : 'text-soft') : 'text-done',
        )}
      >
        <Icon aria-hidden size="1.125rem" />
        {number}
      </span>
      {trace === undefined ? (
        <span className={isNext ? 'font-semibold' : 'text-soft'}>
          {t(isNext ? (number === 1 ? 'calibration.next' : 'calibration.again') : 'calibration.later')}
        </span>
      ) : (
        <span className="grid gap-0.5">
          <TraceLine trace={trace} />
          <span className="text-small text-soft">
            {t('calibration.keys', { count: trace.length, gap: t('calibration.ms', { count: medianGap(trace) }) })}
          </span>
        </span>
      )}
    </li>
  )
}

/** The median time between two keys, in milliseconds. */
const medianGap = (trace: KeyTrace): number => Math.round(shareOf(gapsOf(trace.map(({ at }) => at)))(0.5))

export function LearntPanel() {
  const kept = useStoredScanner()
  const { learnt, forget, isBusy, error } = kept
  return (
    <Panel title={t('calibration.panel.title')}>
      <div className="grid gap-4">
        <p className="max-w-xl">
          {learnt === null
            ? t('calibration.panel.unlearnt')
            : t('calibration.panel.learnt', {
                gaps: sayGaps(learnt.shortestGap, learnt.longestGap),
                end: t(`calibration.ends.${learnt.end}`),
              })}
          {learnt === null || learnt.layouts.length === 0 ? undefined : ` ${t('calibration.panel.learntLayout')}`}
        </p>
        {kept.goBack === undefined ? undefined : (
          <ChangeNotice kept={kept}>{t('calibration.panel.forgotten')}</ChangeNotice>
        )}
        <ErrorNotice error={error} />
        <div className="flex flex-wrap gap-2">
          <LinkButton to={settingsPath(`scanner/${learnPage}`)}>{t('calibration.panel.learn')}</LinkButton>
          {learnt === null ? undefined : (
            <Button variant="quiet" onPress={forget} isBusy={isBusy}>
              {t('calibration.panel.forget')}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

export function TrialResult({ trial }: { readonly trial: Trial }) {
  const { trace, heard } = trial
  const title =
    heard === undefined
      ? t('calibration.trial.missed')
      : t(`calibration.trial.${heard.kind}`, { text: spellOut(heard.text).shown })
  return (
    <Notice tone={heard?.kind === 'heard' ? 'good' : 'warning'} announce="off" title={title}>
      {trace === undefined ? undefined : (
        <>
          {heard && <span className="text-small text-soft">{t('calibration.came')} </span>}
          <TraceLine trace={trace} />
        </>
      )}
    </Notice>
  )
}

type StoredScanner = ReturnType<typeof useStoredScanner>

type ScannerPreferences = Pick<Preferences, 'scannerPrefix' | 'scannerSuffix' | 'scannerLearnt'>

const inOrder = (traits: ScannerTraits): string =>
  JSON.stringify(Object.entries(traits).toSorted(([name], [next]) => (name < next ? -1 : 1)))

/** Returns the scanner traits in the settings, with functions to change the traits and to undo the latest change. */
function useStoredScanner() {
  const { scannerPrefix, scannerSuffix, scannerLearnt } = useSnapshot(({ preferences }) => preferences)
  const [before, setBefore] = useState<ScannerPreferences>()
  const save = useCall('preferences.save')
  const change = async (next: ScannerPreferences, back: ScannerPreferences | undefined): Promise<void> => {
    const reply = await save.run(next)
    if (reply.ok) setBefore(back)
  }
  const now: ScannerPreferences = { scannerPrefix, scannerSuffix, scannerLearnt }
  return {
    learnt: scannerLearnt,
    holds: (traits: ScannerTraits): boolean =>
      inOrder(traits) === inOrder({ prefix: scannerPrefix, suffix: scannerSuffix, ...scannerLearnt }),
    keep: ({ prefix, suffix, ...scannerLearnt }: Required<ScannerTraits>): void =>
      void change({ scannerPrefix: prefix, scannerSuffix: suffix, scannerLearnt }, now),
    forget: (): void => void change({ scannerPrefix: '', scannerSuffix: '', scannerLearnt: null }, now),
    /** Restores the scanner traits from before the latest change. Undefined if there is nothing to undo. */
    goBack: before === undefined ? undefined : () => void change(before, undefined),
    isBusy: save.isBusy,
    error: save.error,
  }
}
