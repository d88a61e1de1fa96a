import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

export type FuseName = keyof typeof FuseV1Options

/**
 * Electron's fuses: switches in Electron's program that are set when the app is packaged. No argument and no variable can set them
 * back. Each fuse has its reason above it. A missing fuse does not compile.
 */
export const fuseSettings: Readonly<Record<FuseName, boolean>> = {
  // If on, any script could run as Setdesk, and the system's key store would open for that script.
  RunAsNode: false,
  // Setdesk sets no cookie. If one is set anyway, it is encrypted.
  EnableCookieEncryption: true,
  // If on, an environment variable could load other code before Setdesk's code.
  EnableNodeOptionsEnvironmentVariable: false,
  // If on, a debugger could read the memory of the main process, and so the key.
  EnableNodeCliInspectArguments: false,
  // An archive that was changed after packaging is not run (macOS and Windows).
  EnableEmbeddedAsarIntegrityValidation: true,
  // If off, Electron would run a folder beside the archive in place of the archive.
  OnlyLoadAppFromAsar: true,
  // Setdesk ships no snapshot of its own.
  LoadBrowserProcessSpecificV8Snapshot: false,
  // The page comes from `app://`, never from `file://`.
  GrantFileProtocolExtraPrivileges: false,
  // The barcode reader is WebAssembly. If off, V8 checks every memory access in software, which is no safer.
  WasmTrapHandlers: true,
}

const names = Object.keys(fuseSettings) as readonly FuseName[]
const states: ReadonlyMap<unknown, 'on' | 'off'> = new Map([
  [FuseState.ENABLE, 'on'],
  [FuseState.DISABLE, 'off'],
])

/**
 * The state of each fuse of a program or of a macOS app.
 * @throws {Error} if there is no wire of the known version, or a state that is neither on nor off
 */
export async function readFuses(program: string): Promise<Readonly<Record<FuseName, 'on' | 'off'>>> {
  const wire: Readonly<Record<string, unknown>> = { ...(await getCurrentFuseWire(program)) }
  const found = names.map((name) => {
    const state = states.get(wire[FuseV1Options[name]])
    // Electron has removed this fuse, or the program is cut off. Setting the fuse would have no effect.
    if (state === undefined) throw new Error(`The fuse ${name} is neither on nor off in this program.`)
    return [name, state] as const
  })
  return Object.fromEntries(found) as Record<FuseName, 'on' | 'off'>
}

/**
 * Sets every fuse of a program or of a macOS app. A universal app has two wires, and both are set. Call this before the program is
 * signed.
 * @throws {Error} if a wire is missing or not understood, or this Electron has a fuse that `fuseSettings` does not know
 */
export async function setFuses(program: string): Promise<void> {
  await readFuses(program)
  const settings = Object.fromEntries(names.map((name) => [FuseV1Options[name], fuseSettings[name]])) as Record<
    FuseV1Options,
    boolean
  >
  await flipFuses(program, { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...settings })
}
