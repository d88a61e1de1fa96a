import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { electronNode } from '../electron-node.mjs'
import { inProject, say } from '../project.mjs'
import { listFilesOf } from './app-folder.ts'
import { readBillParts } from './bill-parts.ts'
import { findUnpackedElectron, makePackage, makeStandInFor, prepareApp, type PackageWish } from './make-package.ts'
import { writeBill } from './sbom.ts'
import { describeSigning } from './signing.ts'
import { describeSizes } from './size-report.ts'
import type { PackagedSystem } from './stand-in.ts'

const usage = `npm run package -- [--dir] [--fetch]
  --dir    only the folder, without an installer
  --fetch  electron-builder fetches Electron and its tools; without it, nothing is fetched, and what needs that is left out`

const systems: Readonly<Partial<Record<NodeJS.Platform, PackagedSystem>>> = {
  linux: 'linux',
  darwin: 'mac',
  win32: 'win',
}

/**
 * The package formats of each system. `local`: the formats that need no download. `all`: the formats that `--fetch` makes. They
 * include no ZIP for Windows, because Setdesk from such a ZIP cannot update itself.
 */
const targets: Readonly<
  Record<PackagedSystem, { readonly local: readonly string[]; readonly all: readonly string[] }>
> = {
  linux: { local: ['tar.gz', 'deb'], all: ['AppImage', 'deb', 'tar.gz'] },
  mac: { local: ['zip'], all: ['dmg', 'zip'] },
  win: { local: ['zip'], all: ['nsis'] },
}

function readOptions(): { readonly dir: boolean; readonly fetch: boolean } | undefined {
  try {
    const { values } = parseArgs({ options: { dir: { type: 'boolean' }, fetch: { type: 'boolean' } } })
    return { dir: values.dir ?? false, fetch: values.fetch ?? false }
  } catch {
    return undefined
  }
}

const checksum = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** The checksums of files, as `sha256sum` writes them. The archive is inside each package, and is the same on every system. */
const writeSums = (files: readonly string[], archive: string): string =>
  [...files.map((file) => [checksum(file), path.basename(file)]), [checksum(archive), 'app.asar']]
    .map(([sum, name]) => `${sum}  ${name}\n`)
    .join('')

function findArchive(output: string): string {
  const found = listFilesOf(output).find((file) => file.endsWith('/app.asar'))
  if (found === undefined) throw new Error('electron-builder left no folder with the archive.')
  return path.join(output, found)
}

/** Makes the packages of this computer's system. Returns the exit code. */
async function runPackage(): Promise<number> {
  const options = readOptions()
  const system = systems[process.platform]
  if (options === undefined || system === undefined) {
    say(system === undefined ? `Setdesk is not packaged on ${process.platform}.` : usage)
    return 2
  }
  const signing = describeSigning(system, process.env)
  if (signing.stopsRelease) {
    say(`${signing.says} With SETDESK_RELEASE=1 no such package is made.`)
    return 1
  }
  const app = await prepareApp({
    out: inProject('out'),
    work: inProject('.cache', 'package'),
    output: inProject('dist'),
  })
  const unpacked = options.fetch ? undefined : findUnpackedElectron(system)
  const isStandIn = !options.fetch && unpacked === undefined
  const { local, all } = targets[system]
  const wish: PackageWish = {
    system,
    arch: system === 'mac' && options.fetch ? 'universal' : process.arch === 'arm64' ? 'arm64' : 'x64',
    targets: options.dir ? ['dir'] : options.fetch ? all : local,
    electronDist: isStandIn ? makeStandInFor(app, system) : unpacked,
    env: process.env,
  }
  const files = await makePackage(app, wish)
  rmSync(path.join(app.output, 'builder-debug.yml'), { force: true })
  const manifest = JSON.parse(readFileSync(path.join(app.appFolder, 'package.json'), 'utf8')) as {
    readonly version: string
  }
  const bill = path.join(app.output, `setdesk-${manifest.version}-${system}.cdx.json`)
  writeFileSync(bill, writeBill(readBillParts(app.out)))
  writeFileSync(path.join(app.output, `SHA256SUMS-${system}.txt`), writeSums([...files, bill], findArchive(app.output)))
  say('')
  for (const line of describeSizes(app.appFolder)) say(line)
  for (const file of [...files, bill])
    say(`${path.relative(inProject(), file)}: ${(statSync(file).size / 1e6).toFixed(1)} MB`)
  say(signing.says)
  if (options.dir) say(`Only the folder was made. Without --dir: ${(options.fetch ? all : local).join(', ')}.`)
  if (!options.fetch) {
    const left = all.filter((target) => !local.includes(target))
    say(`Left to the workflow on GitHub: ${left.join(', ')}, signatures, and the packages of other systems.`)
    say('docs/packaging.md says what .github/workflows/release.yml does there, and why it is not done here.')
  }
  if (isStandIn) {
    const warning = `IT CANNOT START: Electron ${electronNode.electron} is not in node_modules/electron/dist. In its place is a stand-in.`
    // This file also warns anyone who finds the folder later.
    writeFileSync(path.join(app.output, 'CANNOT-START.txt'), `${warning}\n`)
    say(`\n*** ${warning} ***`)
    say(
      'Electron comes from github.com and not from the npm registry. Where that is reached, `npm start` puts it there,',
    )
    say('and `npm run package -- --fetch` packages with it.')
  }
  return 0
}

// A package is for all users of a computer, so all of them must be able to read its files.
process.umask(0o022)
process.exitCode = await runPackage()
