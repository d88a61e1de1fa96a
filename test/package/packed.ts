import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRawHeader, listPackage, extractFile } from '@electron/asar'
import { createHash } from 'node:crypto'
import { afterAll } from 'vitest'
import { prepareApp, type PreparedApp } from '../../scripts/lib/package/make-package.ts'

/** The built app. `npm test` builds it before these tests. */
export const built = join(import.meta.dirname, '..', '..', 'out')

/** The app ready to be packaged, in a folder that is removed after the tests of the file. */
export async function prepareForFile(out = built): Promise<PreparedApp> {
  if (!existsSync(join(out, 'main', 'electron.cjs'))) throw new Error('Setdesk is not built: npm run build.')
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-package-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return await prepareApp({ out, work: join(folder, 'work'), output: join(folder, 'dist') })
}

/** The files of an archive, with forward slashes, in order. */
export const listArchive = (archive: string): readonly string[] =>
  listPackage(archive, { isPack: false })
    .map((name) => name.replaceAll('\\', '/').replace(/^\//, ''))
    .filter((name) => isFileOf(archive, name))
    .toSorted()

interface Header {
  readonly files?: Readonly<Record<string, Header>>
}

const headers = new Map<string, Header>()

function isFileOf(archive: string, name: string): boolean {
  const header = headers.get(archive) ?? (getRawHeader(archive).header as Header)
  headers.set(archive, header)
  return name.split('/').reduce<Header | undefined>((at, part) => at?.files?.[part], header)?.files === undefined
}

export const readArchived = (archive: string, name: string): Buffer => extractFile(archive, name)

/** The checksum that Electron compares before it runs an archive: of its list of files, which has those of the files. */
export const checksumOf = (archive: string): string =>
  createHash('sha256').update(getRawHeader(archive).headerString).digest('hex')

export const readBuilt = (name: string): Buffer => readFileSync(join(built, name))
