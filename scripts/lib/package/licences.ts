import satisfies from 'spdx-satisfies'

/**
 * Licences under which a part may ship inside Setdesk. All these licences allow a part to ship in a closed-source program. They only ask
 * for the text of the licence, which Setdesk shows under About.
 */
export const shippedLicences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  // For fonts: they may be sold with a program, though not by themselves.
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
] as const

/**
 * Licences of tools that build or test Setdesk and do not ship. MPL and LGPL demand the source of a tool only from those who pass the
 * tool on, and these tools are not passed on.
 */
export const toolLicences = [
  ...shippedLicences,
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'LGPL-3.0-or-later',
  'MPL-2.0',
  'WTFPL',
  'Zlib',
] as const

/** Tools whose package.json has no `license` field, with the licence that their own files state. */
const stated: Readonly<Record<string, string>> = {
  // Stated in the older field `licenses` of package.json.
  httpntlm: 'MIT',
  // Stated in the file `License`.
  'stack-trace': 'MIT',
}

/**
 * Whether a package may be used under these licences. `licence`: the licence expression in the package's package.json.
 * @returns also false if the expression is not valid
 */
export function isLicenceAllowed(licence: string, allowed: readonly string[]): boolean {
  try {
    return satisfies(tidyLicence(licence), [...allowed])
  } catch {
    return false
  }
}

/** Writes the operators of a licence expression in capitals, as the SPDX standard does. */
export const tidyLicence = (licence: string): string =>
  licence.replaceAll(/ (and|or|with) /g, (operator) => operator.toUpperCase())

interface LockEntry {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

/** The packages of a lock file whose licence is not allowed, as `name@version: licence`. */
export function findForbiddenLicences(packages: Readonly<Record<string, LockEntry>>): readonly string[] {
  return Object.entries(packages).flatMap(([place, { version = '?', license, dev, devOptional }]) => {
    if (place === '') return []
    const name = place.replace(/^.*node_modules\//, '')
    const licence = license ?? stated[name] ?? ''
    const allowed = dev === true || devOptional === true ? toolLicences : shippedLicences
    return isLicenceAllowed(licence, allowed) ? [] : [`${name}@${version}: ${licence === '' ? 'none' : licence}`]
  })
}
