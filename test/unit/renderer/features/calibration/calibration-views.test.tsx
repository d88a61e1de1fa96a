import { describe, expect, it } from 'vitest'
import {
  noScans,
  takeTrace,
  type Calibration,
  type Trial,
} from '../../../../../src/renderer/src/features/calibration/use-calibration.ts'
import {
  learnScanner,
  type KeyTrace,
  type ScannerLesson,
} from '../../../../../src/renderer/src/features/calibration/learn-scanner.ts'
import { TrialResult, ScanSlots } from '../../../../../src/renderer/src/features/calibration/calibration-page.tsx'
import type { ScannerEnd } from '../../../../../src/shared/domain/scanner.ts'
import { humanRhythms, pressesOf, seededChance } from '../../../../fakes/key-traces.ts'
import { renderWords } from '../../../../fakes/render-words.tsx'
import { LessonFacts } from '../../../../../src/renderer/src/features/calibration/lesson-panel.tsx'

const scanOf = (text: string, gap = 45, end: ScannerEnd = 'Tab'): KeyTrace =>
  pressesOf(text, () => gap, Math.random, end === 'none' ? {} : { end })

const after = (...traces: readonly KeyTrace[]): Calibration => traces.reduce(takeTrace, noScans)

/** The text without markup. */
const read = (html: string): string =>
  html
    .replaceAll(/<svg.*?<\/svg>|<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const slots = (calibration: Calibration): string => read(renderWords(<ScanSlots calibration={calibration} />))

function lesson(text: string, gap = 45, end?: ScannerEnd): ScannerLesson {
  const learning = learnScanner([1, 2, 3].map(() => scanOf(text, gap, end)))
  if (!learning.ok) throw new Error(learning.problem.kind)
  return learning.lesson
}

const facts = (of: ScannerLesson): string => read(renderWords(<LessonFacts lesson={of} />))

describe('the scans for learning a scanner', () => {
  it('are requested one by one and shown as they arrive', () => {
    expect(slots(noScans)).toBe('1 Scan a code now 2 Not yet 3 Not yet')
    expect(slots(after(scanOf('~001A794EB20F')))).toContain(
      '1 ~001A794EB20F Tab 14 keys, about 45 ms apart 2 Scan the same code again 3 Not yet',
    )
    expect(slots(after(...[1, 2, 3].map(() => scanOf('~001A79 4EB20F'))))).toContain('~001A79 U+0020 4EB20F Tab')
  })

  it('do not count if they differ, and the reason is shown', () => {
    const first = scanOf('~001A794EB20F')
    const differing = after(first, scanOf('~001A794EB210'))
    expect(slots(differing)).toContain(
      'The second scan differs from the first. Scan the same code. Received: ~001A794EB210 Tab',
    )
    expect(differing.traces).toHaveLength(1)
    expect(slots(after(first, first, scanOf('~001A794EB20F', 45, 'Enter')))).toContain(
      'The third scan ends with a different key from the first.',
    )
    expect(slots(after(first, scanOf('~001A794EB210'), first))).not.toContain('differs')
  })

  it('are refused if they were typed by hand', () => {
    const typed = pressesOf('001A794EB20F', humanRhythms['one finger'] ?? (() => 0), seededChance(7), { end: 'Enter' })
    const calibration = after(typed)
    expect(slots(calibration)).toContain('This looks typed by hand')
    expect(calibration.traces).toEqual([])
  })

  it('are complete after the third scan', () => {
    const first = scanOf('~001A794EB20F')
    const whole = after(first, first, first)
    expect(slots(whole)).toContain('All three received.')
    expect(takeTrace(whole, scanOf('082021N071543'))).toBe(whole)
  })
})

describe('the learnt scanner', () => {
  it('is described with its type, its code and its keyboard layout', () => {
    const said = facts(lesson('~]C1082021N071543#', 45, 'Tab'))
    expect(said).toContain('by what it sends before a code')
    expect(said).toContain(
      'Time between keys 45 ms Time a key is held not measured End key the Tab key Before a code ~ After a code # Code type ]C1',
    )
    expect(said).toContain('Code 082021N071543')
    expect(said).toContain('Same as this computer’s, as far as this code shows.')
  })

  it('is described with the pause that ends a scan if the scanner sends no end key', () => {
    const said = facts(lesson('082021N071543', 2, 'none'))
    expect(said).toContain('no key A scan ends after a pause of 60 ms. Before a code nothing After a code nothing')
    expect(said).toContain('by its pace')
  })

  it('is described with the intended code if the keyboard layouts differ', () => {
    expect(facts(lesson('00Ö1AÖ79Ö4CÖ00Ö01', 5))).toContain('Not this computer’s. The code means 00:1A:79:4C:00:01.')
    expect(facts(lesson('STBÜ71543Ö22', 5))).toContain('Probably not this computer’s')
  })

  it('comes with advice if its scans cannot be distinguished from typing', () => {
    const said = facts(lesson('001A794EB20F', 100, 'Enter'))
    expect(said).toContain(
      'Setdesk cannot distinguish this scanner from a person typing It is as slow as a person typing',
    )
    expect(said).toContain('Scan the codes for ~.')
    expect(said).toContain('put the cursor in the box field, on Home or on Activate, then scan.')
    expect(said).toContain('the scanner’s Enter continues')
    expect(facts(lesson('001A794EB20F', 100))).toContain('continue with the button below it')
  })

  it('is described by how soon it releases its keys if it is slow', () => {
    const learning = learnScanner(
      [1, 2, 3].map(() => pressesOf('001A794EB20F', () => 100, Math.random, { end: 'Enter', holds: () => 9.4 })),
    )
    if (!learning.ok) throw new Error(learning.problem.kind)
    expect(facts(learning.lesson)).toContain('by how quickly it releases each key')
    expect(facts(learning.lesson)).toContain('Time a key is held at most 10 ms')
  })
})

const result = (trial: Trial): string => read(renderWords(<TrialResult trial={trial} />))

describe('a trial scan', () => {
  it('shows what was received and what it was recognized as', () => {
    const trace = scanOf('~001A794EB20F')
    expect(result({ trace, heard: { kind: 'heard', text: '001A794EB20F' } })).toBe(
      'Recognised: 001A794EB20F Received: ~001A794EB20F Tab',
    )
    expect(result({ heard: { kind: 'unread', text: 'https://box.example' } })).toBe(
      'Recognised as a scan, but it contains no box: https://box.example',
    )
    expect(result({ trace })).toBe('Received, but not recognised as a scan: ~001A794EB20F Tab')
  })
})
