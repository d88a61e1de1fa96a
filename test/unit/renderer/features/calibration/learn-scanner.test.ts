import { describe, expect, it } from 'vitest'
import {
  findProblem,
  learnScanner,
  type KeyTrace,
  type Learning,
  type ScannerLesson,
} from '../../../../../src/renderer/src/features/calibration/learn-scanner.ts'
import { createWedgeDetector } from '../../../../../src/renderer/src/features/scan/wedge/wedge-detector.ts'
import {
  humanHolds,
  humanRhythms,
  playKeys,
  pressesOf,
  scannerHolds,
  scannerRhythms,
  seededChance,
  slowRhythms,
  type Gaps,
} from '../../../../fakes/key-traces.ts'

const mac = '001A794EB20F'
const steady =
  (gap: number): Gaps =>
  () =>
    gap

/** Three scans of one code, some seconds apart; each scan has its own gaps. */
function scans(text: string, gaps: Gaps, seed: number, end?: 'Enter' | 'Tab', holds?: Gaps): KeyTrace[] {
  const chance = seededChance(seed)
  return [1, 2, 3].map((scan) =>
    pressesOf(text, gaps, chance, {
      at: scan * 5000,
      ...(end === undefined ? {} : { end }),
      ...(holds === undefined ? {} : { holds }),
    }),
  )
}

function lessonOf(learning: Learning): ScannerLesson {
  if (!learning.ok) throw new Error(`Nothing was learnt: ${learning.problem.kind}`)
  return learning.lesson
}

const keys = (...all: readonly string[]): KeyTrace => all.map((key, index) => ({ key, at: 1000 + 5 * index }))

const problemOf = (learning: Learning) => (learning.ok ? undefined : learning.problem)

const hears = (lesson: ScannerLesson, trace: KeyTrace): readonly string[] => {
  const detector = createWedgeDetector(lesson.traits)
  const verdicts = trace.map(({ key, at }) => detector.press({ key, at, ignored: false, intoText: true }))
  const last = detector.settle((trace.at(-1)?.at ?? 0) + detector.settlePause)
  return [...verdicts, last].flatMap((verdict) => (verdict.kind === 'scan' ? [verdict.scan.text] : []))
}

