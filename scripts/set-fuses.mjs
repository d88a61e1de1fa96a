/** Sets the fuses of a packaged Electron program, and reads them back: `node scripts/set-fuses.mjs PROGRAM`. */
import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { FUSE_NAMES, fuseSettings, readFuses, writeFuses } from './lib/fuses.mjs'
import { say } from './lib/project.mjs'

const [path, ...more] = process.argv.slice(2)
if (path === undefined || more.length > 0) {
  say('Give the path of one packaged Electron program.')
  process.exit(2)
}
try {
  const changed = writeFuses(readFileSync(path), fuseSettings)
  // Whoever stops this finds either the old program or the new one.
  writeFileSync(`${path}.new`, changed)
  chmodSync(`${path}.new`, statSync(path).mode)
  renameSync(`${path}.new`, path)
  for (const states of readFuses(readFileSync(path))) for (const name of FUSE_NAMES) say(`${name}: ${states[name]}`)
} catch (error) {
  say(`The fuses were not set: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
