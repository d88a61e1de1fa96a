import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A display for a window. `env`: the variables that a program needs to find the display.
 * @typedef {{ name: string, env: Record<string, string>, stop: () => void }} Display
 *
 * @typedef {'xvfb' | 'weston'} DisplayName
 */

const SOCKET = 'setdesk-smoke'
const LIMIT_MS = 10_000

/**
 * @param {readonly string[]} args
 * @returns {DisplayName | undefined} the display that a flag asks for
 */
export function readDisplayOption(args) {
  if (args.includes('--xvfb')) return 'xvfb'
  return args.includes('--weston') ? 'weston' : undefined
}

/**
 * Returns the existing display, or starts a virtual one: Xvfb or, if Xvfb does not start, Weston. `wanted`: starts only this display, even
 * if a display exists. Undefined if no display starts.
 * @param {{ platform: NodeJS.Platform, env: NodeJS.ProcessEnv, wanted: DisplayName | undefined }} options
 * @returns {Promise<Display | undefined>}
 */
export async function startDisplay({ platform, env, wanted }) {
  const isThere = platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
  if (wanted === undefined && isThere) return { name: 'the screen that is there', env: {}, stop: () => undefined }
  const xvfb = wanted === 'weston' ? undefined : await startXvfb(env)
  return xvfb ?? (wanted === 'xvfb' ? undefined : startWeston(env))
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Display | undefined>}
 */
async function startXvfb(env) {
  const args = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const child = spawn('Xvfb', args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text))
  if (!(await comesUp(child, () => /^\d+\n/.test(said)))) return undefined
  return { name: 'Xvfb', env: { DISPLAY: `:${Number.parseInt(said, 10)}` }, stop: () => void child.kill() }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Display | undefined>}
 */
async function startWeston(env) {
  const folder = mkdtempSync(path.join(tmpdir(), 'setdesk-weston-'))
  const args = ['--backend=headless', `--socket=${SOCKET}`, '--idle-time=0']
  const child = spawn('weston', args, { env: { ...env, XDG_RUNTIME_DIR: folder }, stdio: 'ignore' })
  const stop = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  if (await comesUp(child, () => existsSync(path.join(folder, SOCKET)))) {
    const own = { WAYLAND_DISPLAY: SOCKET, XDG_SESSION_TYPE: 'wayland', XDG_RUNTIME_DIR: folder }
    return { name: 'Weston', env: own, stop }
  }
  stop()
  return undefined
}

/**
 * Waits until a program is ready. False if the program ends before it is ready, or takes too long and is stopped.
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => boolean} isReady
 */
async function comesUp(child, isReady) {
  const over = new AbortController()
  child.once('error', () => over.abort()).once('exit', () => over.abort())
  for (let waited = 0; !over.signal.aborted && waited < LIMIT_MS; waited += 50) {
    if (isReady()) return true
    await wait(50)
  }
  child.kill()
  return false
}
