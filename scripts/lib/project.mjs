import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The absolute path of something in the project.
 * @param {...string} parts
 */
export const inProject = (...parts) => path.join(root, ...parts)

/** Where the pinned Node is once set-up has run, whatever Node the system has. */
export const pinnedNode = inProject('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * The script behind a package's command, to be run by the pinned Node: shims in `.bin` differ by system.
 * @param {string} packageName
 * @param {string} [command] the package's own name unless told
 */
export function commandOf(packageName, command = packageName) {
  const { bin } = JSON.parse(readFileSync(inProject('node_modules', packageName, 'package.json'), 'utf8'))
  return inProject('node_modules', packageName, typeof bin === 'string' ? bin : bin[command])
}

/**
 * The environment for tools: the pinned Node and the project's commands come first.
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(more = {}) {
  const folders = [path.dirname(pinnedNode), inProject('node_modules', '.bin'), process.env['PATH'] ?? '']
  return { ...process.env, PATH: folders.join(path.delimiter), ...more }
}

/**
 * Tells the person what is being done. On stderr, so that stdout stays for what was asked.
 * @param {string} sentence
 */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}
