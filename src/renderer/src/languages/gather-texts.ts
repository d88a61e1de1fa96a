import type { Texts } from './en.ts'

/** The files of a language, by path, as its texts: `connection-file.json` is `connectionFile`. */
export const gatherTexts = (files: Readonly<Record<string, unknown>>): Partial<Texts> =>
  Object.fromEntries(Object.entries(files).map(([path, words]) => [nameOf(path), words]))

const nameOf = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace('.json', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
