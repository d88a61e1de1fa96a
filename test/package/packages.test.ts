import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'plist'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { beforeAll, describe, expect, it, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { isForBrowserAlone, listFilesOf } from '../../scripts/lib/package/app-folder.ts'
import { fuseSettings, readFuses, type FuseName } from '../../scripts/lib/package/fuses.ts'
import { configureFor, makePackage, makeStandInFor, type PreparedApp } from '../../scripts/lib/package/make-package.ts'
import type { PackagedSystem } from '../../scripts/lib/package/stand-in.ts'
import { languages } from '../../src/shared/domain/language.ts'
import { built, checksumOf, listArchive, prepareForFile, readArchived, readBuilt } from './packed.ts'

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0

/** Where electron-builder leaves each system's folder, the program in it, and its resources. */
const layouts = {
  linux: { folder: 'linux-unpacked', program: 'setdesk', resources: 'resources' },
  mac: { folder: 'mac', program: 'Setdesk.app', resources: 'Setdesk.app/Contents/Resources' },
  win: { folder: 'win-unpacked', program: 'Setdesk.exe', resources: 'resources' },
} as const satisfies Readonly<Record<PackagedSystem, object>>
const systems = ['linux', 'mac', 'win'] as const

let app: PreparedApp
let made: readonly string[]

const inPackage = (system: PackagedSystem, ...parts: readonly string[]): string =>
  join(app.output, layouts[system].folder, ...parts)
const archiveOf = (system: PackagedSystem): string => inPackage(system, layouts[system].resources, 'app.asar')

beforeAll(async () => {
  app = await prepareForFile()
  const common = { arch: 'x64', env: {} } as const
  const targets = { linux: ['tar.gz', ...(hasDpkg ? ['deb'] : [])], mac: ['dir'], win: ['dir'] }
  const files: string[] = []
  for (const system of systems) {
    const electronDist = makeStandInFor(app, system)
    files.push(...(await makePackage(app, { ...common, system, targets: targets[system], electronDist })))
  }
  made = files
}, 180_000)

describe.each(systems)('the package for %s', (system) => {
  it('has each of the nine fuses set as intended, according to Electron’s own tool', async () => {
    const wanted = Object.entries(fuseSettings).map(([name, on]) => [name, on ? 'on' : 'off'])
    expect(wanted).toHaveLength(9)
    expect(await readFuses(inPackage(system, layouts[system].program))).toEqual(Object.fromEntries(wanted))
    // The stand-in had the opposite of every fuse.
    const before = await readFuses(join(app.work, 'electron', system, nameOfElectron[system]))
    const unset = (Object.keys(fuseSettings) as FuseName[]).filter(
      (name) => (before[name] === 'on') === fuseSettings[name],
    )
    expect(unset).toEqual([])
  })

  it('contains the built files byte for byte, except those that only the browser host runs', () => {
    const packed = listArchive(archiveOf(system))
    const shipped = listFilesOf(built).filter((file) => !isForBrowserAlone(file))
    expect(packed).toEqual([...shipped.map((file) => `out/${file}`), 'package.json'].toSorted())
    const changed = shipped.filter((file) => !readArchived(archiveOf(system), `out/${file}`).equals(readBuilt(file)))
    expect(changed).toEqual([])
    for (const file of ['main/loopback.cjs', 'main/loopback-main.cjs', 'renderer/launch.html', 'renderer/launch.js'])
      expect(existsSync(join(built, file)), file).toBe(true)
  })

  it('contains no package folder, no development dependency and no script', () => {
    expect(listArchive(archiveOf(system)).filter((file) => file.includes('node_modules'))).toEqual([])
    expect(JSON.parse(readArchived(archiveOf(system), 'package.json').toString())).toEqual({
      name: manifest.name,
      productName: 'Setdesk',
      version: manifest.version,
      description: manifest.description,
      license: 'UNLICENSED',
      type: 'module',
      main: 'out/main/electron.cjs',
      desktopName: 'setdesk.desktop',
      author: { name: 'The owner of Setdesk' },
      homepage: 'https://setdesk.invalid/',
    })
  })

  it('contains neither Electron’s sample app nor unused languages, but all licences', () => {
    const files = readdirSync(inPackage(system), { recursive: true, encoding: 'utf8' })
    expect(existsSync(join(app.work, 'electron', system, sampleOf[system]))).toBe(true)
    expect(files.filter((file) => file.includes('default_app'))).toEqual([])
    const locales = files.flatMap((file) => /([\w-]+)\.(?:pak|lproj)$/.exec(file)?.[1] ?? [])
    const spoken = new Set(
      locales.map((name) => name.split(/[-_]/)[0]).filter((name) => name !== 'resources' && name !== 'locale'),
    )
    expect(spoken).toEqual(new Set(languages))
    // On macOS electron-builder moves the licences from the downloaded Electron into the app.
    if (system !== 'mac')
      for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html']) expect(files).toContain(name)
  })
})

const nameOfElectron = { linux: 'electron', mac: 'Electron.app', win: 'electron.exe' } as const
const sampleOf = {
  linux: 'resources/default_app.asar',
  mac: 'Electron.app/Contents/Resources/default_app.asar',
  win: 'resources/default_app.asar',
} as const

it('the packed archive is the same on every system', () => {
  const [first, ...others] = systems.map((system) => readFileSync(archiveOf(system)))
  for (const other of others) expect(other.equals(first ?? Buffer.alloc(0))).toBe(true)
})

/** Files of threads and of processes apart, whose names are put together when they start. */
const ofOthers = ['read-worker.cjs', 'write-worker.cjs', 'check-file-apart.cjs', 'check-records-apart.cjs']

it('the packed main process contains only files that its entry files load', () => {
  const all = listFilesOf(join(built, 'main')).filter((file) => file.endsWith('.cjs'))
  const reached = new Set(['electron.cjs', ...ofOthers])
  for (const file of reached) {
    const text = readBuilt(`main/${file}`).toString()
    for (const other of all) if (text.includes(`"./${other}"`)) reached.add(other)
  }
  expect(all.filter((file) => !reached.has(file) && !isForBrowserAlone(`main/${file}`))).toEqual([])
})

it('the main process starts from one file, and loads other files only when they are needed', () => {
  expect(loadedAtOnce('electron.cjs')).toEqual(['electron-main.cjs'])
  for (const file of ['electron-main.cjs', ...ofOthers]) expect(loadedAtOnce(file)).toEqual([])
  // Four parts are loaded later: the schemas of the channels, the training platform, the machine's id, and the updater.
  const main = readBuilt('main/electron-main.cjs').toString()
  expect(main.match(/\.then\(.{0,80}require\("\.\/[\w-]+\.cjs"\)/g)?.length).toBe(4)
})

/** The built files that a file loads before anything calls for them. */
const loadedAtOnce = (file: string) =>
  readBuilt(`main/${file}`)
    .toString()
    .split('\n')
    .filter((line) => !line.includes('.then('))
    .flatMap((line) => /\("\.\/([\w-]+\.cjs)"\)/.exec(line)?.[1] ?? [])

const readProgram = () => NtExecutableResource.from(NtExecutable.from(readFileSync(inPackage('win', 'Setdesk.exe'))))

describe('the program of the Windows package', () => {
  it('contains the checksum of the archive', () => {
    const entry = readProgram().entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR')
    expect(JSON.parse(Buffer.from(entry?.bin ?? new ArrayBuffer(0)).toString())).toEqual([
      { file: String.raw`resources\app.asar`, alg: 'SHA256', value: checksumOf(archiveOf('win')) },
    ])
  })

  it('shows the app’s own name, version and icon', () => {
    const { entries } = readProgram()
    const [info] = Resource.VersionInfo.fromEntries(entries)
    expect(info?.getStringValues({ lang: 1033, codepage: 1200 })).toMatchObject({
      ProductName: 'Setdesk',
      FileDescription: 'Setdesk',
      FileVersion: manifest.version,
    })
    expect(Resource.IconGroupEntry.fromEntries(entries)[0]?.icons.map(({ width }) => width)).toContain(48)
  })
})

const readTold = () =>
  Object(parse(readFileSync(inPackage('mac', 'Setdesk.app', 'Contents', 'Info.plist'), 'utf8'))) as Readonly<
    Record<string, unknown>
  >

describe('the information file of the macOS package', () => {
  it('has the checksum of the archive', () => {
    expect(readTold()['ElectronAsarIntegrity']).toEqual({
      'Resources/app.asar': { algorithm: 'SHA256', hash: checksumOf(archiveOf('mac')) },
    })
  })

  it('lists the links and files that open Setdesk', () => {
    const told = readTold()
    expect(told['CFBundleURLTypes']).toMatchObject([{ CFBundleURLSchemes: ['setdesk'] }])
    expect(told['CFBundleDocumentTypes']).toMatchObject([{ CFBundleTypeExtensions: ['setdesk-connections'] }])
  })

  it('names an icon that is in the package, with the size of a screen with high resolution', () => {
    const name = String(readTold()['CFBundleIconFile'])
    const icon = readFileSync(inPackage('mac', layouts.mac.resources, name))
    expect(icon.subarray(0, 4).toString('latin1')).toBe('icns')
    expect(icon.readUInt32BE(4)).toBe(icon.length)
    // The kind of a picture of 1,024 by 1,024 pixels.
    expect(icon.includes('ic10')).toBe(true)
  })

  it('asks only for the camera, in each language, and does not allow arbitrary connections without TLS', () => {
    const told = readTold()
    const asked = Object.keys(told).filter((key) => key.endsWith('UsageDescription'))
    expect(asked).toEqual(['NSCameraUsageDescription'])
    expect(told['NSAppTransportSecurity']).toEqual({ NSAllowsArbitraryLoads: false, NSAllowsLocalNetworking: true })
    const sentences = ['ar', 'en', 'es', 'fr', 'pt_BR', 'pt_PT'].map((name) =>
      readFileSync(inPackage('mac', layouts.mac.resources, `${name}.lproj`, 'InfoPlist.strings'), 'utf8'),
    )
    expect(sentences[3]).toMatch(/^NSCameraUsageDescription = "Setdesk lit .+";\n$/)
    expect(new Set(sentences).size).toBe(5)
  })

  it('is in a package whose framework has real links, because copies could not be signed', () => {
    const framework = inPackage('mac', 'Setdesk.app/Contents/Frameworks/Electron Framework.framework')
    expect(readlinkSync(join(framework, 'Versions', 'Current'))).toBe('A')
  })
})

describe('the Linux package', () => {
  it('is an archive with the whole folder', () => {
    const archive = made.find((file) => file.endsWith('.tar.gz')) ?? ''
    const names = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).split('\n')
    const files = names.map((name) => name.replace(/^[^/]+\//, '')).filter((name) => name !== '' && !name.endsWith('/'))
    const folder = listFilesOf(inPackage('linux')).filter((file) => file !== 'resources/apparmor-profile')
    expect(files.filter((file) => file !== 'resources/apparmor-profile').toSorted()).toEqual(folder)
  })

  it('has a program that can be executed', () => {
    expect(statSync(inPackage('linux', 'setdesk')).mode & 0o111).toBe(0o111)
    const { status, stderr } = spawnSync('sh', [inPackage('linux', 'setdesk')], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('This is a stand-in for Electron.')])
  })
})

const ask = (...args: readonly string[]): string => {
  const [option = '', ...more] = args
  const file = made.find((name) => name.endsWith('.deb')) ?? ''
  return execFileSync('dpkg-deb', [option, file, ...more], { encoding: 'utf8' })
}

describe.skipIf(!hasDpkg)('the package for Debian', () => {
  it('states its name, version, architecture and dependencies', () => {
    const fields = new Map(
      ask('--field')
        .split(/\n(?! )/)
        .map((line) => line.split(/: ?/, 2) as [string, string]),
    )
    expect(fields.get('Package')).toBe('setdesk')
    expect(fields.get('Version')).toBe(manifest.version)
    expect(fields.get('Architecture')).toBe('amd64')
    expect(fields.get('Depends')).toContain('libsecret-1-0')
    expect(fields.get('Recommends')).toBe('gnome-keyring | kwalletmanager')
    expect(fields.has('Homepage')).toBe(false)
    expect(ask('--info')).toMatch(/postinst/)
  })

  it('installs the program, its icons, and an entry that opens links and the operator’s file', () => {
    const files = ask('--contents')
      .split('\n')
      .map((line) => line.split(/\s+/).slice(5).join(' '))
    for (const size of [16, 48, 256, 512]) {
      expect(files).toContain(`./usr/share/icons/hicolor/${size}x${size}/apps/setdesk.png`)
    }
    const folder = join(app.work, 'deb')
    ask('--extract', folder)
    const entry = readFileSync(join(folder, 'usr/share/applications/setdesk.desktop'), 'utf8')
    expect(entry).toContain('Exec=/opt/Setdesk/setdesk %U\n')
    expect(entry).toContain('MimeType=application/vnd.setdesk.connections+json;x-scheme-handler/setdesk;\n')
    expect(entry).not.toContain('--no-sandbox')
    const type = readFileSync(join(folder, 'usr/share/mime/packages/setdesk.xml'), 'utf8')
    expect(type).toContain('<glob pattern="*.setdesk-connections"/>')
    expect(readFileSync(join(folder, 'opt/Setdesk/resources/app.asar')).equals(readFileSync(archiveOf('linux')))).toBe(
      true,
    )
  })

  it('belongs to root, and no other user may change its files', () => {
    const odd = ask('--contents')
      .trim()
      .split('\n')
      .filter((line) => !/^(?:drwxr-xr-x|-rwxr-xr-x|-rw-r--r--) root\/root /.test(line))
    expect(odd).toEqual([])
  })
})

test('a misspelt key in the packaging configuration is refused', async () => {
  const wish = { system: 'linux', arch: 'x64', targets: ['dir'], electronDist: app.work, env: {} } as const
  const config = { ...configureFor(app, wish), asarr: true }
  await expect(makePackage(app, wish, config)).rejects.toThrow(/asarr/)
})
