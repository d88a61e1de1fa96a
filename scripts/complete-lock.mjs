import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { addChecksums, completeLock, findMissingOptional, findUnchecked } from './lib/complete-lock.mjs'
import { inProject } from './lib/project.mjs'
import { findNpm } from './lib/set-up.mjs'

const file = inProject('package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const complete = addChecksums(completeLock(lock), askRegistry)
writeFileSync(file, `${JSON.stringify(complete, null, 2)}\n`)
const added = findMissingOptional(lock).length
const unchecked = findUnchecked(complete).map(([, wanted]) => wanted)
process.stdout.write(`${added} optional packages of other platforms added to package-lock.json\n`)
if (unchecked.length > 0) {
  process.stdout.write(`The registry has no checksum for ${unchecked.length} packages:\n${unchecked.join('\n')}\n`)
  process.exitCode = 1
}

/** @param {string} wanted */
function askRegistry(wanted) {
  const { command, args, shell } = findNpm(process.env, process.platform)
  const { status, stdout } = spawnSync(command, [...args, 'view', wanted, 'dist.integrity'], {
    encoding: 'utf8',
    shell,
  })
  return status === 0 && stdout.startsWith('sha512-') ? stdout.trim() : undefined
}
