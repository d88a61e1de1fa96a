import { ArrowLeft, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { settingsPath } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { ScannerLesson, Learning } from './learn-scanner.ts'
import { ScanSlots } from './scan-slots.tsx'
import { TrialResult } from './trial-result.tsx'
import { useCalibration } from './use-calibration.ts'
import { useKeptScanner, type KeepingScanner } from './use-kept-scanner.ts'
import { TextField } from '../../ui/text-field.tsx'
import { LessonFacts } from './lesson-facts.tsx'
import { sayCalibrationProblem } from './say-problem.ts'

/** A new scanner is held against one code three times; what is learnt of it is shown, tried, and kept or left. */
export function CalibrationPage() {
  const { t } = useTranslation()
  const { calibration, learning, printed, setPrinted, trial, beginAnew } = useCalibration()
  const kept = useKeptScanner()
  const lesson = learning?.ok === true ? learning.lesson : undefined
  const hasBegun = calibration.traces.length > 0
  return (
    <>
      <Link
        href={settingsPath('scanner')}
        className="flex w-fit items-center gap-1.5 font-semibold text-accent no-underline"
      >
        <ArrowLeft aria-hidden size="1rem" />
        {t('calibration.back')}
      </Link>
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
          <Keeping lesson={lesson} kept={kept} />
        </section>
      ) : undefined}
    </>
  )
}

function Keeping({ lesson, kept }: { readonly lesson: ScannerLesson; readonly kept: KeepingScanner }) {
  const { t } = useTranslation()
  if (!kept.holds(lesson.traits))
    return (
      <Button
        variant="primary"
        size="large"
        isDisabled={kept.isBusy}
        onPress={() => {
          kept.keep(lesson.traits)
        }}
      >
        {t('calibration.trial.keep')}
      </Button>
    )
  return (
    <Notice
      tone="info"
      acts={
        kept.goBack === undefined ? undefined : (
          <Button onPress={kept.goBack} isDisabled={kept.isBusy}>
            {t('calibration.trial.undo')}
          </Button>
        )
      }
    >
      {t('calibration.trial.kept')}
    </Notice>
  )
}

interface LessonPanelProps {
  readonly learning: Learning
  readonly printed: string
  readonly onPrinted: (printed: string) => void
}

/** What was learnt, and what is printed under the code for a person to compare. */
function LessonPanel({ learning, printed, onPrinted }: LessonPanelProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('calibration.learnt.title')}>
      <div className="@container grid gap-4">
        <div className="max-w-md">
          <TextField
            label={t('calibration.printed.label')}
            hint={t('calibration.printed.hint')}
            optional={t('ui.optional')}
            figures
            autoComplete="off"
            {...(learning.ok ? {} : { error: sayCalibrationProblem(t, learning.problem) })}
            value={printed}
            onChange={onPrinted}
          />
        </div>
        {learning.ok ? <LessonFacts lesson={learning.lesson} /> : undefined}
      </div>
    </Panel>
  )
}
