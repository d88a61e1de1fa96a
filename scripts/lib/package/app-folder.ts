import { createPublicKey } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readFeed } from '../../../src/main/electron/installer.ts'

/** Whether a file is only for the browser host: its process, or the page that signs a browser in. The window never loads such files. */
export const isForBrowserAlone = (file: string): boolean => /^(?:main\/loopback|renderer\/launch)\b/.test(file)

/** The fields of package.json that the packaged app has. Electron reads the app's name, version and entry from these fields. */
const shippedFields = ['name', 'productName', 'version', 'description', 'license', 'type', 'main'] as const

export type ProjectManifest = Readonly<Record<(typeof shippedFields)[number], string>>

/** The name of the desktop file. By this name, Linux desktops recognize the window and find its icon. */
export const desktopName = 'setdesk.desktop'

/** The paths of all files in a folder, relative to the folder, with forward slashes, sorted. */
export const listFilesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted()

/**
 * Lays out the folder that becomes the app's archive: the built files and a short package.json. The folder has no `node_modules`,
 * because the code of every package is in the bundles.
 * @param out the folder of the build
 * @throws {Error} if the app would not start with its feed of updates, or could never be updated
 */
export function layOutApp(out: string, manifest: ProjectManifest, folder: string): void {
  try {
    checkFeed(path.join(out, 'main', 'updates.json'))
  } catch (error) {
    throw new Error(`resources/updates.json is not usable: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  rmSync(folder, { recursive: true, force: true })
  for (const file of listFilesOf(out)) {
    if (isForBrowserAlone(file)) continue
    const place = path.join(folder, 'out', file)
    mkdirSync(path.dirname(place), { recursive: true })
    copyFileSync(path.join(out, file), place)
  }
  const fields = Object.fromEntries(shippedFields.map((field) => [field, manifest[field]]))
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ ...fields, desktopName }, null, 2)}\n`)
}

/** Checks what the app reads at its start, and also what would show only when the first update is published. */
function checkFeed(file: string): void {
  const { address, keys } = readFeed(file)
  if (address === '' && keys.length > 0) throw new Error('there are keys, but no address')
  if (address !== '' && keys.length === 0) throw new Error('there is an address, but no keys')
  for (const key of keys) if (!isPublicKey(key)) throw new Error('keys: one is not an Ed25519 public key')
}

function isPublicKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}
