import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** The folder is relative to the project, in which Vite runs. Vite bundles its configuration, so the folder of this source is not known. */
const locales = resolve('resources', 'locales')

/** The texts of a language come in two modules: the texts that Home and the frame need, and all other texts. */
const folders = { first: 'first-screen', rest: '' } as const
const moduleId = /^\0virtual:texts\/(\w+)-(first|rest)$/

/** The module `virtual:texts/<language>-<part>`: the files of that part as one object. `connection-file.json` is `connectionFile`. */
export const pageTexts: Plugin = {
  name: 'page-texts',
  resolveId: (id) => (id.startsWith('virtual:texts/') ? `\0${id}` : undefined),
  load: (id) => {
    const [, language, part] = moduleId.exec(id) ?? []
    if (language === undefined) return undefined
    const folder = join(locales, language, folders[part as keyof typeof folders])
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
    const imports = files.map((name) => `import ${featureOf(name)} from ${JSON.stringify(join(folder, name))}`)
    return [...imports, `export const texts = { ${files.map(featureOf).join(', ')} }`].join('\n')
  },
}

/** The key of the texts in a file: `connection-file.json` is `connectionFile`. */
export const featureOf = (file: string): string =>
  file.replace('.json', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
