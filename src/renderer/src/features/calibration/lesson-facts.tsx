import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScannerEnd } from '../../../../shared/domain/scanner.ts'
import { Notice } from '../../ui/notice.tsx'
import { slowestPlainGap } from '../scan/wedge/rhythm.ts'
import { createWedgeDetector } from '../scan/wedge/wedge-detector.ts'
import { spellText } from './key-trace.ts'
import type { ScannerLesson } from './learn-scanner.ts'
import { sayGaps } from './say-problem.ts'
import { TraceLine } from './trace-line.tsx'

/** What was learnt of a scanner, in plain words. */
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

/** A scanner that is nothing but a hand to us: how it is made one that is not, and what works until then. */
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

const Note = ({ children }: { readonly children: ReactNode }) => (
  <span className="block text-small text-soft">{children}</span>
)
