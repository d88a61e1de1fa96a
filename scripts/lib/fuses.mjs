/**
 * Electron's fuses: switches in its program that are set when the app is packaged, and that no argument and no variable can set
 * back. The order is that of Electron's fuse wire, version 1.
 */
export const FUSE_NAMES = /** @type {const} */ ([
  'RunAsNode',
  'EnableCookieEncryption',
  'EnableNodeOptionsEnvironmentVariable',
  'EnableNodeCliInspectArguments',
  'EnableEmbeddedAsarIntegrityValidation',
  'OnlyLoadAppFromAsar',
  'LoadBrowserProcessSpecificV8Snapshot',
  'GrantFileProtocolExtraPrivileges',
  'WasmTrapHandlers',
])

/** @typedef {typeof FUSE_NAMES[number]} FuseName */

/**
 * How Setdesk is packaged: each fuse with the reason.
 * @type {Readonly<Record<FuseName, boolean>>}
 */
export const fuseSettings = {
  // With it, anybody's script would run as Setdesk, and the system's key store would open for it.
  RunAsNode: false,
  // Setdesk sets no cookie. One that appears is at least encrypted.
  EnableCookieEncryption: true,
  // A variable of the environment would load other code before ours.
  EnableNodeOptionsEnvironmentVariable: false,
  // A debugger reads the memory of main, and with it the key.
  EnableNodeCliInspectArguments: false,
  // An archive that was changed after packaging is not run (macOS and Windows).
  EnableEmbeddedAsarIntegrityValidation: true,
  // Without it, a folder beside the archive would be run in its place.
  OnlyLoadAppFromAsar: true,
  // Setdesk ships no snapshot of its own.
  LoadBrowserProcessSpecificV8Snapshot: false,
  // The page comes from `app://`, never from `file://`.
  GrantFileProtocolExtraPrivileges: false,
  // The barcode reader is WebAssembly. Without trap handlers V8 checks every access in software; it is no safer.
  WasmTrapHandlers: true,
}

/** Stands before every fuse wire. Put together here, so that a bundle of this file is not taken for a program. */
const SENTINEL = Buffer.from(['dL7pKGdnNz796PbbjQWN', 'KmHXBZaB9tsX'].join(''))
const VERSION = 1
const STATES = /** @type {const} */ ({ 0x30: 'off', 0x31: 'on', 0x72: 'removed', 0x90: 'inherit' })

/** @typedef {typeof STATES[keyof typeof STATES]} FuseState */

/**
 * The offsets of the states in a program. A universal program of macOS has two wires.
 * @param {Buffer} program
 * @returns {readonly number[]}
 * @throws {Error} if there is no wire, or one that this file does not understand
 */
function findWires(program) {
  const wires = []
  for (let at = program.indexOf(SENTINEL); at !== -1; at = program.indexOf(SENTINEL, at + 1)) {
    const [version, length] = [program[at + SENTINEL.length], program[at + SENTINEL.length + 1]]
    if (version !== VERSION) throw new Error(`The fuse wire has version ${version}, not ${VERSION}.`)
    if (length !== FUSE_NAMES.length)
      throw new Error(`This Electron has ${length} fuses, not ${FUSE_NAMES.length}. Decide about each in fuseSettings.`)
    wires.push(at + SENTINEL.length + 2)
  }
  if (wires.length === 0) throw new Error('There is no fuse wire in this file. Give the program of Electron.')
  return wires
}

/**
 * The state of each fuse of a program, in each of its wires.
 * @param {Buffer} program
 * @returns {readonly Readonly<Record<FuseName, FuseState>>[]}
 * @throws {Error} if a wire is missing, not understood or broken
 */
export function readFuses(program) {
  return findWires(program).map((wire) => {
    const states = FUSE_NAMES.map((name, index) => {
      const byte = /** @type {keyof typeof STATES} */ (program[wire + index])
      if (!(byte in STATES)) throw new Error(`The fuse ${name} has the unknown state ${byte}.`)
      return [name, STATES[byte]]
    })
    return Object.fromEntries(states)
  })
}

/**
 * The program with every fuse set, in all its wires. Nothing else changes.
 * @param {Buffer} program
 * @param {Readonly<Record<FuseName, boolean>>} settings
 * @returns {Buffer}
 * @throws {Error} if a wire is missing, not understood or broken, or Electron has removed a fuse
 */
export function writeFuses(program, settings) {
  const removed = readFuses(program).flatMap((states) => FUSE_NAMES.filter((name) => states[name] === 'removed'))
  if (removed.length > 0) throw new Error(`This Electron no longer has the fuse ${removed.join(', ')}.`)
  const changed = Buffer.from(program)
  for (const wire of findWires(program))
    for (const [index, name] of FUSE_NAMES.entries()) changed[wire + index] = settings[name] ? 0x31 : 0x30
  return changed
}