describe('three scans of one code', () => {
  it.each(Object.entries(scannerRhythms))(
    'let Setdesk learn a scanner that types %s, and recognize its next scan',
    (_, gaps) => {
      for (let seed = 1; seed <= 200; seed += 1) {
        const end = seed % 3 === 0 ? undefined : seed % 3 === 1 ? 'Enter' : 'Tab'
        const lesson = lessonOf(learnScanner(scans(mac, gaps, seed, end)))
        expect(lesson, `seed ${seed}`).toMatchObject({ prefix: '', suffix: '', code: mac, isHeard: true })
        expect(lesson.traits.end, `seed ${seed}`).toBe(end ?? 'none')
        const next = pressesOf('001A79AABBCC', gaps, seededChance(seed + 5000), end === undefined ? {} : { end })
        expect(hears(lesson, next), `seed ${seed}`).toEqual(['001A79AABBCC'])
      }
    },
  )

  it.each(Object.entries(slowRhythms))('let Setdesk learn a slow, prefixed scanner that types %s', (rhythm, gaps) => {
    const missed: string[] = []
    for (let seed = 1; seed <= 200; seed += 1) {
      const learning = learnScanner(scans(`~${mac}`, gaps, seed, 'Tab'))
      const serial = pressesOf('~082021N071543', gaps, seededChance(seed + 5000), { end: 'Tab' })
      if (!learning.ok || !learning.lesson.isHeard) missed.push(`lesson of ${seed}`)
      else if (hears(learning.lesson, serial).join() !== '082021N071543') missed.push(`scan of ${seed}`)
    }
    // Three irregular gaps in one code look like typing, and so does a widely varying pace if the key holds are
    // unknown. The technician then scans once more.
    const most = rhythm.includes('hiccups') ? 8 : rhythm.includes('70 to 120') ? 25 : 0
    expect(missed.length).toBeLessThanOrEqual(most)
  })

  it("show the scanner's pace, the text around the code and the end key", () => {
    const lesson = lessonOf(learnScanner(scans(`*${mac}#`, steady(45), 1, 'Tab')))
    expect(lesson).toMatchObject({ prefix: '*', code: mac, suffix: '#', isHeard: true })
    expect(lesson.traits).toEqual({
      prefix: '*',
      suffix: '#',
      end: 'Tab',
      shortestGap: 45,
      longestGap: 45,
      longestHold: null,
      layouts: [],
    })
    expect(lesson.aim).toBeUndefined()
  })

  it("may have no end key: a pause that fits the scanner's pace then ends a scan", () => {
    const quick = lessonOf(learnScanner(scans('082021N071543', steady(2), 1)))
    const slow = lessonOf(learnScanner(scans('~082021N071543', steady(50), 1)))
    expect(quick.traits.end).toBe('none')
    expect(createWedgeDetector(quick.traits).settlePause).toBe(60)
    expect(createWedgeDetector(slow.traits).settlePause).toBe(150)
    expect(hears(quick, pressesOf('082021N071544', steady(2), Math.random))).toEqual(['082021N071544'])
    expect(hears(slow, pressesOf('~082021N071544', steady(50), Math.random))).toEqual(['082021N071544'])
  })

  it('let Setdesk learn a scanner without a prefix only if it types more steadily than a person', () => {
    expect(lessonOf(learnScanner(scans(mac, steady(55), 1, 'Enter')))).toMatchObject({ prefix: '', isHeard: true })
    expect(lessonOf(learnScanner(scans(mac, steady(90), 1, 'Enter')))).toMatchObject({ prefix: '', isHeard: false })
    expect(lessonOf(learnScanner(scans(`]C1${mac}`, steady(90), 1, 'Enter')))).toMatchObject({
      prefix: '',
      aim: ']C1',
      isHeard: true,
    })
  })

  const slow = Object.entries(slowRhythms).flatMap(([rhythm, gaps]) =>
    Object.entries(scannerHolds).map(([hold, holds]) => ({ rhythm, hold, gaps, holds })),
  )
  it.each(slow)(
    'let Setdesk learn a scanner without a prefix that types $rhythm and releases its keys $hold',
    ({ rhythm, gaps, holds }) => {
      const missed: string[] = []
      for (let seed = 1; seed <= 200; seed += 1) {
        const chance = seededChance(seed + 5000)
        const end = seed % 3 === 0 ? undefined : seed % 3 === 1 ? ('Enter' as const) : ('Tab' as const)
        const learning = learnScanner(scans(mac, gaps, seed, end, holds))
        const options = { ...(end === undefined ? {} : { end }), holds }
        if (!learning.ok || !learning.lesson.isHeard) missed.push(`lesson of ${seed}`)
        else
          for (const code of ['001A79AABBCC', '001a79aabbcc', 'STB001A794EB20F', '082021N071543']) {
            const typed = pressesOf('Rue des', humanRhythms['at a counter'] ?? gaps, chance, {
              holds: humanHolds['lightly'] ?? holds,
            })
            const at = (typed.at(-1)?.at ?? 0) + 400
            const presses = [...typed, ...pressesOf(code, gaps, chance, { ...options, at })]
            const verdicts = playKeys(createWedgeDetector(learning.lesson.traits), presses)
            const heard = verdicts.flatMap((verdict) => (verdict.kind === 'scan' ? [verdict.scan.text] : []))
            if (heard.join() !== code) missed.push(`${code} of ${seed}: ${heard.join()}`)
          }
      }
      // Three irregular gaps in one code look like typing. The technician then scans once more.
      if (rhythm.includes('hiccups')) expect(missed.length).toBeLessThanOrEqual(40)
      else expect(missed).toEqual([])
    },
  )

  it('do not let Setdesk learn a slow scanner that holds its keys as long as a person', () => {
    const lesson = lessonOf(learnScanner(scans(mac, steady(90), 1, 'Enter', steady(45))))
    expect(lesson).toMatchObject({ isHeard: false, traits: { longestHold: 45 } })
  })

  it('show whether the keyboard layouts of scanner and computer differ', () => {
    const german = lessonOf(learnScanner(scans('00Ö1AÖ79Ö4CÖ00Ö01', steady(5), 1, 'Enter')))
    expect(german).toMatchObject({ code: '00Ö1AÖ79Ö4CÖ00Ö01', meant: '00:1A:79:4C:00:01', isHeard: true })
    expect(german.traits.layouts).toEqual([{ computer: 'german', scanner: 'us' }])
    // Three scanner layouts have the hyphen on the same key.
    const either = lessonOf(learnScanner(scans('00/1A/79/4C/00/01', steady(5), 1, 'Enter'))).traits.layouts
    expect(either.map(({ scanner }) => scanner)).toEqual(['german', 'italian', 'spanish'])
    const unclear = lessonOf(learnScanner(scans('STBÜ71543Ö22', steady(5), 1, 'Enter')))
    expect(unclear.meant).toBe('')
    expect(unclear.traits.layouts).toEqual([])
    expect(lessonOf(learnScanner(scans(mac, steady(5), 1, 'Enter'))).meant).toBeUndefined()
  })

  it('show the keyboard layouts if the printed text is given, even if the code alone is ambiguous', () => {
    const ambiguous = lessonOf(learnScanner(scans(')).!Q.&(.$C.)).)!', steady(5), 1, 'Enter'), '00:1A:79:4C:00:01'))
    expect(ambiguous.traits.layouts).toEqual([{ computer: 'us', scanner: 'french' }])
    const serial = lessonOf(learnScanner(scans('STBY071543', steady(5), 1, 'Enter'), 'STBZ071543'))
    expect(serial).toMatchObject({ meant: 'STBZ071543' })
    expect(serial.traits.layouts).toContainEqual({ computer: 'german', scanner: 'us' })
    expect(hears(serial, pressesOf('STBY088888', steady(5), Math.random, { end: 'Enter' }))).toEqual(['STBZ088888'])
  })

  it('are split into prefix, code and suffix by the printed text if it is given', () => {
    const sent = scans(`X${mac}9`, steady(5), 1, 'Enter')
    expect(lessonOf(learnScanner(sent))).toMatchObject({ prefix: '', code: `X${mac}9`, suffix: '' })
    expect(lessonOf(learnScanner(sent, '00:1a:79:4e:b2:0f'))).toMatchObject({ prefix: 'X', code: mac, suffix: '9' })
    expect(problemOf(learnScanner(sent, 'STB7N0042913'))).toEqual({ kind: 'not-printed', scan: undefined })
  })
})

