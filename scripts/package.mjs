import { ensureBuilt } from './lib/build.mjs'
import { inProject, pinnedNode, toolEnvironment } from './lib/project.mjs'
import { run } from './lib/run.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Makes the packages of this system in `dist/`.
 * @returns {Promise<number>} the exit code
 */
async function makePackages() {
  if (!(await setUp()) || !(await ensureBuilt())) return 1
  const program = inProject('scripts', 'lib', 'package', 'run-package.ts')
  const { code } = await run(pinnedNode, [program, ...process.argv.slice(2)], { env: toolEnvironment() })
  return code ?? 1
}

process.exitCode = await makePackages()
