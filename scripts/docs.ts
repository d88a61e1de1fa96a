import { writeFileSync } from 'node:fs'
import { operations } from '../src/platform/catalogue/catalogue.ts'
import { writeInterfacePage } from '../src/platform/catalogue/interface-page.ts'
import { writeOperationsPage } from './lib/operations-page.ts'

const pages = {
  'docs/interface.md': writeInterfacePage(operations),
  'docs/operations.md': writeOperationsPage(operations),
}

for (const [path, text] of Object.entries(pages)) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
  process.stdout.write(`Wrote ${path}\n`)
}
