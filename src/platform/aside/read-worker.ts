import { parentPort } from 'node:worker_threads'
import type { Answer, Json } from '../answer.ts'
import { cutJson, type Piece } from './json-pieces.ts'
import { carryOut, type ReadTask } from './read-task.ts'
import type { Told } from './read-aside.ts'

/** Values in one piece: few enough that taking one over holds up nothing. */
const mostValues = 10_000

let pieces: Iterator<Piece> = cut(undefined)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (told: Told): void => parentPort?.postMessage(told)

// The next piece is sent when the last one has been taken over.
parentPort?.on('message', (message: ReadTask | 'next') => {
  if (message !== 'next') {
    const { data, ...head }: Partial<Answer> = carryOut(message) as Partial<Answer>
    pieces = cut(data)
    return tell({ head })
  }
  const next = pieces.next()
  tell(next.done === true ? { isOver: true } : { piece: next.value })
})

function cut(data: Json | undefined): Iterator<Piece> {
  return (data === undefined ? [] : cutJson(data, mostValues))[Symbol.iterator]()
}
