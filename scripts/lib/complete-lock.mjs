/**
 * @typedef {{ version?: string, optionalDependencies?: Record<string, string>, [field: string]: unknown }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry>, [field: string]: unknown }} Lock
 */

const PLATFORM = /(android|darwin|freebsd|linux|openharmony|wasm32|win32)-([a-z0-9]+)(?:-([a-z]+))?$/

/**
 * The path of the package that Node loads as `name` from the package at `from`: in the nearest `node_modules` on the way up.
 * Undefined if the lock has no such package.
 * @param {Lock['packages']} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const key = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[key] !== undefined) return key
    if (!folder.includes('/node_modules/')) {
      return packages[`node_modules/${name}`] === undefined ? undefined : `node_modules/${name}`
    }
  }
}

/**
 * Optional packages that an entry asks for but the lock lacks, as `[name, version]`. `npm ci` refuses an incomplete lock. npm
 * writes an incomplete lock if its registry does not offer the packages of every platform.
 * @param {Lock} lock
 * @returns {[name: string, version: string][]}
 */
export function findMissingOptional(lock) {
  return Object.entries(lock.packages).flatMap(([from, entry]) =>
    Object.entries(entry.optionalDependencies ?? {}).filter(
      ([name]) => locate(lock.packages, from, name) === undefined,
    ),
  )
}

/**
 * Makes the lock entry of a package for one platform. Reads the platform from the package's name, and throws if the name has none. The
 * entry is enough for npm to skip the package on other platforms.
 * @param {string} name
 * @param {string} version an exact version
 * @returns {LockEntry}
 */
function describePlatformPackage(name, version) {
  const [, system, processor, flavour] = PLATFORM.exec(name) ?? []
  if (system === undefined || processor === undefined || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(`${name}@${version}: the platform of this optional package cannot be told from its name`)
  }
  const onAnySystem = system === 'wasm32'
  const libc = flavour?.startsWith('musl') ? ['musl'] : flavour?.startsWith('gnu') ? ['glibc'] : undefined
  return {
    version,
    cpu: [onAnySystem ? system : processor],
    dev: true,
    ...(system === 'linux' && libc !== undefined ? { libc } : {}),
    optional: true,
    ...(onAnySystem ? {} : { os: [system] }),
  }
}

/**
 * The same lock with an entry for every optional package, in npm's own order. The added entries have no checksum yet.
 * @param {Lock} lock
 * @returns {Lock}
 */
export function completeLock(lock) {
  const packages = { ...lock.packages }
  for (const [name, version] of findMissingOptional(lock)) {
    packages[`node_modules/${name}`] = describePlatformPackage(name, version)
  }
  const inOrder = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(inOrder) }
}

/**
 * The packages of a lock that have no checksum, as `[place, name@version]`. For these, npm would install whatever a registry sends.
 * @param {Lock} lock
 * @returns {[place: string, wanted: string][]}
 */
export const findUnchecked = ({ packages }) =>
  Object.entries(packages)
    .filter(([place, { integrity, link }]) => place !== '' && integrity === undefined && link !== true)
    .map(([place, { version }]) => [place, `${place.replace(/^.*node_modules\//, '')}@${version}`])

/**
 * The same lock with checksums from `ask` for the packages that had no checksum.
 * @param {Lock} lock
 * @param {(wanted: string) => string | undefined} ask gives the `sha512-…` of `name@version`, or nothing
 * @returns {Lock}
 */
export function addChecksums(lock, ask) {
  const packages = { ...lock.packages }
  for (const [place, wanted] of findUnchecked(lock)) {
    const integrity = ask(wanted)
    if (integrity !== undefined) packages[place] = { ...packages[place], integrity }
  }
  return { ...lock, packages }
}
