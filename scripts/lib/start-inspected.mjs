import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { windowEnvironment } from './window-environment.mjs'

/**
 * A running Electron whose main process can evaluate expressions. `ended` resolves with the exit code, 128 + n after signal n.
 * `release` closes the inspector: Node does not end while the inspector is connected.
 * @typedef {{
 *   ask: <T>(expression: string) => Promise<T>,
 *   ended: Promise<number>,
 *   release: () => void,
 *   kill: () => void,
 *   elapsed: () => number,
 * }} Inspected
 */

/**
 * Starts the program with Node's inspector, without Playwright and without any switch that affects the sandbox. Rejects if the
 * program ends before the inspector listens.
 * @param {{ program: string, args: readonly string[], env: NodeJS.ProcessEnv }} options
 * @returns {Promise<Inspected>}
 */
export async function startInspected({ program, args, env }) {
  const started = performance.now()
  const child = spawn(program, ['--inspect=0', ...args], {
    env: windowEnvironment(env),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = awaitEnd(child)
  const early = ended.then((code) => {
    throw new Error(`it ended at once, with ${nameEnd(code)}`)
  })
  const socket = new WebSocket(await Promise.race([findAddress(child), early]))
  await Promise.race([once(socket, 'open'), early])
  // From here on the end of the program is expected.
  early.catch(() => undefined)
  return {
    ask: createAsk(socket),
    ended,
    release: () => socket.close(),
    kill: () => void child.kill('SIGKILL'),
    elapsed: () => performance.now() - started,
  }
}

/**
 * @param {number} code
 * @returns {string}
 */
export const nameEnd = (code) => (code < 128 ? `exit code ${code}` : `exit code ${code} (signal ${code - 128})`)

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function awaitEnd(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>} the inspector's address, from Node's output
 */
function findAddress({ stderr }) {
  let said = ''
  return new Promise((resolve) => {
    stderr?.setEncoding('utf8').on('data', (text) => {
      said += text
      const address = /Debugger listening on (ws:\S+)\s/.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
}

/**
 * @param {WebSocket} socket
 * @returns {Inspected['ask']}
 */
function createAsk(socket) {
  /** @type {Map<number, { resolve(value: unknown): void, reject(error: Error): void }>} */
  const open = new Map()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(data)
    const asked = open.get(id)
    open.delete(id)
    const fault = error?.message ?? result?.exceptionDetails?.exception?.description
    if (fault === undefined) asked?.resolve(result?.result?.value)
    else asked?.reject(new Error(String(fault).split('\n')[0]))
  })
  socket.addEventListener('close', () => {
    for (const asked of open.values()) asked.reject(new Error('it ended while it was asked'))
  })
  return (expression) => {
    if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('it has ended'))
    const id = (last += 1)
    // `includeCommandLineAPI` makes `require` available.
    const params = { expression, includeCommandLineAPI: true, awaitPromise: true, returnByValue: true }
    socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }))
    return new Promise((resolve, reject) => open.set(id, { resolve, reject }))
  }
}
