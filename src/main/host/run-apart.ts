import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RunApart } from '../ports.ts'

export interface ProcessApart {
  readonly give: (task: unknown) => void
  readonly onAnswer: (hear: (answer: unknown) => void) => void
  /** `hear` is called at least once, also if the process could not be started. */
  readonly onEnd: (hear: () => void) => void
  readonly kill: () => void
}

/** Returns a function that runs a file in a process that `start` starts. Resolves to its answer, or to undefined if it gave none. */
export function createRunApart(start: (path: string) => ProcessApart): RunApart {
  return async (file, task, signal) => {
    if (signal?.aborted === true) return undefined
    const { promise, resolve } = Promise.withResolvers<unknown>()
    let apart: ProcessApart
    try {
      apart = start(fileURLToPath(file))
    } catch {
      return undefined
    }
    const end = (): void => apart.kill()
    let answer: unknown
    apart.onAnswer((given) => {
      answer = given
      end()
    })
    apart.onEnd(() => resolve(signal?.aborted === true ? undefined : answer))
    signal?.addEventListener('abort', end)
    // When this process exits, no one can receive the answer, so the other process ends too.
    process.once('exit', end)
    apart.give(task)
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', end)
      process.off('exit', end)
    }
  }
}

/** The variables that Windows and the C library need. No other part of this process's environment is passed on. */
const passedOn = ['SystemRoot', 'windir', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH']

export const environmentApart = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] satisfies [string, string]])),
  )

export const runApartInNode = createRunApart((path) => {
  const child = fork(path, [], {
    execArgv: [],
    env: environmentApart(process.env),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  })
  return {
    // A failed send is ignored, because an `exit` or `error` event follows.
    give: (task) => void child.send(task as Parameters<typeof child.send>[0], () => undefined),
    onAnswer: (hear) => void child.once('message', hear),
    onEnd(hear) {
      child.once('exit', hear)
      child.on('error', hear)
    },
    kill: () => void child.kill(),
  }
})
