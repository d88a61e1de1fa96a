import type { ChildProcess } from 'node:child_process'

/** The calls that one side answers: name -> function from request to reply. */
export type Calls = Readonly<Record<string, (asked: never) => unknown>>
type Asked<C extends Calls, K extends keyof C> = Parameters<C[K]>[0]
type Answered<C extends Calls, K extends keyof C> = Awaited<ReturnType<C[K]>>

/** The other side of the channel between a test and the process under test. */
export interface Peer<Theirs extends Calls> {
  readonly ask: <K extends keyof Theirs & string>(name: K, asked: Asked<Theirs, K>) => Promise<Answered<Theirs, K>>
}

type Message =
  | { readonly kind: 'ask'; readonly id: number; readonly name: string; readonly asked: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly problem?: string }

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (problem: Error) => void
}

/** The other side ended before it answered. */
export class OtherSideGone extends Error {}

/** Answers `own` calls and calls the other side, over the channel that `fork` makes. Open calls fail with `OtherSideGone` when the channel closes. */
export function createPeer<Theirs extends Calls>(
  line: Pick<ChildProcess | NodeJS.Process, 'on' | 'send'>,
  own: Calls,
): Peer<Theirs> {
  const waiting = new Map<number, Waiting>()
  let last = 0
  const send = (message: Message) => {
    // A killed process does not answer. Its open calls are rejected below, on `disconnect`.
    line.send?.(message, undefined, undefined, () => undefined)
  }

  const answer = async ({ id, name, asked }: Extract<Message, { kind: 'ask' }>) => {
    try {
      const handle = own[name] as ((asked: unknown) => unknown) | undefined
      if (handle === undefined) throw new Error(`Nobody answers ${name}.`)
      send({ kind: 'answer', id, value: await handle(asked) })
    } catch (thrown) {
      send({ kind: 'answer', id, problem: String(thrown) })
    }
  }

  line.on('message', (message: Message) => {
    if (message.kind === 'ask') return void answer(message)
    const { resolve, reject } = waiting.get(message.id) ?? {}
    waiting.delete(message.id)
    if (message.problem === undefined) resolve?.(message.value)
    else reject?.(new Error(message.problem))
  })
  line.on('disconnect', () => {
    for (const { reject } of waiting.values()) reject(new OtherSideGone('The other side is gone.'))
    waiting.clear()
  })

  return {
    ask: (name, asked) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve: resolve as Waiting['resolve'], reject })
        send({ kind: 'ask', id: last, name, asked })
      }),
  }
}
