import Conf from 'conf'
import { z } from 'zod'
import { readJson } from '../storage/files.ts'

/**
 * One JSON file of the data folder. Reading `store` gives `{}` if the file is missing or holds no JSON object; setting it
 * replaces the file in one step. Both throw the file system's error if the disk fails.
 */
export interface StoredFile {
  store: Record<string, unknown>
}

/** Opens `<name>.json` of `folder`, an absolute path. Electron uses `electron-store`, loopback uses its engine `conf`. */
export type OpenStoredFile = (folder: string, name: string) => StoredFile

/**
 * The options for both packages. `deserialize` accepts any text, so that neither package clears a file by itself. No `schema`
 * is given: the packages would compile it to code at run time. Setdesk's own schemas parse the data instead.
 */
export const describeStoredFile = (folder: string) => ({
  cwd: folder,
  configFileMode: 0o600,
  deserialize: (text: string) => parseObject(text) ?? {},
})

export const openConfFile: OpenStoredFile = (folder, name) =>
  new Conf({ ...describeStoredFile(folder), configName: name })

export const parseObject = (text: string): Record<string, unknown> | undefined => readJson(text, objectSchema)

const objectSchema = z.record(z.string(), z.unknown())
