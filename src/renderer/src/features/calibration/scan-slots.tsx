import { Check, ScanLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { joinClasses } from '../../ui/join-classes.ts'
import { Notice } from '../../ui/notice.tsx'
import { gapsOf, shareOf } from '../scan/wedge/rhythm.ts'
import { isComplete, type Calibration } from './calibration.ts'
import { spellTrace, type KeyTrace } from './key-trace.ts'
import { scansToLearn } from './learn-scanner.ts'
import { sayCalibrationProblem } from './say-problem.ts'
import { TraceLine } from './trace-line.tsx'

/** The three scans, each as it came, and what is wrong with the latest. */
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
