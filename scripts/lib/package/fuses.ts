import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

export type FuseName = keyof typeof FuseV1Options

/**
 * Electron's fuses: switches in its program that are set when the app is packaged. No argument and no variable can set them
 * back. Each stands here with the reason; a fuse that is missing here fails to compile.
 */
export const fuseSettings: Readonly<Record<FuseName, boolean>> = {
  // With it, any script would run as Setdesk, and the system's key store would open for it.
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

const names = Object.keys(fuseSettings) as readonly FuseName[]
const states: ReadonlyMap<unknown, 'on' | 'off'> = new Map([
  [FuseState.ENABLE, 'on'],
  [FuseState.DISABLE, 'off'],
])

/**
 * The state of each fuse of a program, or of an app of macOS.
 * @throws {Error} if there is no wire of the known version, or a state that is neither on nor off
 */
export async function readFuses(program: string): Promise<Readonly<Record<FuseName, 'on' | 'off'>>> {
  const wire: Readonly<Record<string, unknown>> = { ...(await getCurrentFuseWire(program)) }
  const found = names.map((name) => {
    const state = states.get(wire[FuseV1Options[name]])
    // Electron has removed this fuse, or the program is cut off: what is written there would have no effect.
    if (state === undefined) throw new Error(`The fuse ${name} is neither on nor off in this program.`)
    return [name, state] as const
  })
  return Object.fromEntries(found) as Record<FuseName, 'on' | 'off'>
}

/**
 * Sets every fuse of a program, or of an app of macOS, in both of its wires if it is a universal one. Must come before the
 * signature.
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
