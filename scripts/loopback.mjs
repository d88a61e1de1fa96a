import { ensureBuilt } from './lib/build.mjs'
import { serveLoopback } from './lib/serve-loopback.mjs'
import { setUp } from './lib/set-up.mjs'

process.exitCode = (await setUp()) && (await ensureBuilt()) ? await serveLoopback(process.argv.slice(2)) : 1
