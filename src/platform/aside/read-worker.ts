import { parentPort, workerData } from 'node:worker_threads'
import type { Answer } from '../answer.ts'
import { cutJson } from './json-pieces.ts'
import { carryOut, type ReadTask } from './read-task.ts'
import type { Told } from './read-aside.ts'

/** Values in one piece: few enough that taking one over holds up nothing. */
const mostValues = 10_000

const { data, ...head }: Partial<Answer> = carryOut(workerData as ReadTask) as Partial<Answer>
const pieces = (data === undefined ? [] : cutJson(data, mostValues))[Symbol.iterator]()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (told: Told): void => parentPort?.postMessage(told)

// The next piece is sent when the last one has been taken over.
parentPort?.on('message', () => {
  const next = pieces.next()
  tell(next.done === true ? { isOver: true } : { piece: next.value })
})
tell({ head })
