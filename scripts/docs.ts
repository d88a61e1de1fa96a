import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { operations } from '../src/platform/catalogue/catalogue.ts'
import { writeInterfacePage } from './lib/interface-page.ts'
import { writeBridgePage } from './lib/bridge/bridge-page.ts'
import { readBridgeShapes } from './lib/bridge/bridge-shapes.ts'
import { renamedNames } from './lib/bridge/renamed-names.ts'
import { writeGuide } from './lib/guide/guide-page.ts'
import { guideLanguages } from './lib/guide/guide-words.ts'
import { writePolicyFields } from './lib/sign-policy.ts'
import { writeOperationsPage } from './lib/operations-page.ts'

const place = (path: string): URL => new URL(`../${path}`, import.meta.url)
const example = readFileSync(place('docs/bridge-example.mjs'), 'utf8')

const pages = {
  'docs/interface.md': writeInterfacePage(operations),
  'docs/operations.md': writeOperationsPage(operations),
  'docs/policy.md': writePolicyFields(readFileSync(place('docs/policy.md'), 'utf8')),
  'docs/bridge.md': writeBridgePage(await readBridgeShapes(), example, renamedNames),
  ...Object.fromEntries(guideLanguages.map((language) => [`docs/guide/${language}.md`, writeGuide(language)])),
}

mkdirSync(place('docs/guide/images'), { recursive: true })
for (const [path, text] of Object.entries(pages)) {
  writeFileSync(place(path), text)
  process.stdout.write(`Wrote ${path}\n`)
}
