import { interpret } from '../../../src/platform/interpret.ts'
import type { DateOrders, FieldNames, Verdict } from '../../../src/platform/answer.ts'
import { drawPlatform } from '../../platforms/draw-platform.ts'
import { createRandom } from '../../platforms/random.ts'
import { drawCall, settle, type DrawnCall } from './draw-calls.ts'
import { holdAnswer } from './hold-answer.ts'
import { callFor, drawShared, holdShared, partsOf } from './hold-shared.ts'
import { findAbsent } from '../../../src/main/jobs/shared-reading.ts'
import { namesOfLesson } from './map-lesson.ts'

/** How the answers of one encoding were judged. */
export interface Tally {
  readonly changes: number
  readonly unclearChanges: number
  readonly reads: number
  readonly unclearReads: number
}

/** The result of judging a number of answers. */
export interface Judged {
  readonly answers: number
  /** Verdicts and readings that contradict the ledger, one per line, with the seed of the platform. */
  readonly contradictions: readonly string[]
  readonly unmapped: Readonly<Record<string, Tally>>
  readonly mapped: Readonly<Record<string, Tally>>
  /** Platforms whose answer for several customers proves that some do not exist, of those that were asked. */
  readonly proving: { readonly platforms: number; readonly untaught: number; readonly mapped: number }
}

/** One way in which a platform's answers are judged. What they show of its dates is remembered, as the app does. */
interface Way {
  readonly how: 'untaught' | 'mapped'
  readonly tallies: Record<string, Tally>
  readonly names?: FieldNames | undefined
  dateOrders?: DateOrders | undefined
}

const callsPerPlatform = 60
const nothing = { text: (text: string) => text }

/** Judges `size` answers of unknown platforms, without and with a field mapping, and compares them with the truth. */
export function judgeAnswers({ seed, size }: { readonly seed: number; readonly size: number }): Judged {
  const contradictions: string[] = []
  const unmapped: Record<string, Tally> = {}
  const mapped: Record<string, Tally> = {}
  const proving = { platforms: 0, untaught: 0, mapped: 0 }
  let answers = 0
  for (let number = 0; answers < size; number += 1) {
    const own = (seed * 100_003 + number) % 4_294_967_296
    const platform = drawPlatform(own)
    settle(platform, own)
    const random = createRandom(own).fork('calls')
    const names = namesOfLesson(platform.lesson())
    const { encoding } = platform.description.encoding
    const ways: Way[] = [
      { how: 'untaught', tallies: unmapped },
      { how: 'mapped', tallies: mapped, names },
    ]
    for (let index = 0; index < callsPerPlatform && answers < size; index += 1) {
      const drawn = drawCall(platform, random)
      const { reply, told } = platform.answer(drawn.call)
      answers += 1
      for (const way of ways) {
        const answer = judge(drawn, reply, way)
        way.dateOrders = answer.dateOrders ?? way.dateOrders
        count(way.tallies, encoding, drawn, answer.verdict)
        for (const wrong of holdAnswer({ operation: drawn.operation, answer, told, platform }))
          contradictions.push(
            `platform ${own}, ${way.how}: ${drawn.operation.id} answered ${reply.status} ${reply.text.slice(0, 600)}: ${wrong}`,
          )
      }
    }
    const question = drawShared(platform, random)
    proving.platforms += 1
    for (const part of partsOf(question)) {
      const drawn = callFor(platform, part)
      const { reply } = platform.answer(drawn.call)
      for (const way of ways) {
        const answer = judge(drawn, reply, way)
        for (const wrong of holdShared(platform, question, part, answer))
          contradictions.push(`platform ${own}, ${way.how}: several answered ${reply.text.slice(0, 600)}: ${wrong}`)
        if (findAbsent(answer, question.others, question.known).size > 0) proving[way.how] += 1
      }
    }
  }
  return { answers, contradictions, unmapped, mapped, proving }
}

function judge(
  { operation }: DrawnCall,
  reply: { readonly status: number; readonly text: string },
  { names, dateOrders }: Pick<Way, 'names' | 'dateOrders'>,
) {
  const { status, text } = reply
  return interpret({ reach: 'answered', status, headers: {}, text }, operation, {
    now: 0,
    redactor: nothing,
    tokenRedactor: nothing,
    dateOrders,
    ...(names && { names }),
  })
}

function count(tallies: Record<string, Tally>, encoding: string, { operation }: DrawnCall, verdict: Verdict): void {
  const before = tallies[encoding] ?? { changes: 0, unclearChanges: 0, reads: 0, unclearReads: 0 }
  const unclear = verdict === 'unclear' ? 1 : 0
  tallies[encoding] =
    operation.effect === 'read'
      ? { ...before, reads: before.reads + 1, unclearReads: before.unclearReads + unclear }
      : { ...before, changes: before.changes + 1, unclearChanges: before.unclearChanges + unclear }
}

/** The share of unclear answers by encoding, one line each: without and with a field mapping. */
export const sayShares = ({ unmapped, mapped }: Judged): readonly string[] =>
  Object.keys(unmapped)
    .toSorted()
    .map((encoding) => `${encoding}: untaught ${shareOf(unmapped[encoding])}; taught ${shareOf(mapped[encoding])}`)

const shareOf = (tally: Tally | undefined): string =>
  tally === undefined
    ? '-'
    : `changes ${percent(tally.unclearChanges, tally.changes)}, reads ${percent(tally.unclearReads, tally.reads)}`

const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`