describe('scans that cannot be used', () => {
  const [first = [], second = [], third = []] = scans(mac, steady(5), 1, 'Enter')
  const other = pressesOf('001A794EB210', steady(5), Math.random, { end: 'Enter' })

  it('are reported if the second or third scan has another code or another end key', () => {
    expect(findProblem([])).toBeUndefined()
    expect(findProblem([first, second, third])).toBeUndefined()
    expect(findProblem([first, other])).toEqual({ kind: 'differs', scan: 1 })
    expect(findProblem([first, second, other])).toEqual({ kind: 'differs', scan: 2 })
    const tabbed = pressesOf(mac, steady(5), Math.random, { end: 'Tab' })
    expect(findProblem([first, tabbed])).toEqual({ kind: 'ends-otherwise', scan: 1 })
    expect(findProblem([first, first.slice(0, -1)])).toEqual({ kind: 'ends-otherwise', scan: 1 })
  })

  it.each(Object.entries(humanRhythms))('include scans that were typed by hand: %s', (_, gaps) => {
    let learnt = 0
    for (const holds of [undefined, ...Object.values(humanHolds)])
      for (let seed = 1; seed <= 300; seed += 1) {
        const learning = learnScanner(scans(mac, gaps, seed, 'Enter', holds))
        if (learning.ok && learning.lesson.isHeard) learnt += 1
      }
    expect(learnt).toBe(0)
  })

  it('are mostly reported at the first scan if they were typed by hand', () => {
    for (const gaps of ['one finger', 'at a counter', 'in bursts with rolls'] as const) {
      const told = Array.from({ length: 200 }, (_, seed) =>
        findProblem(scans(mac, humanRhythms[gaps] ?? steady(0), seed)),
      )
      expect(told.filter((problem) => problem?.kind === 'by-hand' && problem.scan === 0).length, gaps).toBeGreaterThan(
        150,
      )
    }
  })

  it('include scans that are too short, have several lines, or contain a key that is not a character', () => {
    const code = Array.from(mac)
    expect(findProblem([keys('1', '2', '3', 'Enter')])).toEqual({ kind: 'too-short', scan: 0 })
    expect(findProblem([keys(...code, 'Enter', ...code, 'Enter')])).toEqual({ kind: 'several-lines', scan: 0 })
    expect(findProblem([keys(...code, 'ArrowDown')])).toEqual({ kind: 'odd-key', key: 'ArrowDown', scan: 0 })
    expect(findProblem([keys('Dead', ...code)])).toEqual({ kind: 'dead-key', scan: 0 })
    expect(lessonOf(learnScanner([1, 2, 3].map(() => keys(...code, 'Enter', 'Tab')))).traits.end).toBe('Enter')
  })
})

