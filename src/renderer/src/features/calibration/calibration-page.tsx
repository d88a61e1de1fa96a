import { ArrowLeft, RotateCcw, Check, ScanLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { settingsPath } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type ScannerLesson, type Learning, scansToLearn } from './learn-scanner.ts'
import { TrialResult } from './trial-result.tsx'
import { useCalibration } from './use-calibration.ts'
import { useKeptScanner, type KeepingScanner } from './use-kept-scanner.ts'
import { TextField } from '../../ui/text-field.tsx'
import { sayCalibrationProblem, sayGaps } from './say-problem.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { gapsOf, shareOf, slowestPlainGap } from '../scan/wedge/rhythm.ts'
import { isComplete, type Calibration } from './calibration.ts'
import { spellTrace, type KeyTrace, spellText } from './key-trace.ts'
import { TraceLine } from './trace-line.tsx'
import type { ReactNode } from 'react'
import type { ScannerEnd } from '../../../../shared/domain/scanner.ts'
import { createWedgeDetector } from '../scan/wedge/wedge-detector.ts'
import { LinkButton } from '../../ui/link-button.tsx'

/** The page for learning a scanner, below the scanner settings. */
export const learnPage = 'learn'

const Note = ({ children }: { readonly children: ReactNode }) => (
  <span className="block text-small text-soft">{children}</span>
)

/** Learns a scanner from three scans of one code, shows what was learnt, lets the technician try it, and saves it on request. */
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

/** Shows what was learnt, with a field for the text printed under the code, to compare. */
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

/** The three scans as they came, and the problem of the latest one. */
export function ScanSlots({ calibration }: { readonly calibration: Calibration }) {
  const { t } = useTranslation()
  const { traces, fault } = calibration
  const count = traces.length
  return (
    <div className="@container grid gap-3">
      <ol
        aria-label={t('calibration.scans')}
        className={joinClasses('grid gap-2', isComplete(calibration) && '@min-[38rem]:grid-cols-3')}
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
          <Notice tone="warning" announce="off" title={sayCalibrationProblem(t, fault.problem)}>
            <span className="text-small text-soft">{t('calibration.came')}</span>{' '}
            <TraceLine pieces={spellTrace(fault.trace)} />
          </Notice>
        )}
      </div>
    </div>
  )
}

interface SlotProps {
  readonly number: number
  readonly trace: KeyTrace | undefined
  readonly isNext: boolean
}

function Slot({ number, trace, isNext }: SlotProps) {
  const { t } = useTranslation()
  const Icon = trace === undefined ? ScanLine : Check
  return (
    <li
      data-slot={trace === undefined ? (isNext ? 'next' : 'later') : 'done'}
      className={joinClasses(
        'grid min-h-16 grid-cols-[auto_minmax(0,1fr)] items-center gap-3 rounded-normal border px-4 py-2.5',
        isNext ? 'border-2 border-dashed border-accent/60 bg-accent-tint' : 'border-line',
      )}
    >
      <span
        className={joinClasses(
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
          <TraceLine pieces={spellTrace(trace)} />
          <span className="text-small text-soft">{sayPace(trace)}</span>
        </span>
      )}
    </li>
  )

  function sayPace(keys: KeyTrace): string {
    const gap = Math.round(shareOf(gapsOf(keys.map(({ at }) => at)))(0.5))
    return t('calibration.keys', { count: keys.length, gap: t('calibration.ms', { count: gap }) })
  }
}

