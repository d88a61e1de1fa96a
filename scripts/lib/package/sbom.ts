import { ComponentType, ExternalReferenceType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums'
import {
  Bom,
  Component,
  ExternalReference,
  ExternalReferenceRepository,
  HashDictionary,
  LicenseExpression,
  LicenseRepository,
  Metadata,
  NamedLicense,
  Property,
  PropertyRepository,
} from '@cyclonedx/cyclonedx-library/Models'
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize'
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec'
import type { ThirdParty } from '../../../src/shared/domain/third-party.ts'

/** A version, and the source from which it was read. Undefined if no source names the version. */
type Known = { readonly version: string; readonly from: string } | undefined

/** The facts for the bill of materials. `integrity`: npm's checksum of a package, `sha512-…`, by `name@version`. */
export interface BillParts {
  readonly app: {
    readonly name: string
    readonly version: string
    readonly description: string
    readonly license: string
  }
  readonly thirdParty: ThirdParty
  readonly integrity: (package_: string) => string | undefined
  readonly electron: { readonly version: string; readonly checksums: Readonly<Record<string, string>> }
  readonly inside: Readonly<Record<'chromium' | 'node' | 'sqlite', Known>>
}

/** The systems for which Setdesk is packaged, as Electron's downloads name these systems. */
const systems = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']

const own = (name: string, value: string): Property => new Property(`setdesk:${name}`, value)

/**
 * The bill of materials of a packaged Setdesk, as CycloneDX 1.6: the packages in the bundles, Electron, and the parts of Electron.
 * The bill has no date and no random number, so the same parts make the same text.
 */
export function writeBill({ app, thirdParty, integrity, electron, inside }: BillParts): string {
  const root = new Component(ComponentType.Application, app.name, {
    bomRef: 'setdesk',
    version: app.version,
    description: app.description,
    licenses: new LicenseRepository([new NamedLicense(app.license)]),
  })
  const parts = thirdParty.parts.map((part) => describePart(part, integrity(`${part.name}@${part.version}`)))
  const shell = describeElectron(electron)
  const within = (Object.entries(inside) as [keyof typeof inside, Known][]).map(([name, known]) =>
    describeInside(name, known),
  )
  for (const { bomRef } of [...parts.filter((_, index) => thirdParty.parts[index]?.inside === undefined), shell])
    root.dependencies.add(bomRef)
  for (const { bomRef } of within) shell.dependencies.add(bomRef)
  thirdParty.parts.forEach(({ inside: around }, index) => {
    const outer = parts.find(({ name }) => name === around)
    const inner = parts[index]
    if (outer !== undefined && inner !== undefined) outer.dependencies.add(inner.bomRef)
  })
  const bom = new Bom({ metadata: new Metadata({ component: root }) })
  for (const component of [...parts, shell, ...within]) bom.components.add(component)
  return `${new JsonSerializer(new Json.Normalize.Factory(Spec1dot6)).serialize(bom, { sortLists: true, space: 2 })}\n`
}

function describePart(
  { name, version, licence, bundles, inside }: ThirdParty['parts'][number],
  checksum?: string,
): Component {
  const [group, plain] = name.startsWith('@') ? [name.split('/')[0], name.split('/')[1] ?? name] : [undefined, name]
  const isPackage = inside === undefined
  const purl = isPackage ? `pkg:npm/${name.replace('@', '%40')}@${version}` : `pkg:github/zxing-cpp/${name}@${version}`
  return new Component(ComponentType.Library, plain, {
    bomRef: `${name}@${version}`,
    version,
    purl,
    ...(group === undefined ? {} : { group }),
    licenses: new LicenseRepository([new LicenseExpression(licence)]),
    ...(checksum?.startsWith('sha512-') === true
      ? {
          hashes: new HashDictionary([
            [HashAlgorithm['SHA-512'], Buffer.from(checksum.slice(7), 'base64').toString('hex')],
          ]),
        }
      : {}),
    properties: new PropertyRepository(bundles.map((bundle) => own('bundle', bundle))),
  })
}

function describeElectron({ version, checksums }: BillParts['electron']): Component {
  const downloads = systems.map((system) => {
    const file = `electron-v${version}-${system}.zip`
    const checksum = checksums[file]
    if (checksum === undefined) throw new Error(`The package of Electron has no checksum of ${file}.`)
    return new ExternalReference(
      `https://github.com/electron/electron/releases/download/v${version}/${file}`,
      ExternalReferenceType.Distribution,
      { hashes: new HashDictionary([[HashAlgorithm['SHA-256'], checksum]]) },
    )
  })
  return new Component(ComponentType.Framework, 'electron', {
    bomRef: 'electron',
    version,
    purl: `pkg:npm/electron@${version}`,
    licenses: new LicenseRepository([new LicenseExpression('MIT')]),
    externalReferences: new ExternalReferenceRepository(downloads),
  })
}

/** Describes a part of Electron without its licence. The licences of all parts are in the files beside Electron's program. */
function describeInside(name: string, known: Known): Component {
  const from = known === undefined ? 'unknown: it is read where Electron can be started' : known.from
  return new Component(name === 'sqlite' ? ComponentType.Library : ComponentType.Platform, name, {
    bomRef: `electron/${name}`,
    ...(known === undefined ? {} : { version: known.version }),
    properties: new PropertyRepository([own('version-from', from)]),
  })
}
