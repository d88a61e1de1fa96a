import Conf from 'conf'

/**
 * One JSON file of the data folder, as a host's package keeps it. Reading `store` gives `{}` where the file is missing or holds no
 * JSON object; setting it writes the file whole or not at all. Both throw what the disk says where it can do neither.
 */
export interface KeptFile {
  store: Record<string, unknown>
}

/** Opens `<name>.json` of `folder`, an absolute path: by `electron-store` under Electron, by `conf`, its engine, for the browser. */
export type OpenKeptFile = (folder: string, name: string) => KeptFile

/**
 * What both packages are told. `deserialize` takes any text, so that neither ever clears a file by itself. Neither is given a
 * `schema`, which it would turn into code at run time: what was read is parsed by our own.
 */
export const describeKeptFile = (folder: string) => ({
  cwd: folder,
  configFileMode: 0o600,
  deserialize: (text: string) => parseObject(text) ?? {},
})

/** Files kept by `conf`, which needs no Electron. */
export const openConfFile: OpenKeptFile = (folder, name) => new Conf({ ...describeKeptFile(folder), configName: name })

/** The JSON object that a text holds; undefined for any other text. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
