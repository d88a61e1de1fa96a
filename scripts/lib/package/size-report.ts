import { statSync } from 'node:fs'
import path from 'node:path'
import { listFilesOf } from './app-folder.ts'

/** The groups of files in the archive. A file belongs to the first group that fits. `why`: the reason for the group's size. */
const groups = [
  {
    name: 'main process',
    fits: /^out\/main\/.*\.cjs$/,
    why: 'with its packages, its threads and the training platform; not minified, so that a logged error names its place',
  },
  { name: 'barcode reader', fits: /\.wasm$/, why: 'WebAssembly, loaded when the camera opens' },
  {
    name: 'threads of the page',
    fits: /-worker-[^/]*\.js$/,
    why: 'each has its own copy of what it needs: phone numbers of all countries, checks',
  },
  { name: 'texts', fits: /\/(?:ar|en|es|fr|pt)-(?:first|rest)-[^/]*\.js$/, why: 'five languages' },
  { name: 'page', fits: /\.(?:js|cjs|html|css|svg)$/, why: 'React, its controls, phone numbers, all screens' },
  { name: 'makers of boxes', fits: /vendors\.bin$/, why: 'the table of MAC addresses, deflated' },
  { name: 'licences', fits: /third-party\.json$/, why: 'the texts under About' },
  { name: 'fonts', fits: /\.woff2$/, why: 'cut down to the characters in use' },
  { name: 'rest', fits: /./, why: 'the icon of the window, package.json' },
] as const

const sizeOf = (folder: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0)

const inKilobytes = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString('en')} kB`

/** The lines of the size report: first all of the app's own files together, then each group, the largest group first. */
export function describeSizes(appFolder: string): readonly string[] {
  const files = listFilesOf(appFolder)
  const parts = groups
    .map(({ name, why }) => ({
      name,
      why,
      size: sizeOf(
        appFolder,
        files.filter((file) => groupOf(file) === name),
      ),
    }))
    .toSorted((one, other) => other.size - one.size)
  const lines = parts.map(({ name, why, size }) => `${inKilobytes(size).padStart(10)}  ${name}: ${why}`)
  return [
    `${inKilobytes(sizeOf(appFolder, files)).padStart(10)}  Setdesk itself, ${files.length} files, before compression`,
    ...lines,
  ]
}

const groupOf = (file: string): string | undefined => groups.find(({ fits }) => fits.test(file))?.name
