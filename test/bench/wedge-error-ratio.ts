import { createWedgeDetector } from '../../src/renderer/src/features/scan/wedge-detector.ts'
import type { KeyPress, WedgeVerdict } from '../../src/renderer/src/features/scan/wedge-detector.ts'
import { humanRhythms, scannerRhythms, seededChance } from '../fakes/key-traces.ts'
import { listenWithOnscan } from './listen-with-onscan.ts'
import type { Metric } from './metric.ts'
import { mustBe } from './paired.ts'
import { traceOfScan, traceOfTyping, type WedgeTrace } from './wedge-traces.ts'

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
    const ours = countErrors(scans, listen)
    const theirs = countErrors(scans, listenWithOnscan)
    const falseAlarms = countErrors(typing, listen)
    mustBe('codes heard in what people typed', falseAlarms, 0)
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
      ],
    })
  },
}

const repeat = (make: () => WedgeTrace): WedgeTrace[] => Array.from({ length: tracesEach }, make)

const countErrors = (
  traces: readonly WedgeTrace[],
  listener: (presses: readonly KeyPress[]) => readonly string[],
): number => traces.filter(({ presses, codes }) => listener(presses).join('\n') !== codes.join('\n')).length

function listen(presses: readonly KeyPress[]): readonly string[] {
  const detector = createWedgeDetector({ prefix: '', suffix: '' })
  const last = presses.at(-1)?.at ?? 0
  const verdicts: WedgeVerdict[] = [
    ...presses.map((press) => detector.press(press)),
    detector.settle(last + detector.settlePause + 10),
  ]
  return verdicts.flatMap((verdict) => (verdict.kind === 'scan' && !verdict.again ? [verdict.scan.text] : []))
}
