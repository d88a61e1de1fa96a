import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addChecksums, completeLock, findMissingOptional, findUnchecked } from '../../../scripts/lib/complete-lock.mjs'
import { nodePackages } from '../../../scripts/lib/project.mjs'

const tool = {
  version: '1.2.3',
  optionalDependencies: { '@tool/linux-x64-musl': '1.2.3', '@tool/darwin-arm64': '1.2.3' },
}

describe('the script that completes the lock file', () => {
  it('finds the optional packages that are missing in the lock file', () => {
    const lock = { packages: { 'node_modules/tool': tool, 'node_modules/@tool/darwin-arm64': { version: '1.2.3' } } }
    expect(findMissingOptional(lock)).toEqual([['@tool/linux-x64-musl', '1.2.3']])
  })

  it('accepts an optional package that is nested or in a parent folder', () => {
    const packages = {
      'node_modules/a/node_modules/tool': tool,
      'node_modules/a/node_modules/@tool/darwin-arm64': { version: '1.2.3' },
      'node_modules/@tool/linux-x64-musl': { version: '1.2.3' },
    }
    expect(findMissingOptional({ packages })).toEqual([])
  })

  it('adds the platform of a package, so that npm skips the package on other platforms', () => {
    const { packages } = completeLock({ packages: { 'node_modules/tool': tool } })
    expect(packages['node_modules/@tool/linux-x64-musl']).toEqual({
      version: '1.2.3',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    })
    expect(packages['node_modules/@tool/darwin-arm64']).toMatchObject({ cpu: ['arm64'], os: ['darwin'] })
  })

  it('adds no system for WebAssembly', () => {
    const entry = { version: '1.0.0', optionalDependencies: { '@tool/wasm32-wasi': '1.0.0' } }
    const { packages } = completeLock({ packages: { 'node_modules/tool': entry } })
    expect(packages['node_modules/@tool/wasm32-wasi']).toEqual({
      version: '1.0.0',
      cpu: ['wasm32'],
      dev: true,
      optional: true,
    })
  })

  it('fails if the name of a package does not show its platform, or if its version is a range', () => {
    const fsevents = { version: '1.0.0', optionalDependencies: { fsevents: '2.3.3' } }
    expect(() => completeLock({ packages: { 'node_modules/tool': fsevents } })).toThrow(/fsevents/)
    const range = { version: '1.0.0', optionalDependencies: { '@tool/linux-x64': '^2.0.0' } }
    expect(() => completeLock({ packages: { 'node_modules/tool': range } })).toThrow(/\^2\.0\.0/)
  })

  it('leaves existing entries and a complete file unchanged', () => {
    const once = completeLock({ lockfileVersion: 3, packages: { 'node_modules/tool': tool } })
    expect(once['lockfileVersion']).toBe(3)
    expect(once.packages['node_modules/tool']).toBe(tool)
    expect(completeLock(once)).toEqual(once)
  })

  it("has been run for the project's own lock file: run `npm run lock` after a change of packages", () => {
    const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as Parameters<
      typeof findMissingOptional
    >[0]
    expect(findMissingOptional(lock)).toEqual([])
  })
})

describe('the checksums of a lock file', () => {
  const lock = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
      'node_modules/a/node_modules/@b/c': { version: '2.0.0' },
      'node_modules/d': { version: '3.0.0' },
    },
  }

  it('are reported as missing by name and version', () => {
    expect(findUnchecked(lock).map(([, wanted]) => wanted)).toEqual(['@b/c@2.0.0', 'd@3.0.0'])
  })

  it('are added from the registry, and existing ones stay', () => {
    const { packages } = addChecksums(lock, (wanted) => (wanted === 'd@3.0.0' ? 'sha512-d' : undefined))
    expect(Object.values(packages).map(({ integrity }) => integrity)).toEqual([
      undefined,
      'sha512-a',
      undefined,
      'sha512-d',
    ])
  })
})

describe('the lock file of Setdesk', () => {
  const ours = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly [field: string]: unknown }>>
  }

  it('has the checksum of every package, for every system', () => {
    expect(findUnchecked(ours).map(([place]) => place)).toEqual([])
  })

  it('pins a Node for every supported system, and has no package with an install script', () => {
    for (const [system, name] of Object.entries(nodePackages)) {
      const entry = ours.packages[`node_modules/${name}`]
      expect(`${String(entry?.['os'])}-${String(entry?.['cpu'])}`).toBe(system)
      expect(entry?.integrity).toMatch(/^sha512-/)
    }
    const withScript = Object.entries(ours.packages).filter(([, entry]) => entry['hasInstallScript'] === true)
    expect(withScript.map(([place]) => place)).toEqual([])
  })
})
