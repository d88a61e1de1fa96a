import { ensureBuilt } from './lib/build.mjs'
import { setUp } from './lib/set-up.mjs'

process.exitCode = (await setUp()) && (await ensureBuilt({ always: true })) ? 0 : 1
