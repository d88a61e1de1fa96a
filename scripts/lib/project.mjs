import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The absolute path of a file or folder in the project.
 * @param {...string} parts
 */
export const inProject = (...parts) => path.join(root, ...parts)

/** Path of the pinned Node, present after set-up. */
export const pinnedNode = inProject('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * The script of a package's command, to be run with the pinned Node. The shims in `.bin` differ by system, so they are not used.
 * @param {string} packageName
 * @param {string} [command] default: the package's name
 */
export function commandOf(packageName, command = packageName) {
  const { bin } = JSON.parse(readFileSync(inProject('node_modules', packageName, 'package.json'), 'utf8'))
  return inProject('node_modules', packageName, typeof bin === 'string' ? bin : bin[command])
}

/**
 * The environment for tools. The pinned Node and the project's commands come first on the path.
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(more = {}) {
  const folders = [path.dirname(pinnedNode), inProject('node_modules', '.bin'), process.env['PATH'] ?? '']
  return { ...process.env, PATH: folders.join(path.delimiter), ...more }
}

/**
 * Tells the user what is being done, on stderr: stdout is for the requested output.
 * @param {string} sentence
 */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}
