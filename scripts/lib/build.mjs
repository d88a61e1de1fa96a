import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fingerprint } from './fingerprint.mjs'
import { holdLock } from './hold-lock.mjs'
import { commandOf, inProject, pinnedNode, say, toolEnvironment } from './project.mjs'
import { run } from './run.mjs'

const SOURCES = [
  'src',
  'resources',
  // The plugins of the build, and what they import.
  'scripts/lib',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
const RESULTS = [
  'main/electron.cjs',
  'main/electron-main.cjs',
  'main/loopback.cjs',
  'main/loopback-main.cjs',
  'preload/preload.cjs',
  'renderer/index.html',
  'renderer/vendors.bin',
  'renderer/third-party.json',
]

/**
 * Why the app must be built, as half a sentence; undefined if the build is up to date.
 * @param {{ sources: string, built: string | undefined, missing: readonly string[] }} facts fingerprints of the sources
 *   now and at the last build; missing files of the build
 * @returns {string | undefined}
 */
export function reasonToBuild({ sources, built, missing }) {
  if (built === undefined) return 'it has not been built here yet'
  if (missing.length > 0) return `${missing[0]} is missing`
  if (sources !== built) return 'its sources have changed'
  return undefined
}

const stamp = inProject('.cache', 'build')

function look() {
  const sources = fingerprint(inProject(), SOURCES)
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
  const missing = RESULTS.map((name) => `out/${name}`).filter((name) => !existsSync(inProject(name)))
  return { sources, reason: reasonToBuild({ sources, built, missing }) }
}

/**
 * Builds the app into `out/` if the build does not match the sources. The packages must be installed.
 * @param {{ always?: boolean }} [options]
 * @returns {Promise<boolean>} whether the build is there; if not, the reason was printed
 */
export async function ensureBuilt({ always = false } = {}) {
  if (!always && look().reason === undefined) return true
  const isDone = await holdLock(inProject('.cache', 'build.lock'), 'build', async () => {
    const { sources, reason } = look()
    if (!always && reason === undefined) return true
    say(`Building Setdesk${reason === undefined ? '' : `, because ${reason}`}.`)
    const started = performance.now()
    // Removes the stamp, so that an interrupted build does not count as up to date.
    rmSync(stamp, { force: true })
    const args = [commandOf('electron-vite'), 'build', '--logLevel', 'warn']
    const { code } = await run(pinnedNode, args, { env: toolEnvironment({ NODE_ENV: 'production' }) })
    const missing = RESULTS.find((name) => !existsSync(inProject('out', name)))
    if (code !== 0 || missing !== undefined) {
      say(`The build failed${missing === undefined ? '' : `: out/${missing} was not made`}.`)
      return false
    }
    mkdirSync(inProject('.cache'), { recursive: true })
    writeFileSync(stamp, sources)
    say(`Setdesk is built (${((performance.now() - started) / 1000).toFixed(1)} s).`)
    return true
  })
  return isDone ?? false
}
