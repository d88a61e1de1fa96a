import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RunApart } from '../ports.ts'

/** A process with a file of the program, as the host's system starts it. */
export interface ProcessApart {
  readonly give: (task: unknown) => void
  readonly onAnswer: (hear: (answer: unknown) => void) => void
  /** Called once, also if the process could not be started. */
  readonly onEnd: (hear: () => void) => void
  readonly kill: () => void
}

/** `start`: starts a process with the file at this path. */
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
    // This process does not wait for one whose answer nobody can hear any more.
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

/** What Windows and the C library ask for. Nothing else of this process's environment is the business of another. */
const passedOn = ['SystemRoot', 'windir', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH']

/** The environment of a process apart. */
export const environmentApart = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] satisfies [string, string]])),
  )

/** Starts processes with the Node of this one. */
export const runApartInNode = createRunApart((path) => {
  const child = fork(path, [], {
    execArgv: [],
    env: environmentApart(process.env),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  })
  return {
    // An error is followed by `exit`, or comes in its place.
    give: (task) => void child.send(task as Parameters<typeof child.send>[0], () => undefined),
    onAnswer: (hear) => void child.once('message', hear),
    onEnd(hear) {
      child.once('exit', hear)
      child.on('error', hear)
    },
    kill: () => void child.kill(),
  }
})
