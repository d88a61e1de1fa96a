import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import chromiumByElectron from 'electron-to-chromium/full-versions.json' with { type: 'json' }
import { thirdPartyFile, thirdPartySchema } from '../../../src/shared/domain/third-party.ts'
import { electronNode } from '../electron-node.mjs'
import { inProject } from '../project.mjs'
import type { BillParts } from './sbom.ts'

const readJson = (...parts: readonly string[]): unknown => JSON.parse(readFileSync(path.join(...parts), 'utf8'))

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>
}

/** Reads the facts for the bill of materials: from the build, the lock file, and Electron itself if Electron can be started. */
export function readBillParts(out: string): BillParts {
  const lock = readJson(inProject('package-lock.json')) as Lock
  const integrities = new Map(
    Object.entries(lock.packages).map(([place, { version = '', integrity }]) => [
      `${place.replace(/^.*node_modules\//, '')}@${version}`,
      integrity,
    ]),
  )
  const electron = inProject('node_modules', 'electron')
  const { version } = readJson(electron, 'package.json') as { readonly version: string }
  return {
    app: readJson(inProject('package.json')) as BillParts['app'],
    thirdParty: thirdPartySchema.parse(readJson(out, 'renderer', thirdPartyFile)),
    integrity: (name) => integrities.get(name),
    electron: { version, checksums: readJson(electron, 'checksums.json') as BillParts['electron']['checksums'] },
    inside: askElectron(electron) ?? lookUp(version),
  }
}

/** The versions that Electron itself reports. Undefined if Electron is not installed or cannot start. Needs no display. */
function askElectron(electron: string): BillParts['inside'] | undefined {
  const sqlite = `new (require('node:sqlite').DatabaseSync)(':memory:').prepare('SELECT sqlite_version() AS v').get().v`
  const script = `console.log(JSON.stringify({ chromium: process.versions.chrome, node: process.versions.node, sqlite: ${sqlite} }))`
  try {
    const program = path.join(electron, 'dist', readFileSync(path.join(electron, 'path.txt'), 'utf8'))
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
    const told = new Map(
      Object.entries(JSON.parse(execFileSync(program, ['-e', script], { env, encoding: 'utf8' })) as object),
    )
    const say = (name: string) => {
      const version: unknown = told.get(name)
      return typeof version === 'string' ? { version, from: 'Electron itself' } : undefined
    }
    return { chromium: say('chromium'), node: say('node'), sqlite: say('sqlite') }
  } catch {
    return undefined
  }
}

/** The versions that packages and the project name, if Electron cannot be asked. None of them names the version of SQLite. */
function lookUp(version: string): BillParts['inside'] {
  const chromium = new Map(Object.entries(chromiumByElectron)).get(version)
  return {
    chromium: chromium === undefined ? undefined : { version: chromium, from: 'the package electron-to-chromium' },
    node:
      electronNode.electron === version
        ? { version: electronNode.node, from: 'scripts/lib/electron-node.mjs, which the smoke run compares' }
        : undefined,
    sqlite: undefined,
  }
}
