import { seededChance } from '../fakes/key-traces.ts'
import { makeFrames, type CodeFrame } from './camera-frames.ts'
import { makeOurReader, makePeerReader, type FrameReader } from './camera-readers.ts'
import { summarise, type Metric } from './metric.ts'
import { inTurn } from './paired.ts'

const seed = 20_260_102
const framesEach = 2
const pairs = 5

/** Shares of the frames, and codes that no frame contains: bounds for Setdesk's reader. */
const recallGate = 0.95
const wrongAtMost = 4

/** The result of a reader on the corpus, and its CPU time in seconds. */
interface Score {
  readonly correct: number
  readonly wrong: number
  /** The names of the frames that were not read. */
  readonly missed: readonly string[]
  readonly cpu: number
}

const makeCorpus = (): Promise<readonly CodeFrame[]> => makeFrames(seededChance(seed), framesEach)

export const cameraCorrect: Metric = {
  key: 'camera_correct_per_cpu_s',
  title: 'codes read rightly a CPU second, ours / @zxing/library, on the same frames',
  gate: { atLeast: 3 },
  async measure() {
    const frames = await makeCorpus()
    const [ours, peer] = [await makeOurReader(), makePeerReader()]
    const scores: { ours?: Score; peer?: Score } = {}
    const figures = await inTurn(
      pairs,
      async () => rate((scores.ours = await scoreOf(ours, frames))),
      async () => rate((scores.peer = await quietly(() => scoreOf(peer, frames)))),
    )
    if (scores.ours === undefined || scores.peer === undefined) throw new Error('Nothing was measured.')
    if (scores.ours.correct < scores.peer.correct)
      throw new Error(`Fewer codes read than the peer: ${say(scores.ours)}`)
    if (recallOf(scores.ours) < recallGate || scores.ours.wrong > wrongAtMost)
      throw new Error(`Too few codes read, or too many that are in no frame: ${say(scores.ours)}`)
    if (scores.peer.correct === 0) throw new Error('The peer read nothing, so there is nothing to compare with.')
    return summarise(
      figures.map(([mine, theirs]) => mine / theirs),
      [
        `seed ${seed}: ${frames.length} frames of 640 by 480, eight kinds of code under seven conditions`,
        `ours: ${say(scores.ours)}`,
        `@zxing/library: ${say(scores.peer)}`,
      ],
    )
  },
}

export const cameraRecall: Metric = {
  key: 'camera_recall',
  title: "share of the camera's frames that are read rightly",
  gate: { atLeast: recallGate },
  async measure() {
    const frames = await makeCorpus()
    const ours = await scoreOf(await makeOurReader(), frames)
    const peer = await quietly(() => scoreOf(makePeerReader(), frames))
    const recall = recallOf(ours)
    if (recall < recallOf(peer)) throw new Error(`Fewer codes read than the peer: ${say(ours)}`)
    return {
      value: recall,
      low: recall,
      high: recall,
      notes: [
        `the same ${frames.length} frames as camera_correct_per_cpu_s, each read once`,
        `ours: ${say(ours)}; missed: ${ours.missed.join('; ')}`,
        `@zxing/library: ${say(peer)}`,
      ],
    }
  },
}

/** Suppresses the line that the other reader writes for each kind of code it does not find; writing costs time. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await work()
  } finally {
    console.warn = warn
  }
}

const rate = ({ correct, cpu }: Score): number => correct / cpu

const recallOf = ({ correct, missed }: Score): number => correct / (correct + missed.length)

const say = ({ correct, wrong, missed, cpu }: Score): string =>
  `${correct} of ${correct + missed.length} right, ${wrong} wrong, ${cpu.toFixed(2)} s of CPU in the last round`

/** A frame is correct if its own text is among the texts read; every other text is wrong. */
async function scoreOf(read: FrameReader, frames: readonly CodeFrame[]): Promise<Score> {
  let [correct, wrong] = [0, 0]
  const missed: string[] = []
  const before = process.cpuUsage()
  for (const frame of frames) {
    const { name, says } = frame
    const texts = await read(frame)
    if (texts.includes(says)) correct += 1
    else missed.push(name)
    wrong += texts.filter((text) => text !== says).length
  }
  const { user, system } = process.cpuUsage(before)
  return { correct, wrong, missed, cpu: (user + system) / 1e6 }
}
