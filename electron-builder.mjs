import { finishApp, removeSampleApp } from './scripts/lib/package/hooks.ts'
import { createWindowsSigner, describeSigning } from './scripts/lib/package/signing.ts'
import { inProject } from './scripts/lib/project.mjs'
import { linkScheme } from './src/main/electron/command-line.ts'
import { connectionFileEnding } from './src/shared/domain/connection/connection-file.ts'
import { languages } from './src/shared/domain/language.ts'

/**
 * What `describePackaging` needs to know. `fetches`: electron-builder fetches Electron and its tools from their public places, and
 * checks each; otherwise `electronDist` is a folder with an unpacked Electron.
 * @typedef {{
 *   electronVersion: string,
 *   electronDist?: string | undefined,
 *   electronChecksums: Readonly<Record<string, string>>,
 *   appFolder: string,
 *   icons: import('./scripts/lib/package/icons.ts').IconFiles,
 *   output: string,
 *   env: Readonly<Record<string, string | undefined>>,
 * }} PackageParts
 */

/** The languages of Electron's own texts that ship: those of the screens. The others are about 40 MB. */
const electronLanguages = [...languages]

/** What the operator's file is to the system. It opens in Setdesk, which shows what it would change. */
const operatorFile = {
  ext: connectionFileEnding.slice(1),
  description: 'Setdesk settings of an operator',
  role: /** @type {const} */ ('Viewer'),
}

/**
 * How electron-builder packages Setdesk, for all systems. What is signed depends on the environment alone.
 * @param {PackageParts} parts
 * @returns {import('electron-builder').Configuration}
 */
export function describePackaging({ electronVersion, electronDist, electronChecksums, appFolder, icons, output, env }) {
  const mac = describeSigning('mac', env)
  const maintainer = env['SETDESK_MAINTAINER'] ?? 'The owner of Setdesk <owner@setdesk.invalid>'
  const sign = createWindowsSigner(env)
  return {
    // Stays for ever: updates, the keys in the key chain of macOS and the camera's permission depend on it.
    appId: 'app.setdesk.desktop',
    productName: 'Setdesk',
    copyright: 'Copyright © the authors of Setdesk',
    electronVersion,
    ...(electronDist === undefined ? {} : { electronDist }),
    // Of the version that package.json pins, from its package: nothing needs to be asked from the network.
    electronDownload: { checksums: { ...electronChecksums } },
    electronLanguages,
    directories: { app: appFolder, output, buildResources: inProject('resources', 'package') },
    // The folder has only what runs.
    files: ['**/*'],
    asar: true,
    // No packages are looked for: every one that runs is in the bundles. Otherwise electron-builder would add the project's own.
    beforeBuild: async () => false,
    afterExtract: removeSampleApp,
    // Sets all nine fuses. electron-builder's own `electronFuses` knows eight.
    afterPack: finishApp,
    forceCodeSigning: env['SETDESK_RELEASE'] === '1',
    // Where updates come from is in the archive (`resources/updates.json`), and not in a file beside it.
    publish: null,
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    protocols: [{ name: 'Setdesk', schemes: [linkScheme] }],
    win: {
      icon: icons.windows,
      target: [{ target: 'nsis', arch: ['x64'] }],
      requestedExecutionLevel: 'asInvoker',
      fileAssociations: [{ ...operatorFile, name: 'Setdesk.Connections' }],
      signtoolOptions: { signingHashAlgorithms: ['sha256'], ...(sign === undefined ? {} : { sign }) },
    },
    nsis: {
      // Into the user's own folder, without a question and without an administrator.
      oneClick: true,
      perMachine: false,
      packElevateHelper: false,
      // Updates are downloaded whole, by Setdesk's own client.
      differentialPackage: false,
      createDesktopShortcut: true,
      // The queue may hold work that was not sent. Settings, Maintenance erases it on purpose.
      deleteAppDataOnUninstall: false,
      include: inProject('resources', 'package', 'uninstall.nsh'),
      artifactName: '${name}-${version}-setup-${arch}.${ext}',
    },
    mac: {
      icon: icons.mac,
      category: 'public.app-category.business',
      // The updater of macOS takes the ZIP.
      target: ['dmg', 'zip'].map((target) => ({ target, arch: ['universal'] })),
      // Both processors have the same archive. A merge would put its files in another order, and the archive would not be that of Windows.
      mergeASARs: false,
      fileAssociations: [{ ...operatorFile, name: 'Setdesk settings' }],
      // Without a certificate, the mark that lets it start on the computer that made it: Apple's processors refuse code without.
      ...(mac.isSigned ? {} : { identity: '-' }),
      hardenedRuntime: mac.isSigned,
      notarize: mac.isNotarized,
      entitlements: inProject('resources', 'package', 'entitlements.mac.plist'),
      entitlementsInherit: inProject('resources', 'package', 'entitlements.mac.plist'),
    },
    dmg: { title: 'Setdesk ${version}' },
    linux: {
      icon: icons.linux,
      executableName: 'setdesk',
      syncDesktopName: true,
      category: 'Office',
      synopsis: 'Puts TV set-top boxes into service',
      maintainer,
      target: ['AppImage', 'deb', 'tar.gz'],
      fileAssociations: [
        { ...operatorFile, name: 'Setdesk settings', mimeType: 'application/vnd.setdesk.connections+json' },
      ],
    },
    deb: {
      // Without a key store the window asks for a passphrase.
      recommends: ['gnome-keyring | kwalletmanager'],
      packageCategory: 'misc',
    },
    extraMetadata: {
      author: { name: maintainer.replace(/ *<.*/, '') },
      homepage: env['SETDESK_HOMEPAGE'] ?? 'https://setdesk.invalid/',
    },
    // The older tools start the AppImage with `--no-sandbox`, which Setdesk refuses, and need FUSE 2.
    toolsets: { appimage: '1.0.3' },
  }
}
