import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { ZXING_CPP_COMMIT } from 'zxing-wasm/reader'
import { thirdPartyFile, type ThirdParty } from '../../../src/shared/domain/third-party.ts'
import { isLicenceAllowed, shippedLicences, tidyLicence } from './licences.ts'

type ThirdPartyPart = ThirdParty['parts'][number]
type Bundle = ThirdPartyPart['bundles'][number]

/** A part of another author that is inside Setdesk, with the text of its licence. */
export interface ShippedPart extends Omit<ThirdPartyPart, 'text'> {
  readonly text: string
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly author?: string | { readonly name: string; readonly email?: string; readonly url?: string }
}

// `import.meta.dirname` would be wrong here: electron-vite bundles its configuration, and translates only `import.meta.url`.
const root = fileURLToPath(new URL('../../..', import.meta.url))
const standardTexts = path.join(root, 'resources', 'licences')

/** Packages that are in the build although the bundler does not list them. */
const unseen: readonly { readonly name: string; readonly bundle: Bundle }[] = [
  // The files of fonts, and the styles made from classes.
  { name: '@fontsource-variable/atkinson-hyperlegible-mono', bundle: 'renderer' },
  { name: '@fontsource-variable/atkinson-hyperlegible-next', bundle: 'renderer' },
  { name: '@fontsource/ibm-plex-sans-arabic', bundle: 'renderer' },
  { name: 'tailwindcss', bundle: 'renderer' },
  // The table of makers is made from this package.
  { name: 'oui-data', bundle: 'renderer' },
]

const packageFolder = /^\0?(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/

/** The folder of the package that contains a module. Undefined for Setdesk's own modules. */
export const findPackageFolder = (moduleId: string): string | undefined => packageFolder.exec(moduleId)?.[1]

/** Records, during one build, which packages are in which bundle. */
export function createPartsList() {
  const folders = new Map<string, Set<Bundle>>()
  const add = (folder: string, bundle: Bundle) =>
    void folders.set(folder, (folders.get(folder) ?? new Set<Bundle>()).add(bundle))
  return {
    /** The plugin that records the packages of a bundle. Every bundle needs it, and so do the bundles of its workers. */
    watch: (bundle: Bundle): Plugin => ({
      name: 'shipped-parts',
      generateBundle(_, files) {
        const modules = Object.values(files).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []))
        const found = modules.map(findPackageFolder).filter((folder) => folder !== undefined)
        for (const folder of new Set(found)) add(folder, bundle)
      },
    }),
    /** The plugin for the bundle that is built last. Adds the file with the notices of all packages to that bundle. */
    publish: (): Plugin => ({
      name: 'third-party-notices',
      generateBundle: {
        order: 'post',
        handler() {
          for (const { name, bundle } of unseen) add(path.join(root, 'node_modules', name), bundle)
          const parts = [...folders].map(([folder, bundles]) => readPart(folder, [...bundles]))
          const notices = writeNotices([...parts, barcodeReader()])
          this.emitFile({ type: 'asset', fileName: thirdPartyFile, source: JSON.stringify(notices) })
        },
      },
    }),
  }
}

/**
 * Reads one package, with its licence and the licence's text.
 * @throws {Error} if the licence is not allowed, or if the package has neither a text of the licence nor an author
 */
export function readPart(folder: string, bundles: readonly Bundle[]): ShippedPart {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version, license } = manifest
  if (!isLicenceAllowed(license, shippedLicences))
    throw new Error(
      `${name} has the licence ${license}, which Setdesk may not ship. See scripts/lib/package/licences.ts.`,
    )
  const licence = tidyLicence(license)
  return { name, version, licence, bundles: bundles.toSorted(), text: readText(folder, manifest) }
}

function readText(folder: string, { name, license, author }: Manifest): string {
  const files = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(file))
    .toSorted()
  if (files.length > 0) return files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim()).join('\n\n')
  // Some packages name a licence but do not contain the text. For these, the standard text is used, with the package's author.
  const holder = typeof author === 'object' ? author.name : author
  if (holder === undefined) throw new Error(`${name} has neither a text of its licence nor an author.`)
  return readFileSync(path.join(standardTexts, `${license}.txt`), 'utf8')
    .trim()
    .replace('<holder>', holder)
}

/** The notice of the barcode reader, which is compiled from a separate project that is not a package. */
const barcodeReader = (): ShippedPart => ({
  name: 'zxing-cpp',
  version: ZXING_CPP_COMMIT,
  licence: 'Apache-2.0',
  bundles: ['renderer'],
  inside: 'zxing-wasm',
  text: readFileSync(path.join(standardTexts, 'Apache-2.0.txt'), 'utf8').trim(),
})

/** Makes the notices, in the order of the packages' names. A version of a package that is in several folders becomes one part. */
export function writeNotices(found: readonly ShippedPart[]): ThirdParty {
  const byName = Map.groupBy(found, nameOf)
  const parts = [...byName.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const bundles = new Set([first, ...others].flatMap((part) => part.bundles))
    return [{ ...first, bundles: [...bundles].toSorted(compareNames) }]
  })
  const texts = [...new Set(parts.map(({ text }) => text))].toSorted(compareNames)
  const sorted = parts.toSorted((one, other) => compareNames(nameOf(one), nameOf(other)))
  return { texts, parts: sorted.map((part) => ({ ...part, text: texts.indexOf(part.text) })) }
}

const nameOf = ({ name, version }: ShippedPart): string => `${name}@${version}`

const compareNames = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