/** What was learnt of a scanner, in words. */
export function LessonFacts({ lesson }: { readonly lesson: ScannerLesson }) {
  const { t } = useTranslation()
  const { prefix, aim, code, suffix, meant, traits } = lesson
  const sign = (text: string): ReactNode =>
    text === '' ? t('calibration.learnt.nothing') : <TraceLine pieces={spellText(text)} />
  return (
    <div className="grid gap-4">
      {lesson.isHeard ? (
        <Notice tone="good" announce="off">
          {t(`calibration.learnt.${knownBy(lesson)}`)}
        </Notice>
      ) : (
        <Untold end={traits.end} />
      )}
      <dl className="grid gap-x-6 gap-y-3 @min-[30rem]:grid-cols-2">
        <Fact name={t('calibration.learnt.gaps')}>{sayGaps(t, traits.shortestGap, traits.longestGap)}</Fact>
        <Fact name={t('calibration.learnt.hold')}>
          {traits.longestHold === null
            ? t('calibration.learnt.holdUnseen')
            : t('calibration.learnt.holdMost', { ms: t('calibration.ms', { count: traits.longestHold }) })}
        </Fact>
        <Fact name={t('calibration.learnt.end')}>
          {t(`calibration.ends.${traits.end}`)}
          {traits.end === 'none' ? (
            <Note>{t('calibration.endless', { count: createWedgeDetector(traits).settlePause })}</Note>
          ) : undefined}
        </Fact>
        <Fact name={t('calibration.learnt.before')}>{sign(prefix)}</Fact>
        <Fact name={t('calibration.learnt.after')}>{sign(suffix)}</Fact>
        {aim === undefined ? undefined : (
          <Fact name={t('calibration.learnt.aim')}>
            {sign(aim)}
            <Note>{t('calibration.learnt.aimNote')}</Note>
          </Fact>
        )}
        <Fact name={t('calibration.learnt.code')}>{sign(code)}</Fact>
        <Fact wide name={t('calibration.learnt.layout')}>
          {meant === undefined
            ? t('calibration.layouts.same')
            : meant === ''
              ? t('calibration.layouts.doubtful')
              : t('calibration.layouts.other', { meant })}
        </Fact>
      </dl>
    </div>
  )
}

function knownBy({ prefix, aim, traits }: ScannerLesson) {
  if (prefix !== '') return 'known'
  if (aim !== undefined) return 'knownByAim'
  return traits.longestGap > slowestPlainGap ? 'knownByTouch' : 'knownByPace'
}

/** A scanner that cannot be told from typing: how to set it up so that it can, and what works until then. */
function Untold({ end }: { readonly end: ScannerEnd }) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" announce="off" title={t('calibration.learnt.unknownTitle')}>
      <div className="grid gap-2">
        <p>{t('calibration.learnt.unknown')}</p>
        <ol className="grid list-decimal gap-1 pl-5">
          {(['find', 'set', 'save'] as const).map((step) => (
            <li key={step}>{t(`calibration.learnt.unknownSteps.${step}`)}</li>
          ))}
        </ol>
        <p>{t(`calibration.learnt.meanwhile.${end === 'Enter' ? 'Enter' : 'other'}`)}</p>
      </div>
    </Notice>
  )
}

function Fact(props: { readonly name: string; readonly wide?: boolean; readonly children: ReactNode }) {
  return (
    <div className={props.wide === true ? '@min-[30rem]:col-span-2' : ''}>
      <dt className="text-small text-soft">{props.name}</dt>
      <dd className="[overflow-wrap:anywhere]">{props.children}</dd>
    </div>
  )
}

/** Shows what was learnt of the scanner, with a link to learn it. */
export function LearntPanel() {
  const { t } = useTranslation()
  const { learnt, forget, goBack, isBusy, error } = useKeptScanner()
  return (
    <Panel title={t('calibration.panel.title')}>
      <div className="grid gap-4">
        <p className="max-w-xl">
          {learnt === null
            ? t('calibration.panel.unlearnt')
            : t('calibration.panel.learnt', {
                gaps: sayGaps(t, learnt.shortestGap, learnt.longestGap),
                end: t(`calibration.ends.${learnt.end}`),
              })}
          {learnt === null || learnt.layouts.length === 0 ? undefined : ` ${t('calibration.panel.learntLayout')}`}
        </p>
        {goBack === undefined ? undefined : (
          <Notice
            tone="info"
            acts={
              <Button onPress={goBack} isDisabled={isBusy}>
                {t('calibration.trial.undo')}
              </Button>
            }
          >
            {t('calibration.panel.forgotten')}
          </Notice>
        )}
        <ErrorNotice error={error} />
        <div className="flex flex-wrap gap-2">
          <LinkButton to={settingsPath(`scanner/${learnPage}`)}>{t('calibration.panel.learn')}</LinkButton>
          {learnt === null ? undefined : (
            <Button variant="quiet" onPress={forget} isDisabled={isBusy}>
              {t('calibration.panel.forget')}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}
