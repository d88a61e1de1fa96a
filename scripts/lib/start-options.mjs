/**
 * @typedef {{ host: 'electron' | 'loopback' | 'any', rest: readonly string[] }} StartOptions
 */

/**
 * The options of `npm start`: how each is written, and what it does.
 * @type {readonly (readonly [written: string, does: string])[]}
 */
const known = [
  ['--electron', 'opens the window, even where a browser would be used, and says why if it cannot'],
  ['--loopback', 'serves a browser on this computer'],
  ['--data FOLDER', 'keeps the queue and the settings in this folder'],
  ['--no-open', 'serves a browser, but does not open it'],
  ['--json', 'serves a browser, and prints its address as a line of JSON'],
  ['--port NUMBER', 'serves a browser at this port; only for scripts, with --no-open and --json'],
  ['--help', 'prints this'],
]

/**
 * Reads the options of `npm start`. The user chooses a host by its name, or by a flag that only one host has. `rest`: the arguments for
 * the host.
 * @param {readonly string[]} args
 * @returns {StartOptions}
 */
export function readStartOptions(args) {
  const rest = args.filter((arg) => arg !== '--electron' && arg !== '--loopback')
  if (args.includes('--electron')) return { host: 'electron', rest }
  // These flags concern an address, which a window does not have.
  const wantsAddress = rest.some((arg) => /^--(no-open|json|port)(=|$)/.test(arg))
  return { host: args.includes('--loopback') || wantsAddress ? 'loopback' : 'any', rest }
}

/**
 * The option `--data` with its folder: the only option of the window that the browser host has, too.
 * @param {readonly string[]} args
 */
export function dataOption(args) {
  const at = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='))
  return at < 0 ? [] : args.slice(at, args[at] === '--data' ? at + 2 : at + 1)
}

/**
 * What `npm start` answers instead of opening the app: its options, if the user asks for them or uses one that does not exist. Undefined if
 * the app is to be opened.
 * @param {readonly string[]} args
 * @returns {{ text: string, exitCode: 0 | 2 } | undefined}
 */
export function answerInstead(args) {
  if (args.includes('--help') || args.includes('-h')) return { text: usage(), exitCode: 0 }
  // Electron has many options of its own.
  if (args.includes('--electron')) return undefined
  const names = new Set(known.map(([written]) => written.split(' ')[0]))
  const unknown = args.find((arg) => arg.startsWith('-') && !names.has(arg.split('=')[0]))
  return unknown === undefined
    ? undefined
    : { text: `Setdesk does not know ${unknown}. Nothing was started.\n\n${usage()}`, exitCode: 2 }
}

function usage() {
  const width = Math.max(...known.map(([written]) => written.length))
  return [
    'npm start -- [options]',
    '',
    'Opens Setdesk in its window, or in a browser where a window cannot be opened.',
    '',
    ...known.map(([written, does]) => `  ${written.padEnd(width)}  ${does}`),
    '',
    'After --electron, all other options go to Electron.',
  ].join('\n')
}
