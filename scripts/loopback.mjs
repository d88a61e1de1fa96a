import { homedir } from 'node:os'
import { ensureBuilt } from './lib/build.mjs'
import { dataFolders, hasQueue } from './lib/data-folders.mjs'
import { tellOfWindow } from './lib/open-host.mjs'
import { say } from './lib/project.mjs'
import { serveLoopback } from './lib/serve-loopback.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
async function serve(args) {
  if (!(await setUp()) || !(await ensureBuilt())) return 1
  const folders = dataFolders({ platform: process.platform, home: homedir(), env: process.env }, args)
  if (folders.window !== folders.browser && hasQueue(folders.window)) say(tellOfWindow(folders.window))
  return serveLoopback(args)
}

process.exitCode = await serve(process.argv.slice(2))
