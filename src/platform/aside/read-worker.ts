import { parentPort } from 'node:worker_threads'
import type { Answer, Json } from '../answer.ts'
import { carryOut, cutJson, type Piece, type ReadTask, type Told } from './read-aside.ts'

/** The number of values in one piece. Receiving a piece of this size causes no noticeable delay. */
const mostValues = 10_000

let pieces: Iterator<Piece> = cut(undefined)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (told: Told): void => parentPort?.postMessage(told)

// Each "next" says that the previous piece was received, and asks for the next piece.
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