describe('typing by a person after a scanner was calibrated', () => {
  const lessons = [
    lessonOf(learnScanner(scans(mac, steady(55), 1))),
    lessonOf(learnScanner(scans(mac, (chance) => 50 + 10 * chance(), 1, 'Enter'))),
    lessonOf(learnScanner(scans(mac, steady(2), 1))),
    lessonOf(learnScanner(scans(`~${mac}`, (chance) => 70 + 30 * chance(), 1, 'Tab'))),
    lessonOf(learnScanner(scans(`~${mac}`, steady(75), 1))),
    lessonOf(learnScanner(scans(mac, steady(95), 1, 'Enter', steady(8)))),
    lessonOf(
      learnScanner(
        scans(
          mac,
          (chance) => 70 + 50 * chance(),
          1,
          undefined,
          (chance) => 2 + 26 * chance(),
        ),
      ),
    ),
  ]

  it.each(Object.entries(humanRhythms))('is not mistaken for the scanner: %s', (name, gaps) => {
    const words = [mac, '082021N0715433', '14 Rue des Lilas', '0612345678', 'amelie@example.com']
    // A typist as fast as the scanner who begins with its prefix cannot be told from it.
    if (!/very fast|rolls|stead/.test(name)) words.push('~pass1word', 'pass~1word')
    const touches = Object.values(humanHolds)
    const taken: string[] = []
    for (const [index, { traits, isHeard }] of lessons.entries()) {
      expect(isHeard, `lesson ${index}`).toBe(true)
      for (let seed = 1; seed <= 200; seed += 1) {
        const holds = touches[seed % touches.length] ?? steady(90)
        const text = words[seed % words.length] ?? ''
        const end = seed % 2 === 0 ? 'Enter' : 'Tab'
        const verdicts = playKeys(
          createWedgeDetector(traits),
          pressesOf(text, gaps, seededChance(seed), { end, holds }),
        )
        if (verdicts.some(({ kind }) => kind !== 'nothing')) taken.push(`lesson ${index}, seed ${seed}`)
      }
    }
    expect(taken).toEqual([])
  })
})
