import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation'
import { Version } from '@cyclonedx/cyclonedx-library/Spec'
import { beforeAll, expect, it } from 'vitest'
import electron from '../../node_modules/electron/package.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { readBillParts } from '../../scripts/lib/package/bill-parts.ts'
import { writeBill, type BillParts } from '../../scripts/lib/package/sbom.ts'
import { isLicenceAllowed, shippedLicences } from '../../scripts/lib/package/licences.ts'
import { built, readBuilt } from './packed.ts'

interface Component {
  readonly name: string
  readonly group?: string
  readonly version?: string
  readonly purl?: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly { readonly expression: string }[]
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
  readonly externalReferences?: readonly { readonly url: string; readonly hashes: readonly object[] }[]
}
interface Bill {
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

let parts: BillParts
let text: string
let bill: Bill

beforeAll(() => {
  parts = readBillParts(built)
  text = writeBill(parts)
  bill = JSON.parse(text) as Bill
})

const find = (name: string): Component | undefined => bill.components.find((one) => one.name === name)

it('the SBOM is valid CycloneDX 1.6', async () => {
  const validator = new JsonStrictValidator(Version.v1dot6)
  expect(await validator.validate(text)).toBeNull()
  expect(await validator.validate(text.replace('"library"', '"libary"'))).not.toBeNull()
})

it('the SBOM names every shipped package, with its version, licence and checksum', () => {
  for (const name of ['react', 'zod', 'fast-xml-parser', 'zxing-wasm', 'electron-store', 'oui-data']) {
    expect(find(name)?.hashes?.[0], name).toMatchObject({
      alg: 'SHA-512',
      content: expect.stringMatching(/^[\da-f]{128}$/),
    })
  }
  expect(find('react')).toMatchObject({
    version: manifest.dependencies.react,
    purl: `pkg:npm/react@${manifest.dependencies.react}`,
    properties: [{ name: 'setdesk:bundle', value: 'renderer' }],
  })
  const libraries = bill.components.filter(({ licenses, name }) => licenses !== undefined && name !== 'electron')
  expect(libraries.length).toBeGreaterThan(60)
  expect(
    libraries.filter(({ licenses }) => !isLicenceAllowed(licenses?.[0]?.expression ?? '', shippedLicences)),
  ).toEqual([])
})

it('the SBOM names no tool that only builds or tests', () => {
  for (const name of ['vite', 'vitest', 'electron-builder', 'playwright', 'typescript'])
    expect(find(name)).toBeUndefined()
})

it('the SBOM names Electron with the checksums of its downloads, and the parts inside it', () => {
  expect(find('electron')?.version).toBe(electron.version)
  expect(find('electron')?.externalReferences).toHaveLength(5)
  expect(find('chromium')?.version).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
  expect(find('node')?.version).toMatch(/^\d+\.\d+\.\d+$/)
  const shell = bill.dependencies.find(({ ref }) => ref === 'electron')
  expect(shell?.dependsOn).toEqual(['electron/chromium', 'electron/node', 'electron/sqlite'])
})

it('the SBOM says that a version is unknown instead of naming one', () => {
  const unknown = writeBill({ ...parts, inside: { ...parts.inside, sqlite: undefined } })
  const sqlite = (JSON.parse(unknown) as Bill).components.find(({ name }) => name === 'sqlite')
  expect(sqlite?.version).toBeUndefined()
  expect(sqlite?.properties?.[0]?.value).toMatch(/^unknown/)
  const measured = writeBill({
    ...parts,
    inside: { ...parts.inside, sqlite: { version: '3.51.3', from: 'Electron itself' } },
  })
  expect((JSON.parse(measured) as Bill).components.find(({ name }) => name === 'sqlite')?.version).toBe('3.51.3')
})

it('the SBOM is the same text for the same parts', () => {
  expect(writeBill(parts)).toBe(text)
})

const isNamed = (file: string) =>
  bill.components.some(({ name }) => file.startsWith(name) || file.startsWith('zxing_reader'))

it('the SBOM names the package of every font and of every WebAssembly file', () => {
  const files = readdirSync(join(built, 'renderer', 'assets')).filter((file) => /\.(?:woff2|wasm)$/.test(file))
  expect(files.length).toBeGreaterThan(4)
  expect(files.filter((file) => !isNamed(file))).toEqual([])
})

it('the SBOM lists the same parts as About', () => {
  const { parts: shown } = JSON.parse(readBuilt('renderer/third-party.json').toString()) as BillParts['thirdParty']
  const names = new Set(bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`)))
  expect(shown.filter(({ name }) => !names.has(name))).toEqual([])
  expect(bill.components).toHaveLength(shown.length + 4)
})
