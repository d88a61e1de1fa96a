import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { path7za } from '7zip-bin'
import { Arch, build, Platform } from 'electron-builder'
import { describePackaging } from '../../../electron-builder.mjs'
import { inProject } from '../project.mjs'
import { layOutApp, type ProjectManifest } from './app-folder.ts'
import { drawIcons, type IconFiles } from './icons.ts'
import { makeStandIn, type PackagedSystem } from './stand-in.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The folders for packaging. `out`: the built app. `work`: temporary files. `output`: the packages. The last two are emptied first. */
export interface PackagePlaces {
  readonly out: string
  readonly work: string
  readonly output: string
}

/** The files that the packages of all systems share, ready in the work folder. */
export interface PreparedApp extends PackagePlaces {
  readonly appFolder: string
  readonly icons: IconFiles
  readonly electronVersion: string
}

/**
 * The packages to make. `targets`: electron-builder's names of the package formats. `electronDist`: the folder of an unpacked Electron; if
 * undefined, electron-builder fetches Electron.
 */
export interface PackageWish {
  readonly system: PackagedSystem
  readonly arch: 'x64' | 'arm64' | 'universal'
  readonly targets: readonly string[]
  readonly electronDist: string | undefined
  readonly env: Environment
}

type Config = ReturnType<typeof describePackaging>

const platforms = { linux: Platform.LINUX, mac: Platform.MAC, win: Platform.WINDOWS } as const

const readJson = (...parts: readonly string[]): unknown => JSON.parse(readFileSync(inProject(...parts), 'utf8'))

/** Empties the work and output folders, lays out the app's files, and draws the icons. */
export async function prepareApp(places: PackagePlaces): Promise<PreparedApp> {
  for (const folder of [places.work, places.output]) rmSync(folder, { recursive: true, force: true })
  const appFolder = path.join(places.work, 'app')
  layOutApp(places.out, readJson('package.json') as ProjectManifest, appFolder)
  const icons = await drawIcons(path.join(places.work, 'icons'))
  const { version } = readJson('node_modules', 'electron', 'package.json') as { readonly version: string }
  return { ...places, appFolder, icons, electronVersion: version }
}

/** electron-builder's configuration for the wished packages. */
export function configureFor(app: PreparedApp, wish: Pick<PackageWish, 'electronDist' | 'env'>): Config {
  const electronChecksums = readJson('node_modules', 'electron', 'checksums.json') as Readonly<Record<string, string>>
  return describePackaging({ ...app, ...wish, electronChecksums })
}

/**
 * Packages for one system.
 * @returns the paths of the package files; empty for the target `dir`, which only leaves a folder in `output`
 * @throws {Error} the error of electron-builder, which also refuses unknown keys of the configuration
 */
export async function makePackage(
  app: PreparedApp,
  wish: PackageWish,
  config: Config = configureFor(app, wish),
): Promise<readonly string[]> {
  const restore = prepareEnvironment(wish.electronDist !== undefined)
  try {
    return await build({
      projectDir: inProject(),
      targets: platforms[wish.system].createTarget([...wish.targets], Arch[wish.arch]),
      config,
      publish: 'never',
    })
  } finally {
    restore()
  }
}

/** Makes a stand-in for Electron in the work folder. Returns the stand-in's folder, for `electronDist`. */
export function makeStandInFor(app: PreparedApp, system: PackagedSystem): string {
  const folder = path.join(app.work, 'electron', system)
  mkdirSync(folder, { recursive: true })
  makeStandIn(folder, system, app.electronVersion, app.icons.windows)
  return folder
}

/** The folder of the unpacked Electron in `node_modules`. Undefined if Electron was not fetched, or is for another system. */
export function findUnpackedElectron(system: PackagedSystem): string | undefined {
  const names = { linux: 'electron', mac: 'Electron.app', win: 'electron.exe' } as const
  const folder = inProject('node_modules', 'electron', 'dist')
  return existsSync(path.join(folder, names[system])) ? folder : undefined
}

/**
 * Makes electron-builder use the project's own tools in place of tools that it would fetch, and hides empty variables from it. `offline`:
 * any other download fails at once, because the address of the download is a port of this computer on which no program listens.
 * @returns a function that restores the environment
 */
export function prepareEnvironment(offline: boolean): () => void {
  const nowhere = 'http://127.0.0.1:9/'
  const variables: Readonly<Record<string, string>> = {
    ELECTRON_BUILDER_7ZIP_PATH: path7za,
    // For the archives of Linux. The highest level would take minutes longer and make the archives only 1 % smaller.
    ...(process.platform === 'linux' ? { ELECTRON_BUILDER_COMPRESSION_LEVEL: '6' } : {}),
    ...(process.platform === 'linux'
      ? { CUSTOM_FPM_PATH: inProject('scripts', 'lib', 'package', 'build-deb.mjs') }
      : {}),
    ...(offline ? { ELECTRON_BUILDER_BINARIES_MIRROR: nowhere, ELECTRON_MIRROR: nowhere } : {}),
  }
  // A forge gives an empty text for a secret that it does not have. electron-builder would take that for the path of a certificate.
  const empty = Object.keys(process.env).filter(
    (name) => /^(?:WIN_)?CSC_|^APPLE_/.test(name) && process.env[name] === '',
  )
  const before = [...Object.keys(variables), ...empty].map((name) => [name, process.env[name]] as const)
  for (const name of empty) delete process.env[name]
  // npm unpacks this program without the permission to run it.
  if (process.platform !== 'win32') chmodSync(path7za, 0o755)
  Object.assign(process.env, variables)
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
