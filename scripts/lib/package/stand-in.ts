import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'plist'
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit'

/** The systems that Setdesk is packaged for, by electron-builder's names. */
export type PackagedSystem = 'linux' | 'mac' | 'win'

const says = 'This is a stand-in for Electron. It was packaged where Electron could not be fetched, and cannot start.'

/** The fuses as in Electron's own program: marker, version, nine fuses. Each fuse is in the state that Setdesk does not want. */
const fuseWire = Buffer.concat([
  // The marker is in two pieces, so that no tool takes this file for a program.
  Buffer.from(['dL7pKGdnNz796PbbjQWN', 'KmHXBZaB9tsX'].join('')),
  Buffer.from([1, 9]),
  Buffer.from('101100110', 'latin1'),
])

/** The languages of Electron's own texts, named like Electron's files: the languages of Setdesk, and two that no package needs. */
const localesOfPak = ['ar', 'de', 'en-GB', 'en-US', 'es', 'es-419', 'fr', 'ja', 'pt-BR', 'pt-PT']
const localesOfMac = ['ar', 'de', 'en', 'en_GB', 'es', 'es_419', 'fr', 'ja', 'pt_BR', 'pt_PT']

/**
 * Writes a folder that is laid out like an unpacked distribution of Electron, for electron-builder's `electronDist`. The folder has the
 * files that packaging reads and changes: the program with its fuses, the sample app, locales, licences. The program cannot start.
 */
export function makeStandIn(folder: string, system: PackagedSystem, version: string, icon: string): void {
  const write = (file: string, content: string | Uint8Array, mode = 0o644) => {
    const place = path.join(folder, file)
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, content, { mode })
  }
  write('LICENSE', `${says}\nHere is Electron's licence.\n`)
  write('LICENSES.chromium.html', `<p>${says} Here are Chromium's licences.</p>\n`)
  write('version', version)
  if (system === 'mac') return writeMacApp(folder, write)
  write('resources/default_app.asar', says)
  for (const name of localesOfPak) write(`locales/${name}.pak`, says)
  for (const name of ['icudtl.dat', 'resources.pak', 'snapshot_blob.bin', 'v8_context_snapshot.bin']) write(name, says)
  if (system === 'win') {
    for (const name of ['ffmpeg.dll', 'libEGL.dll', 'libGLESv2.dll']) write(name, says)
    return write('electron.exe', makeWindowsProgram(icon))
  }
  for (const name of ['libffmpeg.so', 'libEGL.so', 'libGLESv2.so']) write(name, says)
  for (const name of ['chrome-sandbox', 'chrome_crashpad_handler']) write(name, '#!/bin/sh\nexit 1\n', 0o755)
  write('electron', Buffer.concat([Buffer.from(`#!/bin/sh\necho '${says}' >&2\nexit 1\n`), fuseWire]), 0o755)
}

type Write = (file: string, content: string | Uint8Array, mode?: number) => void

const describeMacApp = (name: string, more = {}): string =>
  build({ CFBundleExecutable: name, CFBundleIdentifier: 'com.github.Electron', CFBundleName: name, ...more })

function writeMacApp(folder: string, write: Write): void {
  const contents = 'Electron.app/Contents'
  write(`${contents}/MacOS/Electron`, says, 0o755)
  write(`${contents}/Info.plist`, describeMacApp('Electron', deliveredByElectron))
  write(`${contents}/Resources/default_app.asar`, says)
  for (const name of localesOfMac) write(`${contents}/Resources/${name}.lproj/locale.pak`, says)
  for (const kind of ['', ' (Renderer)', ' (GPU)', ' (Plugin)']) {
    const helper = `${contents}/Frameworks/Electron Helper${kind}.app/Contents`
    write(`${helper}/MacOS/Electron Helper${kind}`, says, 0o755)
    write(`${helper}/Info.plist`, describeMacApp(`Electron Helper${kind}`))
  }
  const framework = `${contents}/Frameworks/Electron Framework.framework`
  write(`${framework}/Versions/A/Electron Framework`, Buffer.concat([Buffer.from(says), fuseWire]), 0o755)
  for (const name of localesOfMac) write(`${framework}/Versions/A/Resources/${name}.lproj/locale.pak`, says)
  symlinkSync('A', path.join(folder, framework, 'Versions/Current'))
  symlinkSync('Versions/Current/Electron Framework', path.join(folder, framework, 'Electron Framework'))
  symlinkSync('Versions/Current/Resources', path.join(folder, framework, 'Resources'))
}

/** Settings of Electron's own Info.plist that Setdesk does not need. Packaging must remove or replace each of them. */
const deliveredByElectron = {
  NSAppTransportSecurity: { NSAllowsArbitraryLoads: true },
  NSBluetoothAlwaysUsageDescription: 'This app needs access to Bluetooth',
  NSCameraUsageDescription: 'This app needs access to the camera',
  NSMicrophoneUsageDescription: 'This app needs access to the microphone',
}

/** A Windows program without code. It has only the parts that packaging edits: the resources and the fuses. */
function makeWindowsProgram(icon: string): Buffer {
  const program = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(program)
  const info = Resource.VersionInfo.createEmpty()
  info.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron', FileDescription: says })
  info.outputToResourceEntries(resources.entries)
  const { icons } = Data.IconFile.from(readFileSync(icon))
  Resource.IconGroupEntry.replaceIconsForResource(
    resources.entries,
    1,
    1033,
    icons.map(({ data }) => data),
  )
  resources.outputResource(program)
  return Buffer.concat([Buffer.from(program.generate()), fuseWire])
}
