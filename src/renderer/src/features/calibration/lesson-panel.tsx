import type { ReactNode } from 'react'
import type { ScannerEnd } from '../../../../shared/domain/scanner.ts'
import { codePointOf } from '../../../../shared/domain/label/label.ts'
import { t } from '../../locale.ts'
import { Notice } from '../../ui/notice.tsx'
import { Fact, Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { slowestPlainGap } from '../scan/wedge/scan-evidence.ts'
import { createWedgeDetector, isCharacter } from '../scan/wedge/wedge-detector.ts'
import type { KeyTrace, Learning, LearnProblem, ScannerLesson } from './learn-scanner.ts'

const Note = ({ children }: { readonly children: ReactNode }) => (
  <span className="block text-small text-soft">{children}</span>
)

interface LessonPanelProps {
  readonly learning: Learning
  readonly printed: string
  readonly onPrinted: (printed: string) => void
}

/**
 * Shows what was learnt about a scanner. In a field, the technician can type the text printed under the code, to tell the code from
 * characters that the scanner adds.
 */
export function LessonPanel({ learning, printed, onPrinted }: LessonPanelProps) {
  return (
    <Panel title={t('calibration.learnt.title')}>
      <div className="@container grid gap-4">
        <div className="max-w-md">
          <TextField
            label={t('calibration.printed.label')}
            hint={t('calibration.printed.hint')}
            optional={t('ui.optional')}
            figures
            {...(learning.ok ? {} : { error: sayCalibrationProblem(learning.problem) })}
            value={printed}
            onChange={onPrinted}
          />
        </div>
        {learning.ok ? <LessonFacts lesson={learning.lesson} /> : undefined}
      </div>
    </Panel>
  )
}

const sign = (text: string): ReactNode =>
  text === '' ? t('calibration.learnt.nothing') : <TraceLine trace={Array.from(text, (key) => ({ key }))} />

export function LessonFacts({ lesson }: { readonly lesson: ScannerLesson }) {
  const { prefix, aim, code, suffix, meant, traits } = lesson
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
        <Fact name={t('calibration.learnt.gaps')}>{sayGaps(traits.shortestGap, traits.longestGap)}</Fact>
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
        <Fact className="@min-[30rem]:col-span-2" name={t('calibration.learnt.layout')}>
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

/** Says that a scanner cannot be distinguished from typing, how to set up the scanner better, and what works until then. */
function Untold({ end }: { readonly end: ScannerEnd }) {
  return (
    <Notice tone="warning" announce="off" title={t('calibration.learnt.unknownTitle')}>
      <div className="grid gap-2">
        <p>{t('calibration.learnt.unknown')}</p>
        <ol className="grid list-decimal gap-1 ps-5">
          {(['find', 'set', 'save'] as const).map((step) => (
            <li key={step}>{t(`calibration.learnt.unknownSteps.${step}`)}</li>
          ))}
        </ol>
        <p>{t(`calibration.learnt.meanwhile.${end === 'Enter' ? 'Enter' : 'other'}`)}</p>
      </div>
    </Notice>
  )
}

type KeyNames = readonly Pick<KeyTrace[number], 'key'>[]

export function TraceLine({ trace }: { readonly trace: KeyNames }) {
  return (
    <span translate="no" className="font-figures [overflow-wrap:anywhere]">
      {spellTrace(trace).map(({ kind, text }, index) =>
        kind === 'text' ? (
          // A trace does not change, so the index identifies each piece.
          // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity
          <span key={index}>{text}</span>
        ) : (
          <kbd
            // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity
            key={index}
            data-piece={kind}
            className="mx-1 inline-block rounded-small border border-edge bg-sunken px-1.5 font-figures text-small"
          >
            {text}
          </kbd>
        ),
      )}
    </span>
  )
}

/** `text`: visible text. `point`: the code point of an invisible character. `key`: a key name. */
interface TracePiece {
  readonly kind: 'text' | 'point' | 'key'
  readonly text: string
}

/** Splits a trace into pieces. Spaces, combining marks and invisible characters are replaced by their code points. */
export function spellTrace(trace: KeyNames): readonly TracePiece[] {
  const pieces: TracePiece[] = []
  for (const piece of trace.map(({ key }) => pieceOf(key))) {
    const last = pieces.at(-1)
    if (last?.kind === 'text' && piece.kind === 'text')
      pieces.splice(-1, 1, { kind: 'text', text: last.text + piece.text })
    else pieces.push(piece)
  }
  return pieces
}

function pieceOf(key: string): TracePiece {
  if (!isCharacter(key)) return { kind: 'key', text: key }
  return /[\p{C}\p{Z}\p{M}]/u.test(key) ? { kind: 'point', text: codePointOf(key) } : { kind: 'text', text: key }
}

export function sayCalibrationProblem(problem: LearnProblem): string {
  switch (problem.kind) {
    case 'by-hand':
      return t(problem.scan === undefined ? 'calibration.problems.uneven' : 'calibration.problems.by-hand')
    case 'differs':
    case 'ends-otherwise': {
      const which = t(problem.scan === 1 ? 'calibration.comes.second' : 'calibration.comes.third')
      return t(`calibration.problems.${problem.kind}`, { which })
    }
    case 'odd-key':
      return t('calibration.problems.odd-key', { key: problem.key })
    case 'dead-key':
    case 'not-printed':
    case 'several-lines':
    case 'too-short':
      return t(`calibration.problems.${problem.kind}`)
  }
}

/** The gap between keys, in words. Both values are in milliseconds. */
export function sayGaps(shortest: number, longest: number): string {
  return shortest === longest ? t('calibration.ms', { count: longest }) : t('calibration.span', { shortest, longest })
}
