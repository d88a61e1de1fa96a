import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, parse, type PlistValue } from 'plist'
import { languages } from '../../../src/shared/domain/language.ts'
import { setFuses } from './fuses.ts'

/** The part of electron-builder's context that the hooks use. */
interface PackContext {
  readonly appOutDir: string
  readonly electronPlatformName: string
  readonly packager: {
    readonly appInfo: { readonly productFilename: string }
    readonly executableName?: string
  }
}

/**
 * Removes the sample app and the version file of an unpacked Electron. electron-builder removes these files only from an Electron
 * that it fetched itself. From any other Electron, it would write the checksum of the sample app into the program.
 */
export function removeSampleApp({ appOutDir, electronPlatformName }: PackContext): void {
  const resources = electronPlatformName === 'darwin' ? 'Electron.app/Contents/Resources' : 'resources'
  rmSync(path.join(appOutDir, resources, 'default_app.asar'), { force: true })
  rmSync(path.join(appOutDir, 'version'), { force: true })
}

/** Makes the last changes before the app is signed: sets the fuses and, on macOS, the app's Info.plist. */
export async function finishApp(context: PackContext): Promise<void> {
  if (context.electronPlatformName === 'darwin') tidyMacApp(findProgram(context))
  await setFuses(findProgram(context))
}

/** The path of the packaged program; on macOS the path of the app's folder. */
export function findProgram({ appOutDir, electronPlatformName, packager }: PackContext): string {
  const { productFilename } = packager.appInfo
  if (electronPlatformName === 'darwin') return path.join(appOutDir, `${productFilename}.app`)
  if (electronPlatformName === 'win32') return path.join(appOutDir, `${productFilename}.exe`)
  return path.join(appOutDir, packager.executableName ?? productFilename)
}

/** The reason why the app wants the camera, in one language. macOS shows this reason when it asks the user for permission. */
const sayCameraUse = (language: string): string => {
  const file = fileURLToPath(new URL(`../../../resources/locales/host-${language}.json`, import.meta.url))
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly cameraUse: string }).cameraUse
}

/**
 * Removes permissions that Electron's Info.plist asks for but Setdesk does not need. Forbids connections without TLS, which
 * electron-builder allows. Adds the reason for the camera in each language.
 */
function tidyMacApp(app: string): void {
  const contents = path.join(app, 'Contents')
  const file = path.join(contents, 'Info.plist')
  const told = Object(parse(readFileSync(file, 'utf8'))) as Readonly<Record<string, PlistValue>>
  const kept = Object.entries(told).filter(
    ([key]) => !/^NS(?:Bluetooth|Microphone|AudioCapture)\w*UsageDescription$/.test(key),
  )
  const changed = {
    ...Object.fromEntries(kept),
    // The updater of macOS gets the update file from a server on this computer.
    NSAppTransportSecurity: { NSAllowsArbitraryLoads: false, NSAllowsLocalNetworking: true },
    NSCameraUsageDescription: sayCameraUse('en'),
  }
  writeFileSync(file, build(changed))
  const resources = path.join(contents, 'Resources')
  for (const folder of existsSync(resources) ? readdirSync(resources) : []) {
    const language = languages.find((one) => new RegExp(`^${one}(?:[_-].*)?\\.lproj$`).test(folder))
    if (language === undefined) continue
    const sentence = sayCameraUse(language).replaceAll('"', String.raw`\"`)
    writeFileSync(path.join(resources, folder, 'InfoPlist.strings'), `NSCameraUsageDescription = "${sentence}";\n`)
  }
}
