import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

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
 */
export function layOutApp(out: string, manifest: ProjectManifest, folder: string): void {
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
