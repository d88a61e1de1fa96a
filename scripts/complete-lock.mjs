import { readFileSync, writeFileSync } from 'node:fs'
import { completeLock, findMissingOptional } from './lib/complete-lock.mjs'
import { inProject } from './lib/project.mjs'

const file = inProject('package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = findMissingOptional(lock)
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`)
process.stdout.write(`${missing.length} optional packages of other platforms added to package-lock.json\n`)
