import { learnScanner } from '../../src/renderer/src/features/calibration/learn-scanner.ts'
import type { ScannerTraits } from '../../src/renderer/src/features/scan/wedge/scan-evidence.ts'
import { createWedgeDetector } from '../../src/renderer/src/features/scan/wedge/wedge-detector.ts'
import {
  humanRhythms,
  playKeys,
  pressesOf,
  scannerHolds,
  scannerRhythms,
  seededChance,
  slowRhythms,
  type Chance,
  type TypedPress,
} from '../fakes/key-traces.ts'
import { listenWithOnscan } from './listen-with-onscan.ts'
import type { Metric } from './metric.ts'
import { mustBe } from './paired.ts'
import { traceOfEvenTyping, traceOfScan, traceOfSlowScan, traceOfTyping, type WedgeTrace } from './wedge-traces.ts'

const seed = 20_260_101
const tracesEach = 500

export const wedgeErrorRatio: Metric = {
  key: 'wedge_error_ratio',
  title: 'scans that were missed or read wrongly, ours / onscan.js, on the same seeded traces',
  gate: { atMost: 0.2 },
  measure() {
    const chance = seededChance(seed)
    const scans = Object.keys(scannerRhythms).flatMap((rhythm) => repeat(() => traceOfScan(rhythm, chance)))
    const typing = Object.keys(humanRhythms).flatMap((rhythm) => repeat(() => traceOfTyping(rhythm, chance)))
    const ours = countErrors(scans, listenTo(unlearnt))
    const theirs = countErrors(scans, listenWithOnscan)
    const falseAlarms = countErrors(typing, listenTo(unlearnt))
    mustBe('codes heard in what people typed', falseAlarms, 0)
    const slow = Object.keys(slowRhythms)
      .filter((rhythm) => rhythm.startsWith('over the air'))
      .map((rhythm) => listenToSlow(rhythm, [...typing, ...repeat(() => traceOfEvenTyping(rhythm, chance))], chance))
    mustBe('scans of learnt slow scanners that were missed or read wrongly', sumOf(slow, 'wrong'), 0)
    mustBe('codes heard in what people typed beside a learnt slow scanner', sumOf(slow, 'falseAlarms'), 0)
    if (theirs === 0) throw new Error('The peer made no mistake, so there is nothing to compare with.')
    const value = ours / theirs
    return Promise.resolve({
      value,
      low: value,
      high: value,
      notes: [
        `seed ${seed}: ${scans.length} scans of ${Object.keys(scannerRhythms).length} rhythms, half of them right after typing`,
        `${ours} wrong or missed here, ${theirs} by onscan.js`,
        `${typing.length} texts typed by people: ${falseAlarms} taken for a scan here, ${countErrors(typing, listenWithOnscan)} by onscan.js`,
        `${slow.length} scanners as slow as a hand, without a prefix, each learnt by three scans: of ${sumOf(slow, 'scans')} scans ${sumOf(slow, 'wrong')} wrong or missed, of ${sumOf(slow, 'texts')} texts typed beside them, ${slow.length * tracesEach} of them addresses typed at the scanner's very pace, ${sumOf(slow, 'falseAlarms')} taken for a scan`,
      ],
    })
  },
}

const repeat = (make: () => WedgeTrace): WedgeTrace[] => Array.from({ length: tracesEach }, make)

const countErrors = (
  traces: readonly WedgeTrace[],
  listener: (presses: readonly TypedPress[]) => readonly string[],
): number => traces.filter(({ presses, codes }) => listener(presses).join('\n') !== codes.join('\n')).length

const unlearnt: ScannerTraits = { prefix: '', suffix: '' }

const listenTo =
  (traits: ScannerTraits) =>
  (presses: readonly TypedPress[]): readonly string[] =>
    playKeys(createWedgeDetector(traits), presses).flatMap((verdict) =>
      verdict.kind === 'scan' && !verdict.again ? [verdict.scan.text] : [],
    )

/** The result with a slow scanner without a prefix, after the scanner test. */
interface SlowOutcome {
  readonly scans: number
  readonly wrong: number
  readonly texts: number
  readonly falseAlarms: number
}

const sumOf = (outcomes: readonly SlowOutcome[], name: keyof SlowOutcome): number =>
  outcomes.reduce((sum, outcome) => sum + outcome[name], 0)

function listenToSlow(rhythm: string, typing: readonly WedgeTrace[], chance: Chance): SlowOutcome {
  const [holds = () => 0] = Object.values(scannerHolds).slice(-1)
  const traces = [1, 2, 3].map((scan) =>
    pressesOf('001A794EB20F', slowRhythms[rhythm] ?? (() => 0), chance, { at: scan * 5000, end: 'Enter', holds }),
  )
  const learning = learnScanner(traces)
  if (!learning.ok || !learning.lesson.isHeard) throw new Error(`Nothing was learnt of the scanner ${rhythm}.`)
  const scans = repeat(() => traceOfSlowScan(rhythm, chance))
  const listen = listenTo(learning.lesson.traits)
  return {
    scans: scans.length,
    wrong: countErrors(scans, listen),
    texts: typing.length,
    falseAlarms: countErrors(typing, listen),
  }
}
